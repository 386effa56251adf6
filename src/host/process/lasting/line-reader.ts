// Cuts a stream of bytes into lines without ever keeping more than one bounded line.

export interface LineReader {
  push(chunk: Uint8Array): void;
}

export interface LineNeeds {
  /** Of a longer line nothing is kept. */
  readonly maxBytes: number;
  /** Without its end. What is no UTF-8 comes with replacement characters. */
  readonly onLine: (line: string) => void;
  /** A line that was longer than `maxBytes`, by its length. */
  readonly onLongLine: (bytes: number) => void;
}

const newline = 0x0a;

export function createLineReader({ maxBytes, onLine, onLongLine }: LineNeeds): LineReader {
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  function keep(piece: Uint8Array): void {
    bytes += piece.length;
    if (bytes > maxBytes) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  }

  function end(): void {
    const [line, length] = [pieces, bytes];
    pieces = [];
    bytes = 0;
    if (length > maxBytes) onLongLine(length);
    else onLine(Buffer.concat(line).toString());
  }

  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, at));
        start = at + 1;
        end();
      }
      keep(chunk.subarray(start));
    },
  };
}
