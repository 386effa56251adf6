// The forms in which a secret may turn up in text: as it is, and as programs commonly encode it.

/** Shorter values, and shorter forms of them, stand in too many innocent texts. */
const leastSecretChars = 8;

/** All forms of 8 characters and more, without duplicates. Empty for a shorter value. */
export function encodedForms(value: string): readonly string[] {
  const forms = new Set<string>();
  // Secrets are often read from files, with a line end that the text they turn up in does not have.
  for (const plain of new Set([value, value.trim()])) {
    if (plain.length < leastSecretChars) continue;
    // Half of a surrogate pair has no encoding; it is sent as the replacement character.
    const bytes = Buffer.from(plain.toWellFormed(), 'utf8');
    const encoded = [...jsonForms(plain), bytes.toString('hex'), ...urlForms(plain), ...base64Forms(bytes)];
    // As bytes that are read one by one, too: the output of programs is searched that way.
    for (const form of [...casesOf(plain), bytes.toString('latin1'), ...longLines(plain), ...encoded]) {
      if (form.length >= leastSecretChars) forms.add(form);
    }
  }
  return [...forms];
}

/** Of A to Z the search finds either case; of other letters it does not. */
function casesOf(value: string): string[] {
  return /^[\0-\x7f]*$/.test(value) ? [value] : [value, value.toLowerCase(), value.toUpperCase()];
}

/** Of a value of many lines, such as a key: they turn up one by one, numbered or indented. */
function longLines(value: string): string[] {
  return value.includes('\n') ? value.split(/\r?\n/).filter((line) => /^\S{24,}$/.test(line)) : [];
}

/** Results are often JSON text, where a quote or a line end of the secret is escaped; some writers escape all but ASCII, or slashes. */
function jsonForms(value: string): string[] {
  const plain = JSON.stringify(value).slice(1, -1);
  const ascii = plain.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [plain, ascii, ascii.replaceAll('/', String.raw`\/`), JSON.stringify(plain).slice(1, -1)];
}

/** Encoders differ in whether they leave `!'()*` or all that is no letter, how they write a space, and whether they do it twice. */
function urlForms(value: string): string[] {
  const loose = encodeURIComponent(value.toWellFormed());
  const strict = loose.replaceAll(/[!'()*]/g, percent);
  const full = loose.replaceAll(/[!'()*._~-]/g, percent);
  const path = encodeURI(value.toWellFormed());
  const once = [loose, strict, full, path, loose.replaceAll('%20', '+'), strict.replaceAll('%20', '+')];
  return [...once, ...[loose, strict].map(encodeURIComponent)];
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Padded, unpadded and URL-safe. Also as part of something longer, such as `user:secret` of HTTP Basic: there the secret begins at one of
 * three offsets in a group of three bytes, and all characters but those at its edges are known.
 */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString('base64');
  const inside = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const standard = inside.map((text) => text.replaceAll('-', '+').replaceAll('_', '/'));
  const wrapped = [64, 76].map((width) => whole.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n'));
  return [whole, ...wrapped, whole.replace(/=+$/, ''), bytes.toString('base64url'), ...inside, ...standard];
}
