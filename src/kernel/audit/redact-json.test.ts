import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../contract/index.ts';
import { redactJson, redactTexts } from './redact-json.ts';

const redact = (text: string) => text.replaceAll('secret', '***').replaceAll('12345678', '***');
const value = {
  secret: ['a secret', { deep: 'secret', n: 12345678, raw: JSON.rawJSON('123456789012345678901'), other: 1.5 }],
  yes: true,
  none: null,
};

describe('taking secrets out of JSON', () => {
  it('of others finds them in values, names and digits', () => {
    expect(redactJson(value, redact)).toEqual({
      '***': ['a ***', { deep: '***', n: '***', raw: '***90***901', other: 1.5 }],
      yes: true,
      none: null,
    });
  });

  it('of ours finds them in values, and leaves names and numbers', () => {
    expect(redactTexts(value, redact)).toEqual({
      secret: ['a ***', { ...(value.secret[1] as object), deep: '***' }],
      yes: true,
      none: null,
    });
  });

  it('answers the same value where there is nothing to take out', () => {
    const clean = { list: ['a', { deep: 'b', n: 1 }], none: null };
    expect([redactJson(clean, redact), redactTexts(clean, redact)]).toEqual([clean, clean]);
    expect(redactJson(clean, redact)).toBe(clean);
    expect(redactTexts(clean, redact)).toBe(clean);
  });

  it('looks at each text once, however deep it stands', () => {
    let looks = 0;
    const counting = (text: string) => {
      looks += 1;
      return redact(text);
    };
    const deep = Array.from({ length: 60 }).reduce<JsonValue>((inner) => ({ inner: [inner] }), 'secret');
    expect(JSON.stringify(redactTexts(deep, counting))).toContain('***');
    expect(looks).toBe(1);
  });

  it('keeps members named __proto__ what they are', () => {
    const odd = JSON.parse('{"__proto__": "secret"}') as { [name: string]: string };
    for (const redacted of [redactJson(odd, redact), redactTexts(odd, redact)])
      expect(JSON.stringify(redacted)).toBe('{"__proto__":"***"}');
  });
});
