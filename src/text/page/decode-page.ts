// What a response is, by its Content-Type or, where that says nothing, by its first bytes; and its text in the right character set.

type PageKind = 'html' | 'json' | 'text' | 'binary';

export interface DecodedPage {
  readonly kind: PageKind;
  /** The media type without parameters; `unknown` where the server gave none. */
  readonly mediaType: string;
  /** Empty for `binary`. What cannot be decoded is U+FFFD. */
  readonly text: string;
}

const textTypes =
  /^(?:text\/.*|.*\+xml|application\/(?:xml|(?:x-)?javascript|ecmascript|typescript|(?:x-)?yaml|toml|sql|graphql|(?:x-)?ndjson|x-sh|x-www-form-urlencoded|rtf))$/;

/** Bytes in which a charset declaration is looked for (HTML standard, prescan). */
const prescanned = 1024;

export function decodePage(body: Uint8Array, contentType: string): DecodedPage {
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const declared = mediaType.toLowerCase();
  const kind = kindOf(declared) ?? sniff(body);
  const named = declared === '' ? 'unknown' : declared;
  if (kind === 'binary') return { kind, mediaType: named, text: '' };
  const charset = parameters
    .map((part) => /^charset\s*=\s*"?([^"\s]+)"?$/i.exec(part)?.[1])
    .find((found) => found !== undefined);
  return { kind, mediaType: named, text: decode(body, charset ?? charsetInside(body, kind)) };
}

function kindOf(mediaType: string): PageKind | null {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html';
  if (mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json')) return 'json';
  if (textTypes.test(mediaType)) return 'text';
  return mediaType === '' || mediaType === 'application/octet-stream' ? null : 'binary';
}

function sniff(body: Uint8Array): PageKind {
  const start = body.subarray(0, prescanned);
  if (start.includes(0)) return 'binary';
  try {
    // Streaming, so that a character cut at the end of the sample is no error.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return /^\s*<(?:!doctype html|html)\b/i.test(text) ? 'html' : 'text';
  } catch {
    return 'binary';
  }
}

function charsetInside(body: Uint8Array, kind: PageKind): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, prescanned));
  const declared =
    kind === 'html'
      ? /<meta\s[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1]
      : /^<\?xml\s[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  // A page that could be read so far is in no UTF-16, whatever it says (HTML standard).
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decode(body: Uint8Array, charset: string): string {
  // A byte order mark outranks every declaration (Encoding standard, decode).
  const marked =
    body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : null;
  const isUtf8 = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return decodeAs(marked ?? (isUtf8 ? 'utf-8' : charset), body);
}

/** UTF-8 where the declared character set is none that exists. */
function decodeAs(charset: string, body: Uint8Array): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
