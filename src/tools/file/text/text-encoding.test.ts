import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryKind } from './binary-kind.ts';
import { decodeText, encodeText, textFormOf } from './text-encoding.ts';

describe('the encoding of a text', () => {
  it.each([
    ['plain UTF-8', Buffer.from('naïve'), 'utf-8', false, 'naïve'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFnaïve'), 'utf-8', true, 'naïve'],
    ['UTF-16 little endian', Buffer.from('\uFEFFnaïve', 'utf16le'), 'utf-16le', true, 'naïve'],
    ['UTF-16 big endian', Buffer.from('\uFEFFnaïve', 'utf16le').swap16(), 'utf-16be', true, 'naïve'],
    ['windows-1252', Buffer.from([0x6e, 0xef, 0x93]), 'windows-1252', false, 'nï“'],
    ['nothing', Buffer.alloc(0), 'utf-8', false, ''],
  ])('is seen: %s', (...[_what, bytes, encoding, hasMark, text]) => {
    const form = textFormOf(bytes);
    expect(form === null ? null : decodeText(bytes, form)).toEqual({ encoding, hasMark, text });
  });

  it('gives the same bytes back, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
        (body, mark) => {
          const bytes = Buffer.from([...mark, ...body]);
          const form = textFormOf(bytes);
          const decoded = form === null ? null : decodeText(bytes, form);
          fc.pre(decoded !== null);
          expect(encodeText(decoded)).toEqual(bytes);
        },
      ),
    );
  });

  it('has no place for a character that windows-1252 lacks', () => {
    expect(encodeText({ encoding: 'windows-1252', hasMark: false, text: 'a漢' })).toBeNull();
  });

  it('is broken where UTF-16 ends in the middle', () => {
    expect(decodeText(Buffer.from([0xff, 0xfe, 0x41]), { encoding: 'utf-16le', hasMark: true })).toBeNull();
  });
});

describe('a file that is no text', () => {
  it.each([
    ['a PNG image', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['a PDF document', Buffer.from('%PDF-1.7\nonly letters')],
    ['an SQLite database', Buffer.from('SQLite format 3\0')],
    ['gzip data', Buffer.from('1f8b08ffff', 'hex')],
    ['UTF-32 text', Buffer.from('fffe000041000000', 'hex')],
    ['binary data', Buffer.from('text\0text')],
  ])('is %s', (kind, bytes) => {
    expect(binaryKind(bytes)).toBe(kind);
  });

  it.each(['GIF87 is an old format', 'BZh', 'ID3 tags explained', 'PDF: %PDF-', ''])('is not %j', (text) => {
    expect(binaryKind(Buffer.from(text))).toBeNull();
  });
});
