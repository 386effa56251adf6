import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Artifact } from '../../contract/index.ts';
import { createArtifacts } from './identify-artifact.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-artifact-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function put(path: string, text: string, mode = 0o755): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

function putPackage(path: string, manifest: object, text = 'module.exports = 1;\n'): void {
  put(`${path}/package.json`, JSON.stringify(manifest));
  put(`${path}/index.js`, text);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Each time with nothing remembered. */
function identify(line: string, known: Artifact | null = null, more: Readonly<Record<string, string>> = {}) {
  const environment = { PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}`, HOME: folder, ...more };
  return createArtifacts().identify({ argv: line.split(' '), directory: folder, environment }, known);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a program', () => {
  it('is its real path and content, whatever it is called', async () => {
    const real = put('real/server', 'binary');
    mkdirSync(join(folder, 'bin'));
    symlinkSync(real, join(folder, 'bin', 'server'));
    const { parts, program, notPinned } = await identify('server');
    expect(parts).toMatchObject([{ kind: 'program', path: real, digest: sha256('binary') }]);
    expect([program, notPinned]).toEqual([join(folder, 'bin', 'server'), []]);
  });

  it('of the same name in another folder of PATH is another one', async () => {
    put('bin/server', 'first');
    put('other/server', 'second');
    const before = await identify('server');
    const after = await identify('server', before, { PATH: join(folder, 'other') });
    expect(after.parts[0]).toMatchObject({ path: join(folder, 'other/server'), digest: sha256('second') });
  });

  it('that other programs read loads what is not pinned, and that is said', async () => {
    const file = put('server', '#!/bin/sh\nexec other');
    expect((await identify('./server')).notPinned).toEqual([`what ${file} loads: it lies in no package`]);
  });

  it('that is not there, or is no file, is said', async () => {
    mkdirSync(join(folder, 'bin/server'), { recursive: true });
    expect(await identify('server')).toEqual({
      parts: [],
      notPinned: ['server: there is no such program'],
      program: null,
    });
  });
});

describe('the interpreter of a program that is a script', () => {
  const interpreters = ({ parts }: Artifact) => parts.filter(({ kind }) => kind === 'interpreter');
  const last = (artifact: Artifact) => interpreters(artifact).at(-1);

  it.each(['#!/usr/bin/env reader', '#! /usr/bin/env  -S reader', '#!/usr/bin/env reader \t'])(
    'is found by %j in the PATH that the program gets',
    async (line) => {
      put('server', `${line}\n`);
      put('bin/reader', 'first');
      put('evil/reader', 'second');
      const before = await identify('./server');
      expect(last(before)).toMatchObject({ path: join(folder, 'bin/reader'), digest: sha256('first') });
      const after = await identify('./server', before, { PATH: `${join(folder, 'evil')}:${join(folder, 'bin')}` });
      expect(last(after)).toMatchObject({ path: join(folder, 'evil/reader'), digest: sha256('second') });
      expect(interpreters(after)[0]).toMatchObject({ path: realpathSync('/usr/bin/env') });
    },
  );

  it('is its path where the line names it, and what reads that in turn, whose own doing is open', async () => {
    const inner = put('inner', 'binary');
    const outer = put('outer', `#!${inner}\n`);
    put('server', `#!${outer}\n`);
    const found = await identify('./server');
    expect(interpreters(found).map(({ path }) => path)).toEqual([outer, inner]);
    expect(found.notPinned).toContain(`what ${outer} runs or loads: it is a script itself`);
  });

  it('of npx is pinned too', async () => {
    put('bin/npx', '#!/usr/bin/env node\n');
    put('bin/node', 'evil');
    expect(last(await identify('npx server'))).toMatchObject({ digest: sha256('evil') });
  });

  it.each([
    ['#!/usr/bin/env nothing', 'nothing, which reads'],
    ['#!/usr/bin/env node --import=./x.mjs', 'what /usr/bin/env node --import=./x.mjs starts'],
    ['#!/usr/bin/env -S node --import ./x.mjs', 'what node loads by --import'],
    ['#!/usr/bin/env -S node other.mjs', 'what node other.mjs runs or loads'],
    ['#!/usr/bin/env -S PATH=/evil node', 'what /usr/bin/env -S PATH=/evil node starts'],
    ['#!/usr/bin/env -i node', 'what /usr/bin/env -i node starts'],
    ['#!/usr/bin/env node\r', 'node\r, which reads'],
    [`#!/usr/bin/env ${'x'.repeat(300)}`, 'it cannot be read'],
    ['#!/nowhere/node', '/nowhere/node: '],
    ['#!', 'it cannot be read'],
  ])('that %j does not tell is said not to be pinned', async (line, said) => {
    put('server', `${line}\n`);
    expect((await identify('./server')).notPinned).toContainEqual(expect.stringContaining(said));
  });

  it('is not told by a PATH with relative folders', async () => {
    put('server', '#!/usr/bin/env reader\n');
    put('bin/reader', 'x');
    const { notPinned } = await identify('./server', null, { PATH: `.:${join(folder, 'bin')}` });
    expect(notPinned).toContainEqual(expect.stringContaining('reader, which reads'));
  });

  it('that is read by itself comes to an end', async () => {
    put('server', `#!${join(folder, 'server')}\n`);
    expect(interpreters(await identify('./server'))).toHaveLength(1);
  });
});

