// Values that a name before them says to be secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `<password>…</password>`, `--token …`, `?sig=…`.
import type { SecretSpan } from '../span.ts';
import { isPlaceholder, isPlausibleSecret, type Strength } from './plausible-value.ts';
import {
  lineBefore,
  lineFrom,
  maxLookAhead,
  maxLookBehind,
  nothing,
  runEnd,
  type Anchor,
  type SecretRule,
} from './secret-rule.ts';
import { isSecretParameter, nameAnchors, strengthOfName } from './sensitive-name.ts';

export const namedRule: SecretRule = {
  anchors: nameAnchors,
  kind: 'context',
  find(text, { start, end }) {
    let nameEnd = end;
    while (nameEnd < end + 64 && isNameCode(text.charCodeAt(nameEnd))) nameEnd += 1;
    if (!mayBeAssigned(text, { start, end }, nameEnd)) return nothing;
    const runStart = runBefore(text, start);
    // A user in an address: `address-rules.ts` knows where its password ends.
    if (runStart >= start - maxLookBehind + 3 && text.startsWith('://', runStart - 3)) return nothing;
    const headStart = Math.max(runStart, start - 64);
    const own = text.slice(isEscapedAt(text, headStart, start) ? headStart + 1 : headStart, nameEnd);
    const name = `${wordBefore(text, own, headStart)}${own}`;
    const strength = strengthOfName(name);
    if (strength === null || (text.startsWith('=/', nameEnd) && /^(?:old)?pwd$/i.test(name))) return nothing;
    const before = lineBefore(text, headStart, maxLookBehind - (start - headStart));
    // The name of a resource at Amazon goes on behind `:secret:`.
    if (/\barn:[\w:/-]*$/.test(before)) return nothing;
    return valueOf(text, { nameEnd, strength, name, before });
  },
};

