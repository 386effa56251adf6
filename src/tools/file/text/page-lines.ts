// Cuts one page of lines out of a stream of any length, counting all lines, in bounded memory.
import { isUtf8 } from 'node:buffer';
import { clipUtf8 } from '../../../text/index.ts';
import { decodeBytes, markLength, type TextForm } from './text-encoding.ts';

export interface PageRequest {
  readonly form: TextForm;
  /** Lines to skip. */
  readonly offset: number;
  readonly limit: number;
}

export interface Page {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** Lines of the whole stream. */
  readonly total: number;
  readonly endsWithNewline: boolean;
  /** Lines that were longer than `longestLine`, as numbers from 1, with their bytes. */
  readonly cut: readonly { readonly line: number; readonly bytes: number }[];
  /** Where the bytes were not UTF-8 they were read as windows-1252. */
  readonly form: TextForm;
}

/** Characters of a line that are shown. */
export const longestLine = 2_000;
/** A character takes at most four bytes. */
const keptBytes = longestLine * 4;

/** One line of the page as it is gathered: copies, since a chunk is only lent. */
interface OpenLine {
  readonly parts: Buffer[];
  kept: number;
  bytes: number;
}

export async function readPage(chunks: AsyncIterable<Uint8Array>, { form, offset, limit }: PageRequest): Promise<Page> {
  const wanted: OpenLine[] = [];
  let current = 0;
  let lastBytes = 0;
  let open = openLine();
  const take = (bytes: Uint8Array): void => {
    lastBytes += bytes.length;
    if (current >= offset && current < offset + limit) gather(open, bytes);
  };
  const endLine = (): void => {
    if (current >= offset && current < offset + limit) wanted.push(open);
    open = openLine();
    current += 1;
    lastBytes = 0;
  };
  for await (const chunk of utf8Chunks(chunks, form)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      endLine();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  const endsWithNewline = lastBytes === 0 && current > 0;
  if (lastBytes > 0) endLine();
  return { ...decodeLines(wanted, form, offset), total: current, endsWithNewline };
}

function openLine(): OpenLine {
  return { parts: [], kept: 0, bytes: 0 };
}

function gather(line: OpenLine, bytes: Uint8Array): void {
  line.bytes += bytes.length;
  const room = Math.min(bytes.length, keptBytes - line.kept);
  if (room <= 0) return;
  line.parts.push(Buffer.from(bytes.subarray(0, room)));
  line.kept += room;
}

function decodeLines(
  gathered: readonly OpenLine[],
  form: TextForm,
  offset: number,
): Pick<Page, 'lines' | 'cut' | 'form'> {
  const raw = gathered.map((line) => {
    const bytes = Buffer.concat(line.parts);
    return line.bytes > line.kept ? Buffer.from(clipUtf8(bytes, Math.max(0, bytes.length - 4))) : bytes;
  });
  const isText = raw.every((bytes) => isUtf8(bytes));
  const cut: { line: number; bytes: number }[] = [];
  const lines = raw.map((bytes, index) => {
    const text = (isText ? bytes.toString('utf8') : decodeBytes(bytes)).replace(/(?<!\r)\r+$/, '');
    const size = gathered[index]?.bytes ?? 0;
    if (text.length <= longestLine && size <= keptBytes) return text;
    cut.push({ line: offset + index + 1, bytes: size });
    return text.slice(0, longestLine).toWellFormed();
  });
  return { lines, cut, form: isText ? form : { encoding: 'windows-1252', hasMark: false } };
}

/** The stream without its mark, as UTF-8 where it was UTF-16. */
async function* utf8Chunks(chunks: AsyncIterable<Uint8Array>, form: TextForm): AsyncGenerator<Buffer> {
  const isWide = form.encoding === 'utf-16le' || form.encoding === 'utf-16be';
  const decoder = isWide ? new TextDecoder(form.encoding) : null;
  let skip = isWide ? 0 : markLength(form);
  for await (const chunk of chunks) {
    const rest = chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
    // `toWellFormed`: half a pair at a chunk's end waits in the decoder, what comes out is whole.
    yield decoder === null ? asBuffer(rest) : Buffer.from(decoder.decode(rest, { stream: true }).toWellFormed());
  }
  if (decoder !== null) yield Buffer.from(decoder.decode());
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