it('a link in a package that leads out of it is said not to be pinned, also with a stamp, and one inside is', async () => {
  putPackage('node_modules/server', { name: 'server', version: '1.0.0' });
  const at = join(folder, 'node_modules/server');
  symlinkSync('index.js', join(at, 'inside.js'));
  symlinkSync(put('outside.js', 'x'), join(at, 'out.js'));
  symlinkSync('later.js', join(at, 'dangling.js'));
  const said = ['dangling.js', 'out.js'].map(
    (name) => `what the link ${at}/${name} leads to: it lies outside of the package`,
  );
  await wait(2_100);
  const before = await identify('node node_modules/server/index.js');
  expect(before.notPinned).toEqual(said);
  expect((await identify('node node_modules/server/index.js', before)).notPinned).toEqual(said);
});

describe('a variable', () => {
  it('with which a program runs other code is said not to be pinned, and others are not', async () => {
    put('bin/server', 'binary');
    const more = { NODE_OPTIONS: '--import ./hook.js', LD_PRELOAD: './x.so', NODE_ENV: 'production', GIT_PAGER: 'cat' };
    const { notPinned } = await identify('server', null, { ...more, LEVEL: 'info', API_TOKEN: 'x' });
    expect(notPinned).toEqual([
      'what the variable LD_PRELOAD makes it run or load',
      'what the variable NODE_OPTIONS makes it run or load',
    ]);
  });
});

describe('the stamp', () => {
  it('stands for a content that was not touched, and for none that was written just now', async () => {
    put('bin/server', 'first');
    expect((await identify('server')).parts[0]?.stamp).toBe('');
    await wait(2_100);
    const settled = await identify('server');
    expect(settled.parts[0]?.stamp).not.toBe('');
    // What is remembered is taken for what is there.
    const told = { ...settled, parts: settled.parts.map((part) => ({ ...part, digest: 'remembered' })) };
    expect((await identify('server', told)).parts[0]?.digest).toBe('remembered');
  });

  it('moves with a content of the same length whose times were set back', async () => {
    const file = put('bin/server', 'first');
    await wait(2_100);
    const before = await identify('server');
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, 'other');
    utimesSync(file, atime, mtime);
    expect(statSync(file)).toMatchObject({ size, mtime });
    expect((await identify('server', before)).parts[0]?.digest).toBe(sha256('other'));
  });
});

