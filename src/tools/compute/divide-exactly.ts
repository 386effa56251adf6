// The double nearest to the quotient of two integers, however large they are: rounded once, to even.

const smallestExponent = -1074;

/** `divisor` is not zero. Infinity where the quotient is beyond the doubles. */
export function divideExactly(dividend: bigint, divisor: bigint): number {
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  if (top === 0n) return negative ? -0 : 0;
  // Enough fraction bits for 53 significant ones and some to round by.
  const shift = 64 - (bitLength(top) - bitLength(bottom));
  const scaledTop = shift > 0 ? top << BigInt(shift) : top;
  const scaledBottom = shift < 0 ? bottom << BigInt(-shift) : bottom;
  const quotient = scaledTop / scaledBottom;
  // Whatever the division dropped only matters as "a little more": one sticky bit below all others.
  const sticky = quotient * scaledBottom === scaledTop ? 0n : 1n;
  const size = toDouble((quotient << 1n) | sticky, shift + 1);
  return negative ? -size : size;
}

/** significand * 2^-shift, rounded half to even, subnormal numbers included. */
function toDouble(significand: bigint, shift: number): number {
  const lowest = Math.max(bitLength(significand) - shift - 53, smallestExponent);
  const dropped = BigInt(lowest + shift);
  const kept = significand >> dropped;
  const rest = significand - (kept << dropped);
  const half = 1n << (dropped - 1n);
  const roundsUp = rest > half || (rest === half && (kept & 1n) === 1n);
  // At most 53 bits and a power of two that is a double itself: nothing is rounded again.
  return Number(roundsUp ? kept + 1n : kept) * 2 ** lowest;
}

function bitLength(value: bigint): number {
  return value.toString(2).length;
}
