// Passwords in addresses and on command lines: `scheme://user:PASSWORD@host`, `curl -u user:PASSWORD`, `mysql -pPASSWORD`.
import type { SecretSpan } from '../span.ts';
import { isPlaceholder, isPlausibleSecret, isRandom } from './plausible-value.ts';
import { lineBefore, lineFrom, nothing, type SecretRule } from './secret-rule.ts';

/** To the last `@` before the path: passwords hold one, too. */
const userInfo = /^([^\s/:@"'`<>\\]{0,128}):([^\s/"'`<>\\]{1,512})@(?=[\w.[\-%$])/;
/** With a slash in the password, which is no address then: what stands before the slash is no port. */
const slashed = /^([^\s/:@"'`<>\\[\]]{0,128}):((?!\d{0,5}\/)[^\s@"'`<>\\]{8,512})@(?=[\w.[\-%$])/;
const encodedUserInfo = /^([^\s/:@"'`<>\\&?]{0,128}?)%3a([^\s/:@"'`<>\\&?]{1,512}?)%40/i;
const passwordForms = [userInfo, encodedUserInfo, slashed];
/** A token in the place of the user, as for Git over https. The public part of a Sentry address is hex of 32. */
const userOnly = /^([\w-]{20,255})(?::(?:x-oauth-basic)?)?@(?=[\w.[\-%$])/;
const sampleWords = /^(?:password|passwd|pass|pwd|secret|token|pw|user|username|key|api_?key)$/i;

/** Only the password goes: who and where stay readable. */
export const addressRule: SecretRule = {
  anchors: ['://', '%3a%2f%2f'],
  kind: 'context',
  find(text, { start, end }) {
    if (!/[A-Za-z0-9+.-]/.test(text[start - 1] ?? '')) return nothing;
    const line = lineFrom(text, end, 700);
    const user = userOnly.exec(line)?.[1] ?? '';
    if (isTokenOfUser(user)) return [{ start: end, end: end + user.length, name: 'a password' }];
    const match = passwordForms.map((form) => form.exec(line)).find((each) => each !== null);
    const password = match?.[2] ?? '';
    if (match === undefined || isPlaceholder(password) || sampleWords.test(password)) return nothing;
    const from = end + match[0].lastIndexOf(password);
    return [{ start: from, end: from + password.length, name: 'a password' }];
  },
};

function isTokenOfUser(user: string): boolean {
  return /[g-z_]|^[0-9a-f]{40}$/i.test(user) && isRandom(user);
}

interface OptionForm {
  /** The program, before the option on its line. */
  readonly program: RegExp;
  /** From the option on; the password is the last group. */
  readonly option: RegExp;
  /** Of letters alone, too: what stands behind a user and a colon is nothing else. */
  readonly isPair?: true;
}

const forms: readonly OptionForm[] = [
  {
    program:
      /\b(?:curl|wget|http|https|xh|httpie|rclone|lftp|svn|jfrog|smbclient|net|wmic|rpcclient|crackmapexec|ab)\b/,
    option: /^(?:-u|--user|--proxy-user|-U|-a|--auth)(?:[ \t]{1,4}|=)?["']?([^\s:%"']{1,128})[:%]([^\s"'`]{4,256})/,
    isPair: true,
  },
  {
    program: /\b(?:mysql\w*|mariadb\w*|mycli|percona\w*|sshpass|7z)\b/,
    option: /^-p["']?([^\s"'`]{4,256})/,
  },
  {
    program: /\b(?:sshpass|docker|podman|helm|mongo\w*|az|oc|buildah|skopeo|cqlsh|vault|kinit|nuget)\b/,
    option: /^-p[ \t]{1,4}["']?([^\s"'`]{4,256})/,
  },
  {
    program: /\b(?:redis-cli|ldap\w+|rsync|sqlcmd|bcp|zip|unzip)\b/,
    option: /^-(?:a|w|P|p)[ \t]{1,4}["']?([^\s"'`]{4,256})/,
  },
];

/** Options of one letter say what they mean only with their program. */
export const optionRule: SecretRule = {
  anchors: [' -u', ' -p', ' -P', ' -U', ' -a', ' -w', ' --user', ' --proxy-user', ' --auth'],
  kind: 'context',
  find(text, { start }) {
    const line = lineFrom(text, start + 1, 500);
    const before = lineBefore(text, start);
    for (const { program, option, isPair } of forms) {
      const match = option.exec(line);
      const password = match?.at(-1) ?? '';
      if (match === null || !program.test(before)) continue;
      if (!isPlausiblePassword(password) && (isPair === undefined || isSample(password))) continue;
      const end = start + 1 + match[0].length;
      const span: SecretSpan = { start: end - password.length, end, name: 'a password' };
      return [span];
    }
    return nothing;
  },
};

function isSample(value: string): boolean {
  return sampleWords.test(value) || isPlaceholder(value) || /^[\d./:-]+$/.test(value) || value.startsWith('//');
}

function isPlausiblePassword(value: string): boolean {
  return !sampleWords.test(value) && isPlausibleSecret(value, 'password');
}