/** Where the signs of names begin that stand directly before. */
function runBefore(text: string, start: number): number {
  let at = start;
  while (at > 0 && at > start - maxLookBehind && isNameCode(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function isNameCode(code: number): boolean {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45 || code === 46;
}

const closers = '"\'`]\\ \t';

/** Most words are followed by a sign that assigns nothing: seen without a look at the line. */
function mayBeAssigned(text: string, anchor: Anchor, nameEnd: number): boolean {
  let at = nameEnd;
  while (at < nameEnd + 40 && closers.includes(signAt(text, at))) at += 1;
  const next = signAt(text, at);
  if (next === '=' || next === ':' || next === '>') return true;
  if (at === nameEnd) return text.startsWith('%3', nameEnd);
  // `"name","value":` and `name="X" value=`.
  if ((next === ',' || next === 'v') && signAt(text, nameEnd) !== ' ') return true;
  return wordsAhead.test(text.slice(nameEnd, nameEnd + 32)) || isOptionOrNetrc(text, anchor);
}

/** The value of an option, or of a word of a netrc, is parted from it by nothing but spaces. */
function isOptionOrNetrc(text: string, anchor: Anchor): boolean {
  let start = anchor.start;
  while (start > anchor.start - 64 && isNameCode(text.charCodeAt(start - 1))) start -= 1;
  // `aws configure set aws_secret_access_key VALUE`.
  return (
    signAt(text, start) === '-' ||
    text.startsWith('word', anchor.end) ||
    isLongName(text.slice(start, anchor.end)) ||
    lineOpening.test(lineBefore(text, start, 40))
  );
}

/** Where `NAME VALUE` is a whole line, or an instruction that sets a variable. */
const lineOpening = /^[ \t]*(?:(?:ENV|ARG|setx|SETX|#[ \t]*define)[ \t]+)?$/;
const setting = /^[ \t]*(?:ENV|ARG|setx|SETX|#[ \t]*define)[ \t]+$/;

/** `apiKey string = "…"`: a type stands between a name and its value. `the password is …`. */
const wordsAhead = /^ (?:is:? |\w{2,20} ?:?= ?["'`])/;

function isLongName(name: string): boolean {
  return name.split('_').length > 2;
}

function signAt(text: string, at: number): string {
  return text[at] ?? '\n';
}

/** `API key: …`, `Secret Access Key: …`: what is written for people has its name in two words. */
function wordBefore(text: string, own: string, at: number): string {
  if (!/^keys?$/i.test(own)) return '';
  const word = /([A-Za-z]{2,20}) $/.exec(text.slice(Math.max(0, at - 24), at))?.[1];
  return word === undefined ? '' : `${word}_`;
}

/** `\npassword` in JSON text: the n belongs to the line end. */
function isEscapedAt(text: string, at: number, start: number): boolean {
  return at < start && text[at - 1] === '\\' && 'nrt'.includes(signAt(text, at));
}

/** `?key=`, `&sig=`, `?code=`: names that mean something else outside an address. */
export const parameterRule: SecretRule = {
  anchors: ['key=', 'sig=', 'code=', 'token=', 'session=', 'sid=', 'ticket=', 'hmac=', 'k=', 'otp='].filter(
    (anchor) => anchor.length > 2,
  ),
  kind: 'context',
  find(text, { end }) {
    const name = /[?&;]([\w-]{1,40})$/.exec(lineBefore(text, end - 1))?.[1];
    if (name === undefined || !isSecretParameter(name)) return nothing;
    const value = /^[^&#\s"'<>\\`)\]}]+/.exec(lineFrom(text, end, maxLookAhead))?.[0] ?? '';
    return value.length >= 12 && isPlausibleSecret(value, 'token') ? [spanOf(text, end, value)] : nothing;
  },
};

interface Named {
  readonly nameEnd: number;
  readonly strength: Strength;
  readonly name: string;
  /** The line before the name. */
  readonly before: string;
}

/** Between a name and its value, with the quote that opens it: `": "`, ` => '`, `" value="`, `"] = "`, `>`. */
const assignment =
  /^(?:\]?\\{0,3}["'`]?\]?[ \t]{0,16}(?::=|=>|={1,3}(?![=:])|::?(?![=:]|\/\/))(?:[ \t]{0,4}(?:\[|\{[ \t]{0,4}\\{0,3}["']value\\{0,3}["'][ \t]{0,4}:)[ \t]{0,4}(?=\\{0,3}["']))?|%3[dD]|["'][ \t]{1,4}value[ \t]{0,2}=|\\{0,3}["'],[ \t]{0,4}\\{0,3}["']value\\{0,3}["'][ \t]{0,4}:)[ \t]{0,32}(?:[bruf]{0,2}(\\{0,3}["'`]))?/;

/** `: &str = "`, `: string = '`, ` string = "`: with a type in between only text in quotes is a value. */
const typed = /^(?::[ \t]{0,4}|[ \t]{1,4})&?(?:'static )?\w{2,20}(?:[[<]\w{2,20}[\]>])?[ \t]{0,4}:?=[ \t]{0,8}(["'`])/;

function valueOf(text: string, named: Named): readonly SecretSpan[] {
  const line = lineFrom(text, named.nameEnd, maxLookAhead);
  const assigned = typed.exec(line) ?? assignment.exec(line);
  if (assigned !== null) {
    const at = assigned[0].length;
    // Compared with something that has a name.
    if (assigned[1] === undefined && assigned[0].includes('==')) return nothing;
    const value =
      assigned[1] === undefined ? bareValue(line.slice(at), named) : quotedValue(line.slice(at), assigned[1]);
    return isSecretValue(value, named.strength) ? [spanOf(text, named.nameEnd + at, value)] : nothing;
  }
  return elementValue(text, line, named) ?? optionValue(text, line, named) ?? nothing;
}

/** Text with spaces is a sentence, or several values of which one is a token. */
function isSecretValue(value: string, strength: Strength): boolean {
  if (!/\s/.test(value)) return isPlausibleSecret(value, strength);
  if (isPlaceholder(value)) return false;
  const words = value.trim().split(/\s+/);
  if (strength === 'password' && words.length <= 8 && words.some(isMixed)) return true;
  return words.length <= 6 && words.some((word) => word.length >= 8 && isPlausibleSecret(word, 'token'));
}

/** Letters and digits in one word: no message about a password holds one. */
function isMixed(word: string): boolean {
  return /[a-z]/i.test(word) && /\d/.test(word) && /^[\x21-\x7e]+$/.test(word);
}

/** Up to the quote that closes it; a quote behind a backslash is part of it unless it was opened by such a one. */
function quotedValue(rest: string, quote: string): string {
  for (let at = rest.indexOf(quote); at >= 0; at = rest.indexOf(quote, at + 1)) {
    const backslashes = /\\*$/.exec(rest.slice(Math.max(0, at - 8), at))?.[0].length ?? 0;
    if (backslashes % 2 === 0) return rest.slice(0, at);
  }
  return rest;
}

/** Where a line is nothing but the assignment all signs belong to the value; elsewhere it ends at the first that may close something. */
function bareValue(rest: string, { before }: Named): string {
  const isWholeLine =
    /^[ \t]*(?:[-+>|*]+[ \t]{1,8})?(?:export |set |ENV |ARG |setx |\$env:|env |declare -x )?[ \t]*$/i.test(before);
  const value = isWholeLine ? /^[^\s"'`\\]+/ : /^[^\s"'`\\,;&<>(){}[\]|]+/;
  // Of a connection string, or of an encoded query, the next member begins.
  const found = (value.exec(rest)?.[0] ?? '').replace(/(?:%26|;[A-Za-z]{2,20}=).*$/, '');
  // Closed, or called: `token)`, `getToken(`.
  if (/^[A-Za-z_$][\w$.]*[([{]/.test(rest.slice(0, 80))) return '';
  return found.replace(/[,;)\]}]+$/, '');
}

/** `<password>…<`, `<entry key="db.password">…<`, as it is or within `<![CDATA[`. */
const element = /^(["']?>(?:<!\[CDATA\[)?)([^<\]]*)/;

function elementValue(text: string, line: string, { nameEnd, before, strength }: Named): readonly SecretSpan[] | null {
  const [, opening = '', value = ''] = element.exec(line) ?? [];
  const isElement = opening.startsWith('>') ? before.endsWith('<') : /<[^<>]*\b(?:name|key|id)=["']$/.test(before);
  if (opening === '' || !isElement) return null;
  return isSecretValue(value.trim(), strength) ? [spanOf(text, nameEnd + opening.length, value)] : null;
}

const spacedValue = /^(?:[ \t]is:?)?[ \t]{1,8}["']?([^\s"'`]+)/;

/** `--token VALUE`, `password VALUE` of a netrc, `set aws_secret_access_key VALUE`. */
function optionValue(text: string, line: string, named: Named): readonly SecretSpan[] | null {
  const match = spacedValue.exec(line);
  const value = match?.[1] ?? '';
  const strength = strengthOfSpaced(named, value, /^[ \t]is/.test(line));
  if (match === null || strength === null || !isPlausibleSecret(value, strength)) return null;
  if (isAlone(named) && line.slice(match[0].length).trim().length > 1) return null;
  return [spanOf(text, named.nameEnd + match[0].length - value.length, value)];
}

/** Null where spaces assign nothing: in most sentences. */
function strengthOfSpaced({ before, name, strength }: Named, value: string, isSaid: boolean): Strength | null {
  if (name === 'password' && /\blogin[ \t]+\S{1,100}[ \t]+$/.test(before)) return 'password';
  if (/(?:^|[\s"'`([])-{1,2}$/.test(before) || /^-{1,2}[a-z]/i.test(name)) return strength;
  if (setting.test(before)) return strength;
  if (/^[ \t]*$/.test(before)) return value.length >= 12 || strength === 'password' ? 'token' : null;
  const isToken = isSaid ? /\d/.test(value) : isLongName(name) && value.length >= 16;
  return isToken ? 'token' : null;
}

/** `password VALUE`, and nothing else on the line: in a sentence more would follow. */
function isAlone({ before, name }: Named): boolean {
  return /^[ \t]*$/.test(before) && !name.startsWith('-') && !isLongName(name);
}

function spanOf(text: string, start: number, value: string): SecretSpan {
  const end = start + value.length;
  const isCut = value.length >= maxLookAhead - maxLookBehind;
  return { start, end: isCut ? runEnd(text, end) : end, name: 'a secret value' };
}
