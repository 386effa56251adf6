// Every request that leaves the machine passes host/net. The import table holds most of it; this holds what the table cannot say.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { read, root, sourceFiles } from './repository.ts';

const places = z.array(z.string());
const { powers, packages } = z
  .object({
    powers: z.array(z.object({ name: z.string(), builtins: z.array(z.string()), places })),
    packages: z.record(z.string(), places),
  })
  .parse(Object(createRequire(`${root}test/`)('../architecture.cjs')).architecture);

const outside = sourceFiles().filter((file) => !file.startsWith('src/host/net/'));
const code = (file: string): string => read(file).replaceAll(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '');

/** `file: match` for each place of the pattern. */
function found(pattern: RegExp): readonly string[] {
  return outside.flatMap((file) => [...code(file).matchAll(pattern)].map(([text]) => `${file}: ${text}`));
}

it('the import table gives sockets, DNS, TLS and the HTTP client to host/net alone', () => {
  const network = powers.filter(({ builtins }) =>
    builtins.some((name) => /^(?:net|tls|dgram|dns|http2|https)$/.test(name)),
  );
  expect(network.flatMap(({ builtins }) => builtins).sort()).toEqual(['dgram', 'dns', 'http2', 'https', 'net', 'tls']);
  expect(network.flatMap((power) => power.places)).toEqual(['host/net']);
  expect(packages['undici']).toEqual(['host/net']);
});

it('no builtin of the network is taken past the import table', () => {
  expect(
    found(/(?:getBuiltinModule|require|import)\(\s*['"`](?:node:)?(?:net|tls|dgram|dns|http|https|http2)\b/g),
  ).toEqual([]);
});

it('whoever serves HTTP only serves, or asks the socket of this home', () => {
  const imports = outside.flatMap((file) =>
    [...code(file).matchAll(/import (?!type)\{([^}]*)\} from ['"](?:node:)?http['"]/g)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ') && name !== 'createServer')
        .map((name) => `${file}: ${name}`),
    ),
  );
  expect(imports).toEqual(['src/surfaces/http/listen/listen-socket.ts: request']);
  expect(code('src/surfaces/http/listen/listen-socket.ts')).toMatch(/request\(\{ socketPath/);
  expect(found(/import (?!type )(?:\* as|[a-z]\w*,?) .*from ['"](?:node:)?http['"]/g)).toEqual([]);
});

it('the linter refuses the fetch and the sockets that Node makes global', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'src/tools'), { recursive: true });
  const uses = ['fetch("x")', 'new WebSocket("x")', 'new EventSource("x")', 'globalThis.fetch("x")'];
  const file = 'src/tools/probe.ts';
  writeFileSync(join(folder, file), uses.map((use, at) => `export const use${at} = ${use};\n`).join(''));
  // Without what needs types: there is no project around the one file.
  const config = z.record(z.string(), z.unknown()).parse(JSON.parse(read('.oxlintrc.json')));
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [linter, '--format=unix', file], { cwd: folder, encoding: 'utf8' });
  const lines = [...stdout.matchAll(/probe\.ts:(\d+):.*no-restricted-(?:globals|properties)/g)].map(([, line]) => line);
  expect(new Set(lines)).toEqual(new Set(['1', '2', '3', '4']));
});
