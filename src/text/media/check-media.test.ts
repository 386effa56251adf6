import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beep, dot, gifDot } from '../../../test/fixtures/sample-media.ts';
import { base64Bytes, checkMedia } from './check-media.ts';

const bytes = (...parts: readonly (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))),
  ).toString('base64');

describe('data and its type', () => {
  it.each([
    ['image/png', dot],
    ['image/gif', gifDot],
    ['audio/wav', beep],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0 a picture \xff\xd9')],
    ['image/webp', bytes('RIFF', 4, 0, 0, 0, 'WEBP')],
    ['image/avif', bytes(0, 0, 0, 8, 'ftypavif')],
    ['image/svg+xml', bytes('\n<svg xmlns="x"/>')],
    ['image/tiff', bytes('II*\0')],
    ['audio/mpeg', bytes('ID3\x04')],
    ['audio/mpeg', bytes(0xff, 0xfb, 0x90, 0)],
    ['audio/ogg', bytes('OggS')],
    ['audio/flac', bytes('fLaC')],
    ['application/pdf', bytes('%PDF-1.7')],
    ['text/plain', bytes('whatever')],
    [undefined, dot],
    ['audio/pcm', bytes(0xff, 0xfb, 0, 0)],
  ])('of %s fit', (type, data) => {
    expect(checkMedia(data, type)).toMatchObject({ ok: true });
  });

  it.each([
    ['a JPEG without its end', 'image/jpeg', bytes('\xff\xd8\xff\xe0 a picture')],
    ['a WebP that is shorter than it says', 'image/webp', bytes('RIFF', 255, 0, 0, 0, 'WEBP')],
    ['a GIF without its end', 'image/gif', bytes('GIF89a', 1, 0, 1, 0)],
    ['a PNG of no width', 'image/png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\x01', '\0'.repeat(20))],
    ['a page of HTML', 'image/png', bytes('<!doctype html>')],
    ['an image as a sound', 'audio/mpeg', dot],
  ])('do not fit: %s', (_what, type, data) => {
    expect(checkMedia(data, type)).toMatchObject({ ok: false });
  });

  it('are looked at without a fault, whatever they are, and their size is told', () => {
    const types = fc.constantFrom('image/png', 'image/webp', 'image/gif', 'image/jpeg', 'audio/wav', 'application/pdf');
    const starts = fc.constantFrom(dot, gifDot, beep, bytes('RIFF'), '').map((text) => Buffer.from(text, 'base64'));
    fc.assert(
      fc.property(types, starts, fc.nat(80), fc.uint8Array({ maxLength: 60 }), (type, start, cut, rest) => {
        const data = Buffer.concat([start.subarray(0, cut), rest]).toString('base64');
        expect(typeof checkMedia(data, type).ok).toBe('boolean');
        expect(base64Bytes(data)).toBe(Math.min(cut, start.length) + rest.length);
      }),
    );
  });
});
