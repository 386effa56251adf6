import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findArguments } from './find-arguments.ts';
import { carriedArguments, readMessage } from './read-message.ts';

function callText(argumentsText: string): string {
  return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":${argumentsText}}}`;
}

function sentArguments(text: string): string {
  const reading = readMessage(text);
  if (!reading.ok) throw new Error(reading.refusal.error.message);
  const params = 'params' in reading.message ? reading.message.params : undefined;
  const given = carriedArguments(params?.['arguments']);
  return 'json' in given ? given.json : 'not text';
}

describe('the arguments of a call reach the gate as the text that was sent', () => {
  const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
  it.each([
    ['a number that no double holds', '{"n":12345678901234567890}'],
    ['repeated keys', '{"a":1,"a":2}'],
    ['a member named __proto__', '{"__proto__":{"polluted":true},"constructor":1}'],
    ['10,000 levels of nesting', deep],
    ['brackets and quotes inside strings', String.raw`{"a":"]}\"{[","b":"\\"}`],
    ['no object at all', '12345678901234567890'],
    ['a list', '[1, 2]'],
    ['null', 'null'],
    ['space around it', '{ "a" : 1 }'],
    ['a lone surrogate', String.raw`{"a":"\ud800"}`],
  ])('%s', (_name, argumentsText) => {
    const sent = sentArguments(callText(argumentsText));

    expect(sent).toBe(argumentsText);
  });

  it('whatever JSON they are, however the envelope is written and in whatever order', () => {
    const spaced = fc.constantFrom('', ' ', '\t', '\r\n  ');
    fc.assert(
      fc.property(fc.json(), fc.json(), spaced, (argumentsText, other, space) => {
        const keys = [
          `"name"${space}:"x"`,
          `"_meta":${space}{"z":${other}}`,
          `"arguments"${space}:${space}${argumentsText}`,
        ];
        const params = `{${keys.join(`${space},${space}`)}${space}}`;
        const text = `{"other":${other},"params":${space}${params},"id":1,"method":"tools/call","jsonrpc":"2.0"}`;
        const span = findArguments(text);
        expect(span && text.slice(span.start, span.end)).toBe(argumentsText);
      }),
    );
  });

  it('also where the key is written with escapes', () => {
    const text = String.raw`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","argum\u0065nts":{"a":1,"a":2}}}`;

    expect(sentArguments(text)).toBe('{"a":1,"a":2}');
  });

  it('and none at all are an empty object', () => {
    expect(sentArguments('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}')).toBe('{}');
  });

  it('and arguments that came another way are not taken', () => {
    expect(() => carriedArguments({ a: 1 })).toThrow('not read by readMessage');
  });
});

describe('what is no message is refused with its id, so that nobody waits for ever', () => {
  it.each([
    ['no JSON', 'hello', -32700, null],
    ['an empty text', '', -32700, null],
    ['a cut message', callText('{}').slice(0, -1), -32700, null],
    ['a batch', `[${callText('{}')}]`, -32600, null],
    ['a number', '42', -32600, null],
    ['no version', '{"id":"a","method":"ping"}', -32600, 'a'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":3,"method":7}', -32600, 3],
    ['params that are a list', '{"jsonrpc":"2.0","id":3,"method":"ping","params":[1]}', -32600, 3],
    ['a repeated key', '{"jsonrpc":"2.0","id":3,"method":"a","method":"tools/call","params":{}}', -32600, 3],
    [
      'two sets of arguments',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"arguments":{},"arguments":{"a":1}}}',
      -32600,
      3,
    ],
    [
      'two sets of params',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"arguments":{}},"params":{"arguments":1}}',
      -32600,
      3,
    ],
    [
      'nesting outside the arguments',
      `{"jsonrpc":"2.0","id":3,"method":"x","params":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      -32600,
      3,
    ],
  ])('%s', (...[, text, code, id]) => {
    const reading = readMessage(text);

    expect(reading).toMatchObject({ ok: false, refusal: { jsonrpc: '2.0', id, error: { code } } });
  });

  it('even where the id is a number that no double holds', () => {
    const reading = readMessage('{"id":12345678901234567890,"method":"ping"}');

    expect(JSON.stringify(reading)).toContain('"id":12345678901234567890');
  });

  it('and no text makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json().map(callText), fc.stringMatching(/^[[\]{}",:\\arguments params]{0,40}$/)),
        (text) => {
          expect(typeof readMessage(text).ok).toBe('boolean');
        },
      ),
    );
  });
});
