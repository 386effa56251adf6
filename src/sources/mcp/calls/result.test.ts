import { describe, expect, it } from 'vitest';
import { toToolResult } from './result.ts';

const text = (value: string) => ({ type: 'text', text: value });

describe('what a server answered', () => {
  it.each([
    ['text', { type: 'text', text: 'hi' }, text('hi')],
    [
      'an image',
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ],
    [
      'an image of no image type',
      { type: 'image', data: 'aGk=', mimeType: 'text/html' },
      text('[An image that cannot be read.]'),
    ],
    [
      'an image that is no base64',
      { type: 'image', data: '<svg>', mimeType: 'image/png' },
      text('[An image that cannot be read.]'),
    ],
    ['audio', { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }, text('[Audio, audio/wav, 3 bytes: not shown.]')],
    [
      'a link',
      { type: 'resource_link', uri: 'file:///a', name: 'a', description: 'the first' },
      text('[Resource file:///a: a: the first]'),
    ],
    ['a resource', { type: 'resource', resource: { uri: 'x:1', text: 'body' } }, text('[Resource x:1]\nbody')],
    [
      'a resource of bytes',
      { type: 'resource', resource: { uri: 'x:1', blob: 'aGk=', mimeType: 'application/zip' } },
      text('[Resource x:1, application/zip, 3 bytes: not shown.]'),
    ],
    ['half a character', { type: 'text', text: 'a\ud800b' }, text('a\ufffdb')],
    ['something unknown', { type: 'video', n: 1 }, text('{"type":"video","n":1}')],
    ['no block at all', 7, text('7')],
  ])('of %s is told', (_what, block, expected) => {
    expect(toToolResult({ content: [block] })).toEqual({ blocks: [expected], isError: false });
  });

  it('keeps the order of its blocks, its structured part and its word of an error', () => {
    const content = [text('one'), { type: 'image', data: 'aGk=', mimeType: 'image/png' }, text('two')];
    expect(toToolResult({ content, structuredContent: { n: 1 }, isError: true })).toEqual({
      blocks: content,
      structured: { n: 1 },
      isError: true,
    });
  });

  it('with nothing but a structured part is told as that, and with nothing at all as nothing', () => {
    expect(toToolResult({ content: [], structuredContent: { n: 1 } })).toMatchObject({ blocks: [text('{"n":1}')] });
    expect(toToolResult({})).toEqual({ blocks: [text('(The server answered with nothing.)')], isError: false });
    expect(toToolResult({ content: 'no list' }).blocks).toHaveLength(1);
  });
});
