// Names what a file is that is no text, by its first bytes.
import { isUtf8 } from 'node:buffer';
import { clipUtf8 } from '../../../text/index.ts';
import { textFormOf } from './text-encoding.ts';

const signatures: readonly (readonly [name: string, hex: string, at?: number])[] = [
  ['a PNG image', '89504e470d0a1a0a'],
  ['a JPEG image', 'ffd8ff'],
  ['a GIF image', '47494638'],
  ['a WebP image', '57454250', 8],
  ['a WAV sound', '57415645', 8],
  ['a TIFF image', '49492a00'],
  ['a TIFF image', '4d4d002a'],
  ['an icon', '00000100'],
  ['a PDF document', '255044462d'],
  ['a ZIP archive, or a document made of one (docx, xlsx, pptx, jar)', '504b0304'],
  ['an old Office document', 'd0cf11e0a1b11ae1'],
  ['gzip data', '1f8b08'],
  ['bzip2 data', '425a68'],
  ['xz data', 'fd377a585a00'],
  ['zstd data', '28b52ffd'],
  ['a 7z archive', '377abcaf271c'],
  ['a RAR archive', '526172211a07'],
  ['a tar archive', '7573746172', 257],
  ['an ELF program or library', '7f454c46'],
  ['a Mach-O program or library', 'cffaedfe'],
  ['a Windows program or library', '4d5a9000'],
  ['a Java class', 'cafebabe'],
  ['a WebAssembly module', '0061736d'],
  ['an SQLite database', '53514c69746520666f726d61742033'],
  ['an MP4 or QuickTime video', '66747970', 4],
  ['a Matroska or WebM video', '1a45dfa3'],
  ['an Ogg sound', '4f676753'],
  ['an MP3 sound', '494433'],
  ['a WOFF font', '774f4646'],
  ['a WOFF font', '774f4632'],
  ['UTF-32 text', 'fffe0000'],
];

/** What a file is by its first bytes, such as `a PNG image` or `binary data`; null for text. */
export function binaryKind(sample: Uint8Array): string | null {
  const hex = Buffer.from(sample.subarray(0, 512)).toString('hex');
  const kind = signatures.find(([, signature, at = 0]) => hex.startsWith(signature, at * 2))?.[0] ?? null;
  if (textFormOf(sample) === null) return kind ?? 'binary data';
  // A text may begin with the same letters as a file of another kind; a PDF is none even where it holds only letters.
  const isText = isUtf8(clipUtf8(sample, sample.length - 1)) && kind !== 'a PDF document';
  return isText ? null : kind;
}
