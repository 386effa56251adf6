// Values of HTTP headers that prove who asks: Authorization and its like, cookies, and the words that stand before a credential.
import type { SecretSpan } from '../span.ts';
import { isPlaceholder, isPlausibleSecret } from './plausible-value.ts';
import { lineFrom, maxLookAhead, nothing, runEnd, type SecretRule } from './secret-rule.ts';

const authorization =
  /^\\{0,3}["']?[ \t]{0,8}(?::|=|=>|,)[ \t]{0,8}\\{0,3}["'`]?(?:(?:Bearer|Basic|Token|Digest|Negotiate|NTLM|ApiKey|Api-Key|GenieKey|Key|JWT|OAuth|SSWS|Splunk|Snowflake|PVEAPIToken=|[A-Za-z][\w-]{1,20})[ \t]{1,4}|PVEAPIToken=)?(?:\\{0,3}["'])?([^\s"'`\\,;<>]+)/i;

/** Schemes of several parts: what proves is one of them. */
const proof = /\b(?:Signature|response|oauth_signature|oauth_token)=\\{0,3}"?([\w%+/=-]{24,512})/gi;

export const authorizationRule: SecretRule = {
  anchors: ['authorization'],
  kind: 'context',
  find(text, { end }) {
    const line = lineFrom(text, end, maxLookAhead);
    const match = authorization.exec(line);
    if (match === null) return nothing;
    const value = match[1] ?? '';
    const parts = Array.from(line.matchAll(proof), (found) => {
      const signature = found[1] ?? '';
      return spanOf(text, end + found.index + found[0].length - signature.length, signature);
    });
    return isCredential(value) ? [spanOf(text, end + match[0].length - value.length, value), ...parts] : parts;
  },
};

const scheme = /^[ \t]{1,4}([\w.~+/=:-]{8,4000})/;

/** Anywhere: in logs the header's name is often gone. */
export const schemeRule: SecretRule = {
  anchors: ['bearer', 'basic'],
  kind: 'context',
  find(text, { start, end }) {
    const match = scheme.exec(lineFrom(text, end, maxLookAhead));
    const value = match?.[1] ?? '';
    if (match === null || /\w/.test(text[start - 1] ?? ' ') || !isCredential(value)) return nothing;
    if (text.slice(start, end).toLowerCase() === 'basic' && !isUserAndPassword(value)) return nothing;
    return [spanOf(text, end + match[0].length - value.length, value)];
  },
};

function isCredential(value: string): boolean {
  return value.length >= 8 && !isPlaceholder(value) && (isPlausibleSecret(value, 'token') || isUserAndPassword(value));
}

function isUserAndPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return false;
  const text = Buffer.from(value.slice(0, 256), 'base64').toString('latin1');
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(text);
}

const cookies = /^\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?/;
const pair = /([^\s=;,"'\\]{1,128})=([^\s;,"'\\]{1,3800})/g;
const sessionName = /sess|sid$|^sid|token|auth|jwt|csrf|xsrf|remember|login|user|account|secret|^id$|key|ticket/i;
const attribute = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;

/** `Cookie` and `Set-Cookie`: each value that a session may hang on; settings of a page stay. */
export const cookieRule: SecretRule = {
  anchors: ['cookie'],
  kind: 'context',
  find(text, { end }) {
    const line = lineFrom(text, end, maxLookAhead);
    const opening = cookies.exec(line)?.[0];
    if (opening === undefined) return nothing;
    const spans: SecretSpan[] = [];
    for (const match of line.slice(opening.length).matchAll(pair)) {
      const [whole, name = '', value = ''] = match;
      const start = end + opening.length + match.index + whole.length - value.length;
      if (!attribute.test(name) && holdsSession(name, value)) spans.push(spanOf(text, start, value));
    }
    return spans;
  },
};

function holdsSession(name: string, value: string): boolean {
  if (!isPlausibleSecret(value, 'token')) return false;
  if (sessionName.test(name) || /^__(?:Host|Secure)-/.test(name)) return value.length >= 8;
  return value.length >= 20 && !name.startsWith('_g');
}

function spanOf(text: string, start: number, value: string): SecretSpan {
  const end = start + value.length;
  return { start, end: value.length < 3_800 ? end : runEnd(text, end), name: 'a credential' };
}
