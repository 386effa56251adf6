// What the store could not take of a call that had run or been answered. Until it is written the gate takes no new call: the record comes first.

export interface Unfinished {
  add(write: () => Promise<unknown>): void;
  /** Writes what is left, each once, in its order. Throws as the journal does while the store stays away. */
  settle(): Promise<void>;
}

export function createUnfinished(): Unfinished {
  const open: (() => Promise<unknown>)[] = [];
  let settling: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    for (let write = open[0]; write !== undefined; write = open[0]) {
      await write();
      open.shift();
    }
  }

  return {
    add: (write) => void open.push(write),
    async settle() {
      if (open.length === 0) return;
      // Calls that come at the same time wait for one writer: two would write an end twice and drop the next.
      settling ??= writeAll().finally(() => {
        settling = null;
      });
      await settling;
    },
  };
}
