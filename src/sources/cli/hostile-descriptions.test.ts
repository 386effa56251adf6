// Descriptions that are wrong in every way: what can be skipped is skipped and told, and nothing takes long or throws but CapabilityError.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCapabilityError } from '../../contract/index.ts';
import { readCobra } from './cobra/read-cobra.ts';
import type { CommandTree, TreeCommand } from './command-tree.ts';
import { readFig } from './fig/read-fig.ts';
import { readHelp } from './help/read-help.ts';
import { readOclif } from './oclif/read-oclif.ts';
import { readUsage } from './usage/read-usage.ts';

const fig = (spec: unknown): CommandTree => readFig({ spec }, 'acme');
const oclif = (commands: unknown): CommandTree =>
  readOclif({ commands }, { oclif: { bin: 'acme', topicSeparator: ' ' } });
const asked = (stdout: string) => ({
  run: () => Promise.resolve({ stdout, exitCode: 0 }),
  maxCalls: 20,
  signal: new AbortController().signal,
  progress: () => undefined,
});

function all({ root, commands, globals }: CommandTree) {
  const found: TreeCommand[] = root === null ? [] : [root];
  const visit = (command: TreeCommand): void => {
    found.push(command);
    command.commands.forEach(visit);
  };
  commands.forEach(visit);
  return { found, flags: [...globals, ...found.flatMap(({ flags }) => flags)] };
}

/** All but line feeds and tabs. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}]/u;

/** What every reader promises of what it read, whatever it read it from. */
function expectSound(tree: CommandTree): void {
  const { found, flags } = all(tree);
  for (const { name, args, effect, help } of found) {
    expect(name).toMatch(/^[^\s\p{C}-][^\s\p{C}]*$/u);
    expect(args.slice(0, -1).every(({ many }) => !many)).toBe(true);
    expect(args.every((arg) => arg.name !== '')).toBe(true);
    expect(new Set(args.map((arg) => arg.name)).size).toBe(args.length);
    expect([null, 'read', 'write', 'destructive']).toContain(effect);
    expect(help.length).toBeLessThan(5_000);
    expect(help).not.toMatch(unseen);
  }
  for (const { flag, description } of flags) {
    expect(flag).toMatch(/^[-+][^\s\p{C}=]+$/u);
    expect(description).not.toMatch(unseen);
  }
  expect(tree.doubts.every((doubt) => doubt.length < 600)).toBe(true);
}

function readOrRefuse(read: () => CommandTree): void {
  try {
    expectSound(read());
  } catch (error) {
    if (!isCapabilityError(error)) throw error;
  }
}

