// Whether a text that people are shown seems to ask them for a password, a key or the like.

const words =
  /pass(?:word|wd|phrase|code)|\bpwd\b|secret|credential|(?:api|access|private|auth)[ _-]?(?:key|token)|\btoken\b|\bpin\b|\bcvv\b|\bcvc\b|card number|\bssn\b|recovery phrase|seed phrase/i;

/** `apiKey` reads as `api Key`. */
export function asksForSecret(text: string): boolean {
  return words.test(text.replaceAll(/([a-z])([A-Z])/g, '$1 $2'));
}
