// Whether what stands where a secret belongs is one, or a placeholder, a word, an expression, a path.

/** `password`: whoever names it so means one, and people choose weak ones. `token`: tokens and keys are random and long. */
export type Strength = 'password' | 'token';

/** So much of a value is looked at. */
const mostLooked = 256;

export function isPlausibleSecret(value: string, strength: Strength): boolean {
  const looked = value.slice(0, mostLooked);
  if (looked.length < (strength === 'password' ? 5 : 8) || isPlaceholder(looked) || isExpression(looked)) return false;
  if (isRandom(looked)) return true;
  return strength === 'password' && isWeakPassword(looked);
}

const placeholders =
  /^(?:[<[({]|\$[({A-Za-z_]|%[A-Za-z_]+%|@[A-Za-z_]|#\{|…)|\.\.\.|…|\*\*\*|\$\{|\{\{|x{4}|redacted|(?:change|replace|fill|insert|put)[_ -]?(?:me|this|in|with|your)|example|placeholder|(?:^|[_ -])(?:your|dummy|sample|todo)(?:[_ -]|$)|^(?:null|none|nil|undefined|true|false|empty|unset|default|required|optional|disabled|enabled)$/i;

/** `my-token`, `yourApiKey`: of what is random, one in some hundred begins so by chance. */
const possessive = /^(?:your|my)[A-Z_-]/i;

/** What people write in place of a value. */
export function isPlaceholder(value: string): boolean {
  if (placeholders.test(value) || (possessive.test(value) && !isRandom(value))) return true;
  return value === value.charAt(0).repeat(value.length);
}

/** Letters, and one or two digits behind them. */
const wordLike = /^(?:[A-Za-z]{1,24}\d{0,2}|[vV]?\d{1,4})?$/;

/** Slashes of it part no folders. */
const paddedBase64 = /^[A-Za-z0-9+/]{42,}={1,2}$/;

/** A path, an address, a dotted name or the call of something. */
function isExpression(value: string): boolean {
  if (paddedBase64.test(value)) return false;
  if (/^\w[\w+.-]*:\/\//.test(value) || /^(?:\.{0,2}|~)\/[\w.-]+\//.test(value)) return !isRandomPath(value);
  if (/^[A-Za-z_$][\w$.]*\(/.test(value) || /^(?:process\.env|os\.environ|import\.meta|System\.|ENV\[)/.test(value))
    return true;
  const parts = value.split(/[.:/\\]|->/);
  return parts.length > 1 && parts.every((part) => wordLike.test(part.replaceAll(/[_$-]/g, '')) && !isRandom(part));
}

function isRandomPath(value: string): boolean {
  return !value.includes('://') && value.split('/').some((part) => part.length >= 16 && isRandom(part));
}

/** How often the kind of character changes from one to the next: in random text at more than every fourth place, in names hardly ever. */
export function isRandom(value: string): boolean {
  const { changes, digits, letters } = countKinds(value);
  // Names in camel case and with hyphens have one change at each word.
  if (value.length < 8 || letters === 0 || isWords(value)) return false;
  if (/^[0-9a-f]{32,}$/i.test(value)) return digits > 0;
  const share = changes / value.length;
  const isLong = value.length >= 16;
  // Small letters and digits change their kind seldom, yet no word has a digit in its midst.
  if (digits > 0) return share >= (isLong ? 0.12 : 0.25) || (isLong && /^[a-z0-9]+$/.test(value));
  return share >= (isLong ? 0.24 : 0.3) || isOneLongRun(value, share);
}

/** Of small letters alone: no word is that long. */
function isOneLongRun(value: string, share: number): boolean {
  return value.length >= 24 && share === 0;
}

interface Kinds {
  readonly changes: number;
  readonly digits: number;
  readonly letters: number;
}

function countKinds(value: string): Kinds {
  const kinds = Array.from(value, kindOf);
  return {
    changes: kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length,
    digits: kinds.filter((kind) => kind === 'digit').length,
    letters: kinds.filter((kind) => kind === 'lower' || kind === 'upper').length,
  };
}

/** Words, dates and small numbers between signs. */
function isWords(value: string): boolean {
  const parts = value.split(/[_.\-/:,@ ]+/);
  return parts.every((part) =>
    /^(?:[a-z]{1,20}|[A-Z]{1,20}|[A-Z][a-z]{1,20}|(?:[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,}){1,4})|[a-z]{2,}\d{1,2}|[vV]?\d{1,8})?$/.test(
      part,
    ),
  );
}

function kindOf(character: string): 'lower' | 'upper' | 'digit' | 'other' {
  if (character >= 'a' && character <= 'z') return 'lower';
  if (character >= 'A' && character <= 'Z') return 'upper';
  return character >= '0' && character <= '9' ? 'digit' : 'other';
}

/** A word with a number or a sign to it, which no word of a sentence and no identifier has: `hunter22`, `S3cret!`. */
function isWeakPassword(value: string): boolean {
  const hasLetter = /[A-Za-z]/.test(value);
  const hasDigit = /\d/.test(value);
  if (!hasLetter) return /^\d{6,}$/.test(value) && value.length <= 12;
  if (hasDigit && /^[\x21-\x7e]+$/.test(value)) return !/^[A-Za-z_-]+\d?$/.test(value);
  return /[!#$%^&*+=?@~]/.test(value) && value.length >= 8 && !/[()<>{}]/.test(value);
}
