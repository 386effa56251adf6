import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/index.ts';
import { argumentTransforms } from './transforms.ts';

function meant(name: string, args: JsonObject): JsonObject | null {
  const transform = argumentTransforms.find((item) => item.name === name);
  if (transform === undefined) throw new Error(`no transform named ${name}`);
  expect(transform.to).toBe('shell');
  return transform.transform(args);
}

describe('an invented call', () => {
  it.each<[string, JsonObject, string]>([
    ['mkdir', { path: 'x' }, 'mkdir x'],
    ['mkdir', { directory: 'a b', parents: true }, "mkdir -p 'a b'"],
    ['mkdir', { path: 'x', recursive: true, parents: true }, 'mkdir -p x'],
    ['mkdir', { path: 'x', parents: false }, 'mkdir x'],
    ['mkdir', { path: '$(id)' }, "mkdir '$(id)'"],
    ['mkdir', { path: "a'b; rm -rf /" }, "mkdir 'a'\\''b; rm -rf /'"],
    ['mkdir', { path: '-p' }, 'mkdir ./-p'],
    ['mkdir', { path: '~/x' }, "mkdir '~/x'"],
    ['touch', { file_path: 'a.txt' }, 'touch a.txt'],
    ['rm', { path: 'a', recursive: true, force: true }, 'rm -r -f a'],
    ['mv', { source: 'a', destination: 'b' }, 'mv a b'],
    ['mv', { from: 'a', to: '-b' }, 'mv a ./-b'],
    ['cp', { src: 'a*', dst: 'b', recursive: true }, "cp -r 'a*' b"],
    ['ls', {}, 'ls'],
    ['ls', { path: 'src', all: true }, 'ls -a src'],
    ['pwd', {}, 'pwd'],
  ])('%s(%j) means `%s`', (name, args, command) => expect(meant(name, args)).toEqual({ command }));

  it.each<[string, JsonObject]>([
    ['mkdir', {}],
    ['mkdir', { path: '' }],
    ['mkdir', { path: 1 }],
    ['mkdir', { path: ['a'] }],
    ['mkdir', { path: 'a\nb' }],
    ['mkdir', { path: 'a\u0000' }],
    ['mkdir', { path: 'a', mode: '777' }],
    ['mkdir', { path: 'a', parents: '-p; id' }],
    ['mkdir', { path: 'a', directory: 'b' }],
    ['mv', { source: 'a' }],
    ['rm', { path: 'a', dry_run: true }],
    ['pwd', { path: 'a' }],
  ])('%s(%j) is not guessed at', (name, args) => expect(meant(name, args)).toBeNull());

  it('never finds a name that objects inherit', () => {
    expect(argumentTransforms.some(({ name }) => name === 'constructor' || name === 'toString')).toBe(false);
    expect(meant('mkdir', JSON.parse('{"__proto__":"a"}'))).toBeNull();
  });

  it('reaches the program as the very words that were given, whatever is in them', () => {
    const character = fc.constantFrom(
      'a',
      ' ',
      "'",
      '"',
      '$',
      '`',
      '\\',
      ';',
      '*',
      '~',
      '!',
      '#',
      '-',
      '(',
      '&',
      'é',
      '😀',
      '=',
    );
    const text = fc.string({ unit: character, minLength: 1, maxLength: 12 });
    const pairs = fc.sample(fc.tuple(text, text), { numRuns: 200, seed: 7 });
    const lines = pairs.map(([from, to]) => {
      const command = meant('mv', { from, to })?.['command'];
      return typeof command === 'string' ? command.replace(/^mv/, String.raw`printf '%s\0'`) : 'false';
    });
    const words = spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' })
      .stdout.split('\0')
      .slice(0, -1);
    expect(words).toEqual(pairs.flat().map((word) => (word.startsWith('-') ? `./${word}` : word)));
  });
});
