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
    ['an image without data', { type: 'image', mimeType: 'image/png' }, text('[An image that cannot be read.]')],
    [
      'audio in lines',
      { type: 'audio', data: 'aGk\naGk=', mimeType: 'audio/wav' },
      { type: 'audio', data: 'aGkaGk=', mimeType: 'audio/wav' },
    ],
    [
      'a link',
      { type: 'resource_link', uri: 'file:///a', name: 'a', description: 'the first', size: 3, icons: [] },
      { type: 'resource_link', uri: 'file:///a', name: 'a', description: 'the first', size: 3 },
    ],
    ['a link to nowhere', { type: 'resource_link', name: 'a' }, text('{"type":"resource_link","name":"a"}')],
    [
      'a resource',
      {
        type: 'resource',
        resource: { uri: 'x:1', text: 'body', _meta: { a: 1, 'io.modelcontextprotocol/x': 1 } },
        annotations: { priority: 1 },
      },
      { type: 'resource', resource: { uri: 'x:1', text: 'body', meta: { a: 1 } }, annotations: { priority: 1 } },
    ],
    [
      'a resource of bytes',
      { type: 'resource', resource: { uri: 'x:1', blob: 'aGk=', mimeType: 'application/zip' } },
      { type: 'resource', resource: { uri: 'x:1', blob: 'aGk=', mimeType: 'application/zip' } },
    ],
    [
      'a resource of nothing',
      { type: 'resource', resource: { uri: 'x:1' } },
      text('{"type":"resource","resource":{"uri":"x:1"}}'),
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
