// Values whose name stands in the line before: members `name` and `value` of a list, and keys of a property list.
import { isPlausibleSecret, type Strength } from './plausible-value.ts';
import { lineFrom, maxLookAhead, maxLookBehind, nothing, runEnd, type SecretRule } from './secret-rule.ts';
import { strengthOfName } from './sensitive-name.ts';

/** `- name: DB_PASSWORD` and `"name": "DB_PASSWORD",`, with the next line up to `value`. */
const member =
  /(?:^|[\n\s{,-])(\\{0,3}["']?)(?:name|key)\1[ \t]{0,4}:[ \t]{0,4}["']?([\w.-]{1,64})["']?,?[ \t]*\r?\n[ \t]*["']?$/i;
const propertyKey = /<key>([\w.-]{1,64})<\/key>\s*<$/;
const value = /^["']?[ \t]{0,4}[:>][ \t]{0,4}(["']?)([^\s"'`<>]{1,4000})\1/;

export const listedRule: SecretRule = {
  anchors: ['value', 'string>'],
  kind: 'context',
  find(text, { start, end }) {
    const from = text.startsWith('>', end - 1) ? end - 1 : end;
    if (!/[:"'>]/.test(text[from] ?? '')) return nothing;
    const strength = strengthBefore(text.slice(Math.max(0, start - maxLookBehind), start));
    if (strength === null) return nothing;
    const match = value.exec(lineFrom(text, from, maxLookAhead));
    const found = match?.[2] ?? '';
    if (match === null || !isPlausibleSecret(found, strength)) return nothing;
    const at = from + match[0].lastIndexOf(found);
    const ends = at + found.length;
    return [{ start: at, end: found.length < 4_000 ? ends : runEnd(text, ends), name: 'a secret value' }];
  },
};

function strengthBefore(before: string): Strength | null {
  const name = member.exec(before)?.[2] ?? propertyKey.exec(before)?.[1];
  return name === undefined ? null : strengthOfName(name);
}
