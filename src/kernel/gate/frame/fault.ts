// Puts into words what was thrown, whatever it is: a hostile value must not throw a second time while it is described.
import { errorCodes, isCapabilityError, type ErrorCodeName } from '../../../contract/index.ts';
import { cutHead } from '../../../text/index.ts';

const maxChars = 4_000;

/** Well-formed and bounded. Not redacted. */
export function faultText(cause: unknown): string {
  try {
    // What an Error holds as its message is only by custom a text.
    const message: unknown = cause instanceof Error ? cause.message : cause;
    const { text, omittedChars } = cutHead(String(message), maxChars);
    // Of a secret that was cut in two the redactor would not know the half.
    return (omittedChars > 0 ? text.replace(/\s\S{1,1000}$/, ' …') : text).toWellFormed();
  } catch {
    return 'something was thrown that cannot be put into words';
  }
}

/** The code of a fault of ours; null for everything else, and for a code that is in no table. */
export function faultCode(cause: unknown): ErrorCodeName | null {
  try {
    if (!isCapabilityError(cause)) return null;
    const { code } = cause;
    return typeof code === 'string' && Object.hasOwn(errorCodes, code) ? code : null;
  } catch {
    return null;
  }
}

/** Where even the redactor fails nothing of the text is shown. */
export function redactedText(text: string, redact: (text: string) => string): string {
  try {
    return redact(text);
  } catch {
    return 'what went wrong cannot be shown safely';
  }
}

const storeCodes: ReadonlySet<ErrorCodeName | null> = new Set([
  'store_unavailable',
  'store_locked',
  'store_newer',
] as const);

/** True where the store could not be read or written: nothing is wrong with the call, and it may work later. */
export function isStoreFault(code: ErrorCodeName | null): boolean {
  return storeCodes.has(code);
}
