// What of a command is in a lock: what decides what runs, and no value of a credential.
import { describe, expect, it } from 'vitest';
import type { ArtifactPart } from '../../../contract/index.ts';
import { commandText, lockedServer } from './locked-server.ts';

const portable = { workspace: '/work', userFolder: '/home/u', redact: (text: string) => text };

function lockedCommand(env: Readonly<Record<string, string>>): string {
  const named = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, { text }]));
  const reach = { kind: 'program', argv: ['node', '/work/x.js'], directory: '/work', env: named, passEnv: [] } as const;
  return commandText({ reach }, portable);
}

describe('the command in a lock', () => {
  it('holds the values of variables that make programs run other code', () => {
    expect(lockedCommand({ NODE_OPTIONS: '--import ./a.mjs' })).toBe('NODE_OPTIONS=--import ./a.mjs node ./x.js');
    expect(lockedCommand({ PATH: '/work/bin', LD_PRELOAD: '/home/u/a.so' })).toBe(
      'LD_PRELOAD=~/a.so PATH=./bin node ./x.js',
    );
  });

  it('holds of others their names alone', () => {
    expect(lockedCommand({ LEVEL: 'info', API_TOKEN: 'abc', NODE_AUTH_TOKEN: 'abc' })).toBe(
      'API_TOKEN=… LEVEL=… NODE_AUTH_TOKEN=… node ./x.js',
    );
  });
});

it('a lock holds the interpreter of a script where it lies in the workspace, and none of the machine', () => {
  const part = (kind: ArtifactPart['kind'], path: string): ArtifactPart => ({
    kind,
    name: 'x',
    version: '',
    path,
    digest: 'd',
    stamp: '',
    files: [],
  });
  const parts = [
    part('program', '/work/cli.mjs'),
    part('interpreter', '/usr/bin/env'),
    part('interpreter', '/home/u/node'),
    part('interpreter', '/work/bin/node'),
  ];
  const reach = { kind: 'program', argv: ['/work/cli.mjs'], directory: '/work', env: {}, passEnv: [] } as const;
  const present = { artifact: { parts, notPinned: [] }, about: '', tools: new Map() };
  expect(lockedServer({ reach }, present, portable).runs).toEqual([
    'interpreter ./bin/node sha256-d',
    'program ./cli.mjs sha256-d',
  ]);
});
