// In which encoding a file's text is, and back into the same one.
import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface TextForm {
  readonly encoding: Encoding;
  /** True where the file begins with a byte order mark; it is no part of the text. */
  readonly hasMark: boolean;
}

export interface DecodedText extends TextForm {
  readonly text: string;
}

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How many bytes of a file's start decide whether it is text. */
export const sampleBytes = 8_192;

/** By the first bytes of a file; null where they are no text. Without a mark `utf-8` until the bytes show otherwise. */
export function textFormOf(sample: Uint8Array): TextForm | null {
  const start = [...sample.subarray(0, 4)];
  // UTF-32 begins like UTF-16; nobody writes text in it.
  if (start.length === 4 && start[0] === 0xff && start[1] === 0xfe && start[2] === 0 && start[3] === 0) return null;
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  if (marked !== undefined) return { encoding: marked[0], hasMark: true };
  return sample.subarray(0, sampleBytes).includes(0) ? null : { encoding: 'utf-8', hasMark: false };
}

/** The bytes that a mark takes. */
export function markLength({ encoding, hasMark }: TextForm): number {
  if (!hasMark) return 0;
  return marks.find(([name]) => name === encoding)?.[1].length ?? 0;
}

/** The whole text; what is not UTF-8 is windows-1252, in which every byte is a character. Null where UTF-16 is broken. */
export function decodeText(bytes: Uint8Array, form: TextForm): DecodedText | null {
  const body = Buffer.from(bytes.subarray(markLength(form)));
  switch (form.encoding) {
    case 'utf-8':
      if (isUtf8(body)) return { ...form, text: body.toString('utf8') };
      return { encoding: 'windows-1252', hasMark: false, text: decodeBytes(bytes) };
    case 'utf-16le':
    case 'utf-16be': {
      if (body.length % 2 !== 0) return null;
      const text = (form.encoding === 'utf-16be' ? body.swap16() : body).toString('utf16le');
      return { ...form, text };
    }
    case 'windows-1252':
      return { ...form, text: decodeBytes(body) };
  }
}

/** The bytes of the text in its file's own form; null where that encoding has no such character. */
export function encodeText({ text, encoding, hasMark }: DecodedText): Uint8Array | null {
  const mark = Buffer.from(hasMark ? (marks.find(([name]) => name === encoding)?.[1] ?? []) : []);
  switch (encoding) {
    case 'utf-8':
      return Buffer.concat([mark, Buffer.from(text, 'utf8')]);
    case 'utf-16le':
      return Buffer.concat([mark, Buffer.from(text, 'utf16le')]);
    case 'utf-16be':
      return Buffer.concat([mark, Buffer.from(text, 'utf16le').swap16()]);
    case 'windows-1252':
      return encodeBytes(text);
  }
}

/** windows-1252 as the web has it: all 256 bytes are characters, so that what is read can be written back. */
export function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [decodeBytes(Uint8Array.of(byte)), byte]),
);

function encodeBytes(text: string): Uint8Array | null {
  const bytes = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = byteOf.get(text[index] ?? '');
    if (byte === undefined) return null;
    bytes[index] = byte;
  }
  return bytes;
}

const names: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'windows-1252',
};

/** What a reader should know of the form: nothing for plain UTF-8. */
export function formNote({ encoding, hasMark }: TextForm): string | null {
  if (encoding === 'windows-1252') return 'Not UTF-8: read as windows-1252.';
  if (encoding !== 'utf-8') return `${names[encoding]} with a byte order mark, shown as UTF-8.`;
  return hasMark ? 'Begins with a byte order mark, which is not shown.' : null;
}
