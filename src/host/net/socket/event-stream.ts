// Reads server-sent events (HTML standard, "event stream interpretation") as far as our own daemon writes them: the data of each.

/** One event holds one record; more than this is a peer that has gone wrong. In UTF-16 code units. */
const longestEvent = 16 * 1024 * 1024;

/** Yields the data of each complete event. An event that the stream's end cuts off is dropped, as the standard says. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  let size = 0;
  for await (const line of lines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n');
      data = [];
      size = 0;
    } else if (line === 'data' || line.startsWith('data:')) {
      const value = line.slice('data:'.length);
      data.push(value.startsWith(' ') ? value.slice(1) : value);
      size += value.length;
      if (size > longestEvent) throw tooLong();
    }
  }
}

/** Lines end in LF or CR LF; the daemon writes no bare CR. */
async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of the line that has not ended yet: joined once, so that a long event in small chunks stays linear.
  let pieces: string[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    size += first.length;
    if (size > longestEvent) throw tooLong();
    for (const next of rest) {
      yield withoutReturn(pieces.join(''));
      pieces = [next];
      size = next.length;
    }
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function tooLong(): Error {
  return new Error(`an event is longer than ${longestEvent} characters`);
}
