import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../contract/index.ts';
import { beep, dot, gifDot } from '../../../../test/fixtures/sample-media.ts';
import { scriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

const secret = 'hunter2-hunter2';
const redact = (text: string) => text.replaceAll(secret, '[redacted]');
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function observed(blocks: readonly unknown[], resultChars = 50_000): Promise<Observation> {
  const tool = scriptedTool({ untrustedResult: true }, () => ({ blocks }));
  const { call } = await createTestGate({ tools: [tool], redact, limits: { resultChars } });
  const outcome = await call('plain');
  if (outcome.kind !== 'completed') throw new TypeError(`It is ${JSON.stringify(outcome)}.`);
  return outcome.observation;
}

const marked = (text: string) =>
  expect.stringMatching(new RegExp(`^<untrusted-content-[0-9a-f]{16} source="plain">\n${text}\n</untrusted-content-`));

describe('blocks of every kind', () => {
  it('stay in their order, each text between markers of its own and data untouched', async () => {
    const notes = { annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-02T03:04:05Z' } };
    const given = [
      { type: 'text', text: 'one', ...notes },
      { type: 'image', data: dot, mimeType: 'image/png', meta: { 'example.com/a': 1 } },
      { type: 'text', text: 'two' },
      { type: 'audio', data: beep, mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'x:1', mimeType: 'text/plain', text: 'body', meta: { b: [1] } } },
      { type: 'resource', resource: { uri: 'x:2', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'x:3', name: 'three', title: '3', description: 'third', size: 5 },
    ];
    const { blocks, text } = await observed(given);
    expect(blocks.map(({ marked: _marked, ...block }) => block)).toEqual(given);
    expect(blocks.map((block) => block.marked)).toEqual([
      marked('one'),
      undefined,
      marked('two'),
      undefined,
      marked('body'),
      undefined,
      marked('third'),
    ]);
    expect(text).toMatch(
      /\none\n\[An image, image\/png, 67 bytes\]\ntwo\n\[Audio, audio\/wav, 48 bytes\]\n\[Resource x:1\]\nbody\n\[Resource x:2, of no type, 3 bytes\]\n\[Resource x:3: 3: third\]\n/,
    );
  });

  it('hold no secret, in whatever member it stands, nor in the text that bytes are', async () => {
    const observation = await observed([
      { type: 'resource', resource: { uri: `x:${secret}`, text: secret, meta: { [secret]: secret } } },
      { type: 'resource', resource: { uri: 'x:1', blob: base64(`key=${secret}`) } },
      { type: 'image', data: base64(`<svg>${secret}</svg>`), mimeType: 'image/svg+xml' },
      {
        type: 'resource_link',
        uri: `x:${secret}`,
        name: secret,
        title: secret,
        description: secret,
        meta: { a: secret },
      },
    ]);
    const json = JSON.stringify(observation);
    expect(json).not.toContain(secret);
    expect(json).not.toContain(base64(`key=${secret}`).slice(0, 12));
    expect(observation.blocks[1]).toMatchObject({ type: 'resource', resource: { uri: 'x:1', text: 'key=[redacted]' } });
    expect(observation.blocks[2]).toMatchObject({ text: '[an image left out: a secret is in its text]' });
  });

  it('are cut to the cap: a text of a resource where it is over, a link that does not fit as a whole, data not at all', async () => {
    const observation = await observed(
      [
        { type: 'resource', resource: { uri: 'x:1', text: 'y'.repeat(100) } },
        { type: 'image', data: dot, mimeType: 'image/png' },
        { type: 'resource_link', uri: 'x:3', name: 'three' },
      ],
      50,
    );
    const [resource, image, note] = observation.blocks;
    expect(resource).toMatchObject({ resource: { text: 'y'.repeat(35) } });
    expect(image).toMatchObject({ type: 'image', data: dot });
    expect(note).toMatchObject({ text: expect.stringContaining('read_content with ref') });
    expect(observation.omittedChars).toBe(65 + '[Resource x:3: three]'.length);
  });

  it('of one hundred and more are one text from there on, so that a flood does not cost its markers', async () => {
    const { blocks } = await observed(Array.from({ length: 5_000 }, (_, at) => ({ type: 'text', text: `${at}` })));
    expect(blocks.length).toBeLessThanOrEqual(101);
    expect(JSON.stringify(blocks).length).toBeLessThan(100_000);
  });

  it('of data are so many and together so large', async () => {
    const large = 'A'.repeat(8 * 1024 * 1024);
    const { blocks, text } = await observed(
      Array.from({ length: 8 }, () => ({ type: 'resource', resource: { uri: 'x:1', blob: large } })),
    );
    expect(blocks.filter(({ type }) => type === 'resource')).toHaveLength(3);
    expect(text).toContain('[5 blocks of data left out: too many or too large]');
  });
});

describe('data that is not what it says', () => {
  it.each([
    ['no base64', { type: 'image', data: secret, mimeType: 'image/png' }, 'an image left out: its data is no base64'],
    [
      'base64 of a URL',
      { type: 'image', data: 'AA-_', mimeType: 'image/png' },
      'an image left out: its data is no base64',
    ],
    ['nothing', { type: 'audio', data: '', mimeType: 'audio/wav' }, 'audio left out: it is empty'],
    [
      'another image',
      { type: 'image', data: gifDot, mimeType: 'image/png' },
      'an image left out: its data is no image/png but looks like gif',
    ],
    [
      'a text',
      { type: 'image', data: base64('not found'), mimeType: 'image/jpeg' },
      'an image left out: its data is no image/jpeg',
    ],
    [
      'an image of no image type',
      { type: 'image', data: dot, mimeType: 'text/html' },
      'an image left out: its type is none of an image',
    ],
    [
      'a type with more in it',
      { type: 'image', data: dot, mimeType: 'image/png"><script>' },
      'an image left out: its type is none of an image',
    ],
    [
      'half a PNG',
      { type: 'image', data: Buffer.from(dot, 'base64').subarray(0, 40).toString('base64'), mimeType: 'image/png' },
      'an image left out: its data ends too early or is damaged',
    ],
    [
      'an image as audio',
      { type: 'audio', data: dot, mimeType: 'audio/x-unknown' },
      'audio left out: its data is no audio/x-unknown but looks like png',
    ],
    [
      'a resource without end of address',
      { type: 'resource', resource: { uri: 'x'.repeat(9_000), text: 'x' } },
      'a resource left out: its address is too long',
    ],
    [
      'a resource of another type',
      { type: 'resource', resource: { uri: 'x:1', mimeType: 'application/pdf', blob: dot } },
      'a resource left out: its data is no application/pdf but looks like png',
    ],
  ])('is told in words: %s', async (_what, block, words) => {
    expect((await observed([block])).blocks).toMatchObject([{ type: 'text', text: `[${words}]` }]);
  });

  it.each([
    ['a type with parameters', { type: 'image', data: dot, mimeType: 'image/PNG; a=b' }],
    ['a type nobody knows', { type: 'image', data: 'AAAA', mimeType: 'image/x-own' }],
    ['a resource of a type nobody knows', { type: 'resource', resource: { uri: 'x:1', mimeType: 'a/b', blob: dot } }],
    ['an empty resource', { type: 'resource', resource: { uri: 'x:1', mimeType: 'image/png', blob: '' } }],
  ])('but %s goes through', async (_what, block) => {
    expect((await observed([block])).blocks).toEqual([block]);
  });
});

describe('what is said of a block', () => {
  it('goes on where it is well-formed, and is left out where it is not or is not for servers to say', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
    const { blocks } = await observed([
      { type: 'text', text: '', annotations: { audience: ['root'], priority: 7, lastModified: 'today', other: 1 } },
      {
        type: 'text',
        text: '',
        meta: { 'gatehouse/call': {}, 'dev.Gatehouse/x': 1, 'a/b': 2, gatehouse: 3 },
      },
      { type: 'text', text: '', meta: deep },
      { type: 'text', text: '', meta: { a: 'x'.repeat(20_000) } },
      {
        type: 'resource_link',
        uri: 'x:1\u202E',
        name: 'a\n\nb',
        title: 't'.repeat(900),
        size: -1,
        mimeType: 'no type',
      },
    ]);
    expect(blocks).toEqual([
      { type: 'text', text: '' },
      { type: 'text', text: '', meta: { 'a/b': 2, gatehouse: 3 } },
      { type: 'text', text: '' },
      { type: 'text', text: '' },
      { type: 'resource_link', uri: 'x:1\\u{202E}', name: 'a b', title: 't'.repeat(500) },
    ]);
  });
});
