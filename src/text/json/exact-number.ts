// Whether a JSON number survives the trip through a double: its decimal value against the one that String(Number(text)) writes.

/** Any decimal of so many digits, written without an exponent, comes back from a double with the same value (DBL_DIG). */
const safeDigits = 15;

/** `text` is a valid JSON number. `1.0`, `1e2` and `-0` are exact; `12345678901234567890` and `1e400` are not. */
export function isExactNumber(text: string, value: number): boolean {
  if (text.length <= safeDigits && !text.includes('e') && !text.includes('E')) return true;
  if (!Number.isFinite(value)) return false;
  const sent = decimalOf(text);
  const kept = decimalOf(String(value));
  return (
    sent.digits === kept.digits &&
    (sent.digits === '' || (sent.scale === kept.scale && sent.negative === kept.negative))
  );
}

/** digits * 10^scale, with neither leading nor trailing zeros; no digits is zero. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly scale: number;
}

function decimalOf(text: string): Decimal {
  const negative = text.startsWith('-');
  const mark = Math.max(text.indexOf('e'), text.indexOf('E'));
  const mantissa = text.slice(negative ? 1 : 0, mark < 0 ? text.length : mark);
  const dot = mantissa.indexOf('.');
  const all = dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1);
  // Loops and not /0+$/, which is quadratic on a long run of zeros that does not stand at the end.
  let start = 0;
  while (start < all.length && all.charCodeAt(start) === 0x30) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 0x30) end--;
  const fraction = dot < 0 ? 0 : mantissa.length - dot - 1;
  const exponent = mark < 0 ? 0 : Number(text.slice(mark + 1));
  return { negative, digits: all.slice(start, end), scale: exponent - fraction + (all.length - end) };
}
