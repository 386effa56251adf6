// Specs as hostile as code can be, each evaluated by a real Node of its own.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specProgramArguments } from './spec-program.ts';

let top: string;
let folder: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'fig-spec-')));
  folder = join(top, 'package');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(top, 'secret.txt'), 'sesame');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

async function evaluate(files: Readonly<Record<string, string>>): Promise<unknown> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const place = { file: join(folder, 'acme.js'), references: folder, readable: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [...specProgramArguments(place)], {
    env: {},
    cwd: '/',
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout);
}

const spec = (text: string) => evaluate({ 'acme.js': `export default ${text}` });

describe('the program that evaluates a Fig spec', () => {
  it('prints what says something of commands, without functions', async () => {
    const text = `{ name: 'acme', icon: 'x', generateSpec: () => 1, options: [{ name: ['-a', '--all'], insertValue: 'y',
      args: { name: 'n', generators: { script: ['rm'] }, default: undefined, suggestions: ['a', () => 1] } }] }`;
    expect(await spec(text)).toEqual({
      spec: { name: 'acme', options: [{ name: ['-a', '--all'], args: { name: 'n', open: true, suggestions: ['a'] } }] },
      left: { generateSpec: 1, generators: 1, functions: 1 },
      files: [join(folder, 'acme.js')],
    });
  });

  it.each([
    [
      'reads a file outside',
      `import { readFileSync } from 'node:fs'; export default { name: readFileSync('../secret.txt', 'utf8') }`,
    ],
    [
      'reads a file by its path',
      `import { readFileSync } from 'node:fs'; export default { name: readFileSync('SECRET', 'utf8') }`,
    ],
    ['imports a file outside', `export { default } from '../other.js'`],
    [
      'starts a program',
      `import { execSync } from 'node:child_process'; export default { name: String(execSync('cat SECRET')) }`,
    ],
    [
      'starts a thread',
      `import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true }); export default {}`,
    ],
    ['writes a file', `import { writeFileSync } from 'node:fs'; writeFileSync('WRITTEN', 'x'); export default {}`],
  ])('lets it do no harm where it %s', async (_what, text) => {
    writeFileSync(join(top, 'other.js'), 'export default { name: "sesame" }');
    const inPlace = text.replace('SECRET', join(top, 'secret.txt')).replace('WRITTEN', join(folder, 'written.txt'));
    const printed = await evaluate({ 'acme.js': inPlace });
    expect(printed).toMatchObject({
      problem: 'throws',
      message: expect.stringMatching(/permission|restricted|Access to this API/i),
    });
  });

  it('has no variables of this process, and no values of its own in what it imports', async () => {
    expect(await spec('{ name: Object.keys(process.env).join() }')).toMatchObject({ spec: { name: '' } });
  });

  it.each([
    ['throws', `(() => { throw new Error('boom') })()`, { problem: 'throws', message: 'boom' }],
    ['is none', '5', { problem: 'no spec' }],
    ['is a list', '[]', { problem: 'no spec' }],
    ['is a function', '() => ({})', { problem: 'versions' }],
    ['has a getter that throws', `{ get name() { throw new Error('boom') } }`, { problem: 'throws', message: 'boom' }],
    ['keeps a timer', `(setInterval(() => {}, 1000), { name: 'a' })`, { spec: { name: 'a' }, left: {} }],
    [
      'holds itself',
      `(() => { const a = { name: 'a' }; a.subcommands = [a]; return a })()`,
      { spec: { name: 'a', subcommands: [] }, left: { cut: 1 } },
    ],
    [
      'is very deep',
      `(() => { let a = { name: 'x' }; for (let i = 0; i < 9999; i++) a = { subcommands: [a] }; return a })()`,
      { left: { cut: 1 } },
    ],
    ['has a text of a megabyte', `{ name: 'x'.repeat(1e6) }`, { spec: { name: 'x'.repeat(1_500) } }],
    [
      'has the name of a prototype',
      `{ ['__proto__']: { name: 'a' }, constructor: 1, name: 'b' }`,
      { spec: { name: 'b' } },
    ],
  ])('answers where the spec %s', async (_what, text, expected) => {
    expect(await spec(text)).toMatchObject(expected);
  });

  it('doubles no references beyond what there is room for', async () => {
    const bomb = `(() => { let a = { name: 'x' }; for (let i = 0; i < 19; i++) a = { subcommands: [a, { ...a }] }; return a })()`;
    expect(await spec(bomb)).toMatchObject({ left: { cut: expect.any(Number) } });
  });

  it('follows a reference one level, inside of the folder', async () => {
    const files = {
      'acme.js': `export default { name: 'acme', subcommands: [
        { name: 'in', description: 'Mine.', loadSpec: 'acme/in' }, { name: 'out', loadSpec: '../other' },
        { name: 'gone', loadSpec: 'acme/gone' }, { name: 'made', loadSpec: () => 1 }, { name: 'here', loadSpec: { name: 'h', options: [{ name: '-a' }] } }] }`,
      'acme/in.js': `export default { name: 'x', options: [{ name: '-b' }], subcommands: [{ name: 'deep', loadSpec: 'acme/in' }] }`,
    };
    writeFileSync(join(top, 'other.js'), 'export default { name: "sesame" }');
    expect(await evaluate(files)).toEqual({
      spec: {
        name: 'acme',
        subcommands: [
          {
            name: 'in',
            description: 'Mine.',
            options: [{ name: '-b' }],
            subcommands: [{ name: 'deep', unread: true }],
          },
          { name: 'out', unread: true },
          { name: 'gone', unread: true },
          { name: 'made', unread: true },
          { name: 'here', options: [{ name: '-a' }] },
        ],
      },
      left: { loadSpec: 4 },
      files: [join(folder, 'acme.js'), join(folder, 'acme/in.js')],
    });
  });
});
