// What a text says once its encodings are taken off: so that a secret does not leave in base64, hex or escapes.

/** A run may begin in the midst of a group: `user:secret` of HTTP Basic does. */
const base64Run = /[A-Za-z0-9+/_-]{20,}/g;
const hexRun = /(?:[0-9a-fA-F]{2}){10,}/g;
const mostNested = 2;
/** Beyond this the same text is decoded in ever more ways. */
const mostTexts = 400;

/** The text itself and what it decodes to, one encoding in another, too. Linear in its length for each. */
export function decodedTexts(text: string): readonly string[] {
  const texts = new Set([text]);
  let last: readonly string[] = [text];
  for (let nested = 0; nested <= mostNested && last.length > 0; nested++) {
    const next = new Set(last.flatMap(decodings));
    last = [...next].filter((each) => !texts.has(each));
    for (const each of last) if (texts.size < mostTexts) texts.add(each);
  }
  return [...texts];
}

function decodings(text: string): string[] {
  return [
    ...folded(text),
    ...percents(text),
    ...escapes(text),
    ...joined(text),
    ...runsOf(text, base64Run, fromBase64),
    ...runsOf(text.replaceAll(parted, ''), hexRun, fromHex),
  ];
}

/** Between the bytes of `41:42`, `0x41, 0x42`. */
const parted =
  /(?<![^\s:,])0x(?=[0-9a-fA-F]{2}(?:[\s:,]|$))|(?<=(?:^|[\s:,x])[0-9a-fA-F]{2})[\s:,]+(?=(?:0x)?[0-9a-fA-F]{2}(?:[\s:,]|$))/g;

/** Wide letters and the like, as readers take them, and without what is not seen between them. */
function folded(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/[\p{Default_Ignorable_Code_Point}\0]/gu, '');
  return plain === text ? [] : [plain];
}

function percents(text: string): string[] {
  if (!/%[0-9a-fA-F]{2}/.test(text)) return [];
  const bytes = text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  );
  return [bytes, bytes.replaceAll('+', ' ')];
}

/** `\x41`, `\u0041`, `\101`, `&#65;`, `&#x41;` */
function escapes(text: string): string[] {
  if (!/\\[xu0-7]|&#/.test(text)) return [];
  return [
    text
      .replaceAll(/\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|&#x[0-9a-fA-F]{1,5};/g, (code) =>
        character(Number.parseInt(code.replace(/^\\.|^&#x/, ''), 16)),
      )
      .replaceAll(/\\([0-3]?[0-7]{2})/g, (_, octal) => character(Number.parseInt(String(octal), 8)))
      .replaceAll(/&#(\d{1,6});/g, (_, decimal) => character(Number(decimal))),
  ];
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Pieces of a command or a program that quotes, spaces and signs of joining part. */
function joined(text: string): string[] {
  const bare = text.replaceAll(/[\s"'`\\+,.&|;(){}$]+/g, '');
  return bare === text ? [] : [text.replaceAll(/["'`\\\s]+/g, ''), text.replaceAll(/["'`][\s+,.&]*["'`]/g, ''), bare];
}

function runsOf(text: string, runs: RegExp, decode: (run: string) => readonly string[]): string[] {
  // Joined: what was parted between two runs belongs together, and each alone is too short to be looked at.
  const all = text.match(runs) ?? [];
  return all.length === 0 ? [] : all.flatMap(decode);
}

function fromBase64(run: string): readonly string[] {
  return [0, 1, 2, 3].flatMap((skipped) => printable(Buffer.from(run.slice(skipped), 'base64url')));
}

function fromHex(run: string): readonly string[] {
  return [0, 1].flatMap((skipped) => printable(Buffer.from(run.slice(skipped), 'hex')));
}

/** A secret is printable; most of what decodes by chance is not. */
function printable(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  return /[\x20-\x7e]{12}/.test(text) ? [text, bytes.toString('utf8')] : [];
}
