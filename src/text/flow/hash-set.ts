// A set of 32-bit hashes in one block of memory: a Set of numbers of the same size takes ten times the room.

export interface HashSet {
  /** False where the set is full and this hash is not in it: from then on `has` says too little, and who asks has to know. */
  add(hash: number): boolean;
  has(hash: number): boolean;
  readonly bytes: number;
}

const smallest = 256;

/** Grows by doubling, and holds at most `most` hashes. */
export function createHashSet(most: number): HashSet {
  let slots = new Uint32Array(smallest);
  let count = 0;

  /** Where the hash is, or the free slot where it belongs. 0 marks a free slot, so 0 itself is kept as 1. */
  function slotOf(hash: number): number {
    const mask = slots.length - 1;
    let at = Math.imul(hash, 0x9e3779b1) >>> 0;
    for (at &= mask; slots[at] !== 0 && slots[at] !== hash; at = (at + 1) & mask);
    return at;
  }

  function grow(): void {
    const old = slots;
    slots = new Uint32Array(old.length * 2);
    for (const hash of old) if (hash !== 0) slots[slotOf(hash)] = hash;
  }

  return {
    add(given) {
      const hash = given >>> 0 || 1;
      if (slots[slotOf(hash)] === hash) return true;
      if (count >= most) return false;
      if ((count + 1) * 2 > slots.length) grow();
      slots[slotOf(hash)] = hash;
      count += 1;
      return true;
    },
    has(given) {
      const hash = given >>> 0 || 1;
      return slots[slotOf(hash)] === hash;
    },
    get bytes() {
      return slots.byteLength;
    },
  };
}
