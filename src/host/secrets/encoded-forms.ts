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
    for (const form of [plain, jsonForm(plain), ...hexForms(bytes), ...urlForms(plain), ...base64Forms(bytes)]) {
      if (form.length >= leastSecretChars) forms.add(form);
    }
  }
  return [...forms];
}

/** Results are often JSON text, where a quote or a line end of the secret is escaped. */
function jsonForm(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function hexForms(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()];
}

/** Encoders differ in whether they leave `!'()*`, how they write a space, and in the case of the hex digits. */
function urlForms(value: string): string[] {
  const loose = encodeURIComponent(value.toWellFormed());
  const strict = loose.replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const upper = [loose, strict, loose.replaceAll('%20', '+'), strict.replaceAll('%20', '+')];
  return upper.flatMap((form) => [form, form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
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
  return [whole, whole.replace(/=+$/, ''), bytes.toString('base64url'), ...inside, ...standard];
}