describe('a script', () => {
  it('is pinned besides its interpreter; what it loads is said not to be', async () => {
    const file = put('server.js', 'require("./other")');
    const { parts, notPinned } = await identify('node server.js');
    expect(parts).toMatchObject([
      { kind: 'program', path: realpathSync(process.execPath) },
      { kind: 'script', path: file, digest: sha256('require("./other")') },
    ]);
    expect(notPinned).toEqual([`what ${file} loads: it lies in no package`]);
  });

  it('in a package brings the package and what that depends on, as Node finds it', async () => {
    putPackage('node_modules/server', { name: 'server', version: '1.0.0', dependencies: { a: '1', missing: '1' } });
    putPackage('node_modules/a', { name: 'a', version: '1.1.0', dependencies: { b: '1', server: '1' } });
    putPackage('node_modules/a/node_modules/b', { name: 'b', version: '2.0.0' });
    putPackage('node_modules/b', { name: 'b', version: '1.0.0' });
    const { parts } = await identify('node node_modules/server/index.js');
    const packages = parts.filter(({ kind }) => kind === 'package').map(({ name, version }) => `${name}@${version}`);
    expect(packages).toEqual(['a@1.1.0', 'b@2.0.0', 'server@1.0.0']);
    expect(parts.find(({ name }) => name === 'server')?.files.map(([path]) => path)).toEqual([
      'index.js',
      'package.json',
    ]);
  });

  it.each([
    ['a file of the package', (at: string) => writeFileSync(join(at, 'server/index.js'), 'changed')],
    ['a file of what it depends on', (at: string) => writeFileSync(join(at, 'a/index.js'), 'changed')],
    ['a new file', (at: string) => writeFileSync(join(at, 'server/more.js'), '')],
    ['a file less', (at: string) => rmSync(join(at, 'a/index.js'))],
    [
      'a link instead',
      (at: string) => (rmSync(join(at, 'a/index.js')), symlinkSync('/etc/hosts', join(at, 'a/index.js'))),
    ],
    ['another file moved there', (at: string) => renameSync(join(at, 'a/package.json'), join(at, 'server/index.js'))],
  ])('in a package is another one with %s', async (_what, change) => {
    putPackage('node_modules/server', { name: 'server', version: '1.0.0', dependencies: { a: '1' } });
    putPackage('node_modules/a', { name: 'a', version: '1.1.0' });
    await wait(2_100);
    const before = await identify('node node_modules/server/index.js');
    expect(before.parts.every(({ stamp }) => stamp !== '')).toBe(true);
    const digests = ({ parts }: Artifact) => parts.map(({ digest }) => digest);
    expect(digests(await identify('node node_modules/server/index.js', before))).toEqual(digests(before));
    change(join(folder, 'node_modules'));
    expect(digests(await identify('node node_modules/server/index.js', before))).not.toEqual(digests(before));
  });

  it('that is not there is said', async () => {
    expect((await identify('node server.js')).notPinned).toEqual([
      expect.stringContaining('server.js: it is not there'),
    ]);
  });
});

describe('npx', () => {
  beforeEach(() => {
    put('lib/node_modules/npm/bin/npx-cli.js', '#!/usr/bin/env node\n');
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(folder, 'lib/node_modules/npm/bin/npx-cli.js'), join(folder, 'bin/npx'));
  });

  const named = async (line: string) => {
    const { parts, notPinned } = await identify(line);
    const found = parts.filter(({ kind }) => kind === 'package');
    return [found.map(({ path }) => path.slice(folder.length + 1)), notPinned];
  };

  it('takes the package of the folder, then the global one, then that of its cache', async () => {
    const cache = `.npm/_npx/${createHash('sha512').update('server').digest('hex').slice(0, 16)}/node_modules/server`;
    putPackage(cache, { name: 'server', version: '1.0.0' });
    const advice = [
      'server: npx takes another version when there is one; name one version in the command, such as server@1.0.0',
    ];
    expect(await named('npx -y server')).toEqual([[cache], advice]);
    putPackage('lib/node_modules/server', { name: 'server', version: '1.0.0' });
    expect(await named('npx -y server')).toEqual([['lib/node_modules/server'], advice]);
    putPackage('node_modules/server', { name: 'server', version: '1.0.0' });
    expect(await named('npx -y server')).toEqual([['node_modules/server'], advice]);
  });

  it('with one version takes no other one', async () => {
    putPackage('node_modules/server', { name: 'server', version: '1.0.0' });
    expect(await named('npx server@1.0.0')).toEqual([['node_modules/server'], []]);
    expect(await named('npx server@1.0.1')).toEqual([
      [],
      ['server@1.0.1: it is not here yet, npx fetches it at the start'],
    ]);
  });

  it.each(['github:a/b', './server', 'https://example.com/x.tgz', '../x', 'a@npm:b@1.0.0'])(
    'of %s is not pinned',
    async (spec) => {
      expect(await named(`npx ${spec}`)).toEqual([[], [`${spec}: npx finds it by rules of its own`]]);
    },
  );
});
