import { describe, expect, it } from 'vitest';
import { detectKinds, probeProgram, type ProgramFacts } from './detect.ts';

const facts: ProgramFacts = { realPath: '/usr/bin/acme', packageJson: null, hasManifest: false, figSpec: null };
const silent = { fisk: false, usage: false, cobra: false, help: false };
const applying = (of: Partial<ProgramFacts>, probes = silent) =>
  detectKinds({ ...facts, ...of }, probes).filter(({ applies }) => applies);

describe('the kinds of description that a program has', () => {
  it('are told best first, each with its reason', () => {
    const all = {
      realPath: '/x',
      packageJson: { name: 'acme', oclif: {} },
      hasManifest: true,
      figSpec: '/specs/acme.js',
    };
    expect(
      applying(all, { fisk: true, usage: true, cobra: true, help: true }).map(({ kind, why }) => [kind, why]),
    ).toEqual([
      ['fisk', 'it prints its commands for --fisk-introspect'],
      ['oclif', 'the package acme is made with oclif and brings its manifest'],
      ['usage', 'it prints its commands for --usage-spec'],
      ['fig', 'others describe it in /specs/acme.js'],
      ['cobra', 'it completes its own commands (__complete)'],
      ['help', 'it prints help that can be read, with no certainty'],
    ]);
  });

  it('are none for a program that says nothing, and each says why', () => {
    expect(applying({})).toEqual([]);
    expect(detectKinds(facts, silent).map(({ why }) => why)).toContain(
      'no package.json at or above /usr/bin/acme has a member "oclif"',
    );
  });

  it.each([
    [{ packageJson: { oclif: {} }, hasManifest: false }],
    [{ packageJson: { name: 'x' }, hasManifest: true }],
    [{ packageJson: { oclif: 'yes' }, hasManifest: true }],
    [{ packageJson: 'oclif', hasManifest: true }],
  ])('are not oclif with half of it: %j', (half) => {
    expect(applying(half)).toEqual([]);
  });
});

describe('asking a program', () => {
  const answering = (said: Readonly<Record<string, string>>) =>
    probeProgram((words) => Promise.resolve({ stdout: said[words.join(' ')] ?? '', exitCode: 0 }));

  it.each([
    ['--fisk-introspect', '{"name":"nats","help":"","commands":[]}', 'fisk'],
    ['--fisk-introspect', 'A banner\n{"name":"nats","flags":[]}', 'fisk'],
    ['--usage-spec', 'name "mise"\nbin "mise"\ncmd "run"\n', 'usage'],
    ['__complete ', 'run\tRun\n:4\n', 'cobra'],
    ['--help', 'Usage: acme [options]\n', 'help'],
  ])('finds its description: %s', async (words, stdout, kind) => {
    expect(await answering({ [words]: stdout })).toEqual({ ...silent, [kind]: true });
  });

  it.each([
    ['--fisk-introspect', '{"name":"nats"}'],
    ['--fisk-introspect', '{"name":1,"commands":[]}'],
    ['--fisk-introspect', '{'],
    ['--fisk-introspect', 'Usage: acme'],
    ['--usage-spec', 'Usage: acme'],
    ['__complete ', 'Usage: acme'],
    ['__complete ', 'x\n:1\n'],
    ['--help', 'nothing'],
  ])('finds none in what is none: %s %j', async (words, stdout) => {
    expect(await answering({ [words]: stdout })).toEqual(silent);
  });

  it('finds none where the program cannot be started', async () => {
    expect(await probeProgram(() => Promise.reject(new Error('hangs')))).toEqual(silent);
  });
});
