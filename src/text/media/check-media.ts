// Whether data that others sent as an image, audio or a file of some type is that: a wrong or broken one would end a conversation with a model.
import { isOfKind, isWhole, sniffMedia, type MediaKind } from './sniff-media.ts';

const kindsOfType: ReadonlyMap<string, readonly MediaKind[]> = new Map<string, readonly MediaKind[]>([
  ['image/png', ['png']],
  ['image/apng', ['png']],
  ['image/jpeg', ['jpeg']],
  ['image/jpg', ['jpeg']],
  ['image/gif', ['gif']],
  ['image/webp', ['webp']],
  ['image/bmp', ['bmp']],
  ['image/tiff', ['tiff']],
  ['image/avif', ['iso']],
  ['image/heic', ['iso']],
  ['image/heif', ['iso']],
  ['image/svg+xml', ['svg']],
  ['image/x-icon', ['icon', 'png']],
  ['image/vnd.microsoft.icon', ['icon', 'png']],
  ['audio/wav', ['wav']],
  ['audio/x-wav', ['wav']],
  ['audio/wave', ['wav']],
  ['audio/vnd.wave', ['wav']],
  ['audio/mpeg', ['mp3']],
  ['audio/mp3', ['mp3']],
  ['audio/aac', ['aac']],
  ['audio/mp4', ['iso']],
  ['audio/m4a', ['iso']],
  ['audio/x-m4a', ['iso']],
  ['audio/ogg', ['ogg']],
  ['audio/opus', ['ogg']],
  ['audio/flac', ['flac']],
  ['audio/x-flac', ['flac']],
  ['audio/webm', ['matroska']],
  ['audio/aiff', ['aiff']],
  ['audio/x-aiff', ['aiff']],
  ['audio/midi', ['midi']],
  ['application/pdf', ['pdf']],
  ['application/zip', ['zip']],
  ['application/gzip', ['gzip']],
]);

export type MediaCheck =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** `problem` is in words that follow "an image left out: ". Of a type that is not known only a clear contradiction is a problem. */
export function checkMedia(data: string, mimeType: string | undefined): MediaCheck {
  if (!isBase64(data)) return wrong('its data is no base64');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0) return wrong('it is empty');
  const [type = ''] = (mimeType ?? '').toLowerCase().split(/\s*;/, 1);
  const problem = typeProblem(bytes, type);
  return problem === null ? { ok: true, bytes } : wrong(problem);
}

function typeProblem(bytes: Uint8Array, type: string): string | null {
  const claimed = kindsOfType.get(type);
  const kind = claimed?.find((one) => isOfKind(bytes, one));
  if (kind !== undefined) return isWhole(bytes, kind) ? null : 'its data ends too early or is damaged';
  const found = sniffMedia(bytes);
  if (claimed !== undefined) return `its data is no ${type}${found === null ? '' : ` but looks like ${found}`}`;
  const isMedia = /^(?:image|audio)\//.test(type);
  return isMedia && found !== null && !containers.has(found) ? `its data is no ${type} but looks like ${found}` : null;
}

/** Hold data of many types. */
const containers: ReadonlySet<MediaKind> = new Set(['iso', 'matroska', 'ogg', 'tiff']);

/** As RFC 4648 has it, in whole groups of four. */
export function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

/** Of base64 in whole groups. */
export function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor(data.length / 4) * 3 - padding);
}

function wrong(problem: string): MediaCheck {
  return { ok: false, problem };
}
