import { describe, expect, it } from 'vitest';
import { findDocument } from './find-document.ts';

const limits = { of: 'nats --fisk-introspect', maxBytes: 10_000 };
const find = (printed: string) => findDocument(printed, limits);
const document = '{"name":"nats","commands":[{"name":"ls"}]}';

describe('what a program prints of itself', () => {
  it.each([document, `${document}\n`, '{\n "name": "x",\n "commands": []\n}', '{"name":"bare"}'])(
    'is taken whole where it is a description: %j',
    (printed) => {
      expect(find(printed)).toEqual({ text: printed, doubts: [] });
    },
  );

  it.each([
    `Welcome!\n${document}\n`,
    `${document}\nbye`,
    `{"level":"info"}\r\n{"name":"old","commands":[]}\r\n${document}\r\n`,
  ])('is found among other lines, which is a doubt: %j', (printed) => {
    expect(find(printed)).toEqual({ text: document, doubts: [expect.stringContaining('other lines')] });
  });

  it.each([
    ['', /printed what is no JSON \(line 1, column 1\)/],
    ['Welcome to nats\nusage: …', /no JSON \(line 1, column 1\).*begins with "Welcome to nats"/],
    ['{"name":"x",\n "commands":[}', /no JSON \(line 2, column \d+\)/],
    ['{"name":"x","name":"y"}', /no JSON/],
    ['[]', /no description of commands/],
    ['null', /no description of commands/],
    ['{"name":1,"commands":[]}', /no description of commands/],
    ['{"name":"x","commands":{}}', /no description of commands/],
    [`{"name":"x","help":"${'y'.repeat(10_000)}"}`, /longer than 10000 bytes/],
    [`${'['.repeat(400)}`, /no JSON/],
    ['\u001b[31mred\u001b[0m', /begins with "[^\p{Cc}]+$/u],
  ])('is refused where it is none, by the name of what was asked: %j', (printed, why) => {
    expect(() => find(printed)).toThrow(why);
    expect(() => find(printed)).toThrow(/^nats --fisk-introspect /);
  });
});
