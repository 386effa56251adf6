import { describe, expect, it } from 'vitest';
import { isRawNumber, rawNumber, rawNumberText } from './json-value.ts';

describe('raw numbers', () => {
  it('are written by JSON.stringify exactly as they were sent', () => {
    const id = rawNumber('12345678901234567890');
    expect(JSON.stringify({ id, list: [id] })).toBe('{"id":12345678901234567890,"list":[12345678901234567890]}');
    expect(rawNumberText(id)).toBe('12345678901234567890');
  });

  it.each(['-0.10', '1e400', '-1E-400', '0'])('are told by their text: %s', (text) => {
    expect(isRawNumber(rawNumber(text))).toBe(true);
  });

  it.each([
    ['an object with a member of that name', { rawJSON: '1' }],
    ['one without a prototype', Object.freeze(Object.assign(Object.create(null), { rawJSON: '1' }))],
    ['raw text', JSON.rawJSON('"1"')],
    ['raw true', JSON.rawJSON('true')],
    ['raw null', JSON.rawJSON('null')],
    ['a number', 1],
    ['null', null],
    ['undefined', undefined],
    ['a text', '1'],
  ])('are not confused with %s', (_, value) => {
    expect(isRawNumber(value)).toBe(false);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1\n',
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
    'Infinity',
    '0x10',
    '"1"',
    'true',
    'null',
    '[1]',
    '1,2',
    '1}',
  ])('are not made of %j', (text) => {
    expect(() => rawNumber(text)).toThrow(SyntaxError);
  });
});
