// One rule for each form of provider tokens, and those for tokens that no prefix announces.
import type { SecretSpan } from '../span.ts';
import type { ProviderForm } from './provider-forms.ts';
import { isTokenCode, lineBefore, nothing, runEnd, type Anchor, type SecretRule } from './secret-rule.ts';

export function providerRule(form: ProviderForm): SecretRule {
  return {
    anchors: form.anchors,
    isExact: true,
    kind: 'provider',
    find: (text, anchor) => findForm(text, anchor, form),
  };
}

function findForm(text: string, anchor: Anchor, form: ProviderForm): readonly SecretSpan[] {
  if (form.joined === undefined && isInsideWord(text, anchor.start)) return nothing;
  form.rest.lastIndex = anchor.end;
  const rest = form.rest.exec(text)?.[0];
  if (rest === undefined || !isRestOf(form, rest)) return nothing;
  const before = form.before === undefined ? '' : form.before.exec(lineBefore(text, anchor.start))?.[0];
  if (before === undefined) return nothing;
  const end = anchor.end + rest.length;
  return [{ start: anchor.start - before.length, end: rest.length < 1_000 ? end : runEnd(text, end), name: form.what }];
}

function isRestOf({ wantsDigit }: ProviderForm, rest: string): boolean {
  return (wantsDigit === undefined || /\d/.test(rest)) && !isOneCharacter(rest);
}

/** Masked, such as `ghp_xxxxxxxxxxxx`. */
function isOneCharacter(rest: string): boolean {
  return rest.length >= 4 && rest === rest.charAt(0).repeat(rest.length);
}

/** What looks like the end of a word and is the end of an escape: of a colour, of a line end in JSON, of a character in a URL. */
const escapeBefore = new RegExp(
  // The escape character is what begins a colour.
  String.raw`(?:(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[\d;]{0,16}[A-Za-z]|\\[abefnrtv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2})$`,
);

/** Whether the characters before belong to the same word. */
export function isInsideWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  if (Number.isNaN(code) || !isTokenCode(code)) return false;
  // Of the signs in tokens only `_` joins words.
  if (!/\w/.test(text[at - 1] ?? '')) return false;
  return !escapeBefore.test(text.slice(Math.max(0, at - 24), at));
}

const jwtRest = /[\w-]{6,1024}\.(?:[\w-]{0,2047}\.|[\w-]{2048})/y;

/** Three parts of base64url or, encrypted, five. The first begins with `{"`. */
export const jwtRule: SecretRule = {
  anchors: ['eyJ'],
  isExact: true,
  kind: 'provider',
  find(text, { start, end }) {
    if (isInsideWord(text, start)) return nothing;
    jwtRest.lastIndex = end;
    const rest = jwtRest.exec(text)?.[0];
    if (rest === undefined) return nothing;
    return [{ start, end: runEnd(text, end + rest.length), name: 'a JSON Web Token' }];
  },
};

const encodedKey = /[A-Za-z0-9+/]{20,4096}={0,2}/y;

/** Base64 of a PEM block, as Kubernetes keeps it. That of a certificate begins alike. */
export const encodedPrivateKeyRule: SecretRule = {
  anchors: ['LS0tLS1CRUdJTi'],
  kind: 'provider',
  find(text, { start }) {
    encodedKey.lastIndex = start;
    const run = encodedKey.exec(text)?.[0];
    // 64 characters are 48 bytes: enough for the first line.
    if (run === undefined || !Buffer.from(run.slice(0, 64), 'base64').toString('latin1').includes('PRIVATE KEY'))
      return nothing;
    return [{ start, end: runEnd(text, start + run.length), name: 'a private key' }];
  },
};

/** A private exponent or the octets of a JSON Web Key. */
const keyMember = /"(?:d|k)"[ \t]{0,4}:[ \t]{0,4}"([\w-]{32,2048})/y;

export const jsonWebKeyRule: SecretRule = {
  anchors: ['"d"', '"k"'],
  kind: 'context',
  find(text, { start }) {
    keyMember.lastIndex = start;
    const match = keyMember.exec(text);
    const value = match?.[1];
    if (match === null || value === undefined || !/\d/.test(value)) return nothing;
    const from = start + match[0].length - value.length;
    return [{ start: from, end: runEnd(text, from), name: 'a private key' }];
  },
};

const discordRest = /\.[\w-]{6}\.[\w-]{25,110}(?![\w-])/y;
const discordBefore = /^[MNO][\w-]{22,27}$/;

/** Three parts too, of fixed lengths; the first is the number of the bot in base64, which no prefix announces. */
export function discordTokens(text: string, from: number): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf('.', from); at >= 0; at = text.indexOf('.', at + 1)) {
    if (text.charCodeAt(at + 7) !== 46) continue;
    discordRest.lastIndex = at;
    const rest = discordRest.exec(text)?.[0];
    const start = rest === undefined ? null : discordStart(text, at);
    if (rest === undefined || start === null) continue;
    spans.push({ start, end: at + rest.length, name: 'a Discord token' });
  }
  return spans;
}

function discordStart(text: string, dot: number): number | null {
  for (let length = 28; length >= 23; length--) {
    const start = dot - length;
    if (discordBefore.test(text.slice(Math.max(0, start), dot)) && start >= 0 && !isInsideWord(text, start))
      return start;
  }
  return null;
}
