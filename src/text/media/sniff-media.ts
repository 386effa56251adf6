// Tells from its first bytes what a file is, and whether the end of it is there.

/** The formats that can be told. */
export type MediaKind = keyof typeof signatures;

type Test = (bytes: Uint8Array) => boolean;

const signatures = {
  png: starts('\x89PNG\r\n\x1a\n'),
  jpeg: starts('\xff\xd8\xff'),
  gif: (bytes) => starts('GIF87a')(bytes) || starts('GIF89a')(bytes),
  webp: (bytes) => starts('RIFF')(bytes) && starts('WEBP', 8)(bytes),
  bmp: (bytes) => starts('BM')(bytes) && bytes.length >= 26 && starts('\0\0\0\0', 6)(bytes),
  tiff: (bytes) => starts('II*\0')(bytes) || starts('MM\0*')(bytes),
  icon: starts('\0\0\x01\0'),
  // AVIF, HEIC, MP4 and M4A differ by their brands, which files mix.
  iso: starts('ftyp', 4),
  svg: (bytes) => /^(?:\uFEFF)?\s*<(?:svg|\?xml|!--|!doctype svg)/i.test(latin1(bytes, 0, 200)),
  wav: (bytes) => starts('RIFF')(bytes) && starts('WAVE', 8)(bytes),
  mp3: (bytes) => starts('ID3')(bytes) || hasFrameSync(bytes),
  aac: (bytes) => starts('ADIF')(bytes) || hasFrameSync(bytes),
  ogg: starts('OggS'),
  flac: starts('fLaC'),
  matroska: starts('\x1aE\xdf\xa3'),
  aiff: (bytes) => starts('FORM')(bytes) && (starts('AIFF', 8)(bytes) || starts('AIFC', 8)(bytes)),
  midi: starts('MThd'),
  pdf: (bytes) => latin1(bytes, 0, 1_024).includes('%PDF-'),
  zip: (bytes) => starts('PK\x03\x04')(bytes) || starts('PK\x05\x06')(bytes),
  gzip: starts('\x1f\x8b'),
} satisfies Record<string, Test>;

/** Two bytes that other data begins with by chance: they confirm a claim and never contradict one. */
const weak: ReadonlySet<string> = new Set(['mp3', 'aac', 'bmp', 'gzip', 'icon', 'svg', 'pdf']);

export function isOfKind(bytes: Uint8Array, kind: MediaKind): boolean {
  return signatures[kind](bytes);
}

/** Null for what cannot be told for sure. */
export function sniffMedia(bytes: Uint8Array): MediaKind | null {
  return kinds.find((kind) => !weak.has(kind) && signatures[kind](bytes)) ?? null;
}

// The keys of an object written above.
const kinds = Object.keys(signatures) as readonly MediaKind[];

/** Whether the file goes on to its end. True of formats that do not say where that is. */
export function isWhole(bytes: Uint8Array, kind: MediaKind): boolean {
  switch (kind) {
    case 'png':
      return isWholePng(bytes);
    case 'jpeg':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('\xff\xd9', undefined, 'latin1') > 2;
    case 'gif':
      return bytes.length > 13 && bytes.lastIndexOf(0x3b) > 13;
    case 'webp':
      return bytes.length >= new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true) + 8;
    default:
      return true;
  }
}

/** Every chunk says how long it is, and IEND is the last one. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 33 || latin1(bytes, 12, 16) !== 'IHDR') return false;
  if (view.getUint32(16) === 0 || view.getUint32(20) === 0) return false;
  let at = 8;
  while (at + 12 <= bytes.length) {
    if (latin1(bytes, at + 4, at + 8) === 'IEND') return true;
    at += view.getUint32(at) + 12;
  }
  return false;
}

function starts(text: string, at = 0): Test {
  return (bytes) => latin1(bytes, at, at + text.length) === text;
}

/** The eleven bits that a frame of MPEG audio begins with. */
function hasFrameSync([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, to);
}