const word = fc.constantFrom(
  'a',
  'b:c',
  '-x',
  '--y',
  '--y=',
  '',
  ' ',
  '\u0000',
  '\u202e',
  '@f',
  '__proto__',
  'constructor',
  '--[no-]z',
  'x'.repeat(9_999),
);
const keys = fc.constantFrom(
  'name',
  'id',
  'description',
  'summary',
  'options',
  'subcommands',
  'args',
  'flags',
  'type',
  'multiple',
  'hidden',
  'isVariadic',
  'isOptional',
  'isDangerous',
  'isRepeatable',
  'suggestions',
  'default',
  'aliases',
  'strict',
  'relationships',
  'exclusive',
  '__proto__',
);
const leaf = fc.oneof(
  word,
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.constantFrom('boolean', 'option', '\u001b[31mred'),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('a description of any form', () => {
  it('is read or refused: oclif', () => {
    fc.assert(
      fc.property(fc.dictionary(word, anything), (commands) => readOrRefuse(() => oclif(commands))),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(anything, anything, (left, right) => readOrRefuse(() => readOclif(left, right))),
      { numRuns: 200 },
    );
  });

  it('is read or refused: Fig', () => {
    const command = fc.dictionary(keys, anything, { maxKeys: 8 });
    fc.assert(
      fc.property(fc.array(command), (subcommands) => readOrRefuse(() => fig({ subcommands }))),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(anything, (document) => readOrRefuse(() => readFig(document, 'acme'))),
      { numRuns: 200 },
    );
  });

  it('is read or refused: usage', () => {
    const part = fc.constantFrom(
      'cmd "a" ',
      'cmd ',
      'flag "-x --y <z>" ',
      'flag "" ',
      'arg "<a>..." ',
      'arg ',
      'effect=read ',
      'effect=5 ',
      'hide=#true ',
      '{',
      '}',
      '\n',
      'choices "a" ',
      'default=1 ',
      'alias "b" ',
      '"\\u{202E}" ',
      '/- ',
      '#null ',
      'mount run="x" ',
      'required=#true ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => readOrRefuse(() => readUsage(parts.join('')))),
      { numRuns: 1_000 },
    );
  });

  it('is read or refused: help and completions', async () => {
    const part = fc.constantFrom(
      'Usage: ',
      'acme ',
      '[OPTIONS] ',
      '<a>... ',
      'Commands:\n',
      '  run  Run it\n',
      '  -x, --yes  Yes\n',
      '--z=[]: ',
      '\n',
      '\t',
      '\u001b[1m',
      'run\tRun\n',
      ':4\n',
      '--flag\tText\n',
      '\u0000',
      '\u202e',
      '--[no-]',
      '[=',
      '(',
      '|',
      '  deeper\n',
      'x'.repeat(3_000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 25 }), async (parts) => {
        for (const read of [readHelp, readCobra]) {
          const tree = await read('acme', asked(parts.join(''))).catch((error: unknown) =>
            isCapabilityError(error) ? null : Promise.reject(error),
          );
          if (tree !== null) expectSound(tree);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a description of a hundred thousand entries', () => {
  const many = (make: (at: number) => unknown) => Array.from({ length: 100_000 }, (_, at) => make(at));
  const rows: readonly [string, () => CommandTree | Promise<CommandTree>][] = [
    ['commands of oclif', () => oclif(Object.fromEntries(many((at) => [`c${at}`, {}]) as [string, object][]))],
    [
      'flags of oclif',
      () =>
        oclif({
          a: { flags: Object.fromEntries(many((at) => [`f${at}`, { type: 'boolean' }]) as [string, object][]) },
        }),
    ],
    [
      'bad flags of oclif',
      () => oclif({ a: { flags: Object.fromEntries(many((at) => [` ${at}`, 1]) as [string, number][]) } }),
    ],
    ['arguments of oclif', () => oclif({ a: { args: many((at) => ({ name: `a${at}` })) } })],
    ['choices of oclif', () => oclif({ a: { flags: { f: { type: 'option', options: many(String) } } } })],
    ['commands of Fig', () => fig({ subcommands: many((at) => ({ name: `c${at}` })) })],
    ['options of Fig', () => fig({ subcommands: [{ name: 'a', options: many((at) => ({ name: `--f${at}` })) }] })],
    [
      'names of one option of Fig',
      () => fig({ subcommands: [{ name: 'a', options: [{ name: many((at) => `--f${at}`) }] }] }),
    ],
    ['commands of usage', () => readUsage(many((at) => `cmd c${at}`).join('\n'))],
    ['flags of usage', () => readUsage(many((at) => `flag "--f${at}"`).join('\n'))],
    ['commands of help', () => readHelp('acme', asked(`Commands:\n${many((at) => `  c${at}  Text`).join('\n')}`))],
    ['completions', () => readCobra('acme', asked(`${many((at) => `c${at}\tText`).join('\n')}\n:4\n`))],
  ];

  it.each(rows)('is read in bounds: %s', async (_what, read) => {
    const started = performance.now();
    const tree = await Promise.resolve(read()).catch((error: unknown) =>
      isCapabilityError(error) ? null : Promise.reject(error),
    );
    expect(performance.now() - started).toBeLessThan(10_000);
    if (tree === null) return;
    const { found, flags } = all(tree);
    expect(found.length).toBeLessThanOrEqual(20_001);
    expect(flags.length).toBeLessThanOrEqual(2_000);
    expect(tree.doubts.length).toBeLessThanOrEqual(110);
    const doubts = [...tree.doubts, ...found.flatMap((command) => command.doubts)];
    if (found.length > 1_000 || flags.length > 400) expect(doubts.length).toBeGreaterThan(0);
  });

  it.each([
    ['oclif', () => oclif({ [Array.from({ length: 5_000 }, () => 'a').join(':')]: {} })],
    ['Fig', () => fig(deep((inner) => ({ name: 'a', subcommands: [inner] })))],
    [
      'an argument of Fig',
      () => fig({ subcommands: [{ name: 'a', args: deep((inner) => ({ suggestions: [inner] })) }] }),
    ],
  ])('is read where it is five thousand levels deep: %s', (_what, read) => {
    expectSound(read());
  });
});

function deep(wrap: (inner: object) => object): object {
  let made: object = {};
  for (let level = 0; level < 5_000; level += 1) made = wrap(made);
  return made;
}
