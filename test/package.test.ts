// Holds what users of the package get: the Node it runs on, its doors, what each door pulls in, and the command.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manifest, read, root } from './repository.ts';

const command = join(root, 'bin', 'gatehouse.mjs');

/** Every file of dist that is loaded or could be loaded later from a door, dynamic imports included. */
function reachableFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const folder = file.split('/').slice(0, -1).join('/');
  for (const [, target = ''] of read(file).matchAll(/(?:from|import)\s*\(?["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)) {
    reachableFrom(join(folder, target), seen);
  }
  return seen;
}

describe('the package', () => {
  it('is tested on the Node it is made for', () => {
    expect(process.version).toMatch(/^v24\./);
  });

  it('has exactly these doors', () => {
    expect(manifest.exports).toEqual({
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './plugin': { types: './dist/plugin.d.ts', default: './dist/plugin.js' },
      './testing': { types: './dist/testing.d.ts', default: './dist/testing.js' },
      './package.json': './package.json',
    });
  });

  it('publishes the bundle, the command and the documents', () => {
    expect(manifest.files).toEqual([
      'bin',
      'dist',
      'config.schema.json',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
    ]);
  });

  it.each(['index', 'plugin', 'testing'])('has code and types of the door %s', (door) => {
    expect(existsSync(join(root, 'dist', `${door}.js`))).toBe(true);
    expect(existsSync(join(root, 'dist', `${door}.d.ts`))).toBe(true);
  });

  // Words that survive bundling: the error codes of the argument parser, an answer of the MCP server on stdio.
  it.each(['commander.unknownOption', 'Send JSON text in UTF-8'])(
    'opens without a surface: no %s behind the library',
    (word) => {
      const behind = (door: string): string => [...reachableFrom(door)].map(read).join('\n');
      expect(behind('dist/cli.js')).toContain(word);
      expect(behind('dist/index.js')).not.toContain(word);
    },
  );

  it('opens the door of plugins without Node builtins', () => {
    const bundled = [...reachableFrom('dist/plugin.js')].map(read).join('\n');
    // As the target of an import: `http` alone is also the name of a surface.
    expect(
      bundled.match(/(?:from|import|require)\s*\(?\s*["'`](?:node:)?(?:fs|child_process|net|http|sqlite)["'`]/g),
    ).toBeNull();
  });
});

describe('the command', () => {
  it('answers its version', () => {
    const { stdout, status } = spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: `${manifest.version}\n`, status: 0 });
  });

  it('answers its version without making a home', () => {
    const home = mkdtempSync(join(tmpdir(), 'gatehouse-home-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const { status } = spawnSync(process.execPath, [command, '-V'], { env: { HOME: home } });
    expect({ status, written: readdirSync(home) }).toEqual({ status: 0, written: [] });
  });

  // Packages that read JSON with comments and TOML come in a form that a bundle may fail to hold together.
  it.each(['cursor', 'codex'])('knows the configuration of %s', (client) => {
    const home = mkdtempSync(join(tmpdir(), 'gatehouse-home-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const { stdout, status } = spawnSync(process.execPath, [command, 'mcp', '--for', client], {
      encoding: 'utf8',
      env: { HOME: home },
    });
    expect({ status, names: stdout.includes('gatehouse') }).toEqual({ status: 0, names: true });
  });

  // npm tells its scripts which Node it runs on itself; where that is 24 too there is no older one to try.
  const npmsNode = process.env['npm_node_execpath'] ?? '';
  const npmsVersion = npmsNode === '' ? '' : spawnSync(npmsNode, ['-v'], { encoding: 'utf8' }).stdout;
  it.skipIf(npmsVersion === '' || Number(npmsVersion.slice(1, 3)) >= 24)(
    'says in one line what to do on an older Node',
    () => {
      const { stdout, stderr, status } = spawnSync(npmsNode, [command, 'tools'], { encoding: 'utf8' });
      expect({ stdout, status }).toEqual({ stdout: '', status: 6 });
      expect(stderr).toMatch(/^gatehouse needs Node\.js 24 or newer, this is \d+\.\d+\.\d+: .*npm start -- tools\n$/);
    },
  );
});
