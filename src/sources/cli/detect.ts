// Which kinds of description a program has, best first: what it says by itself before what others wrote, and texts for people last.
import type { CommandTree } from './command-tree.ts';
import { readCompletions } from './cobra/completions.ts';
import type { RunProgram } from './foreign/walk.ts';
import { isRecord, recordOf, textOf } from './foreign/values.ts';
import { readHelpPage } from './help/help-page.ts';

type Kind = CommandTree['kind'];

/** What is known without starting the program. */
export interface ProgramFacts {
  /** After links: a link in a folder of programs leads into the package. */
  readonly realPath: string;
  /** The nearest package.json at or above the real path, parsed; null where there is none. */
  readonly packageJson: unknown;
  /** Whether `oclif.manifest.json` stands beside it. */
  readonly hasManifest: boolean;
  /** The file of a Fig spec of the program's name, or null. */
  readonly figSpec: string | null;
}

/** What the program answered when it was asked. */
export interface ProgramProbes {
  readonly fisk: boolean;
  readonly usage: boolean;
  readonly cobra: boolean;
  readonly help: boolean;
}

export interface DetectedKind {
  readonly kind: Kind;
  readonly applies: boolean;
  /** A sentence for the person who adds the program. */
  readonly why: string;
}

/** Four calls, one after the other. What fails or hangs (the port bounds it) does not answer. */
export async function probeProgram(run: RunProgram): Promise<ProgramProbes> {
  return {
    fisk: await answers(run, ['--fisk-introspect'], isIntrospection),
    usage: await answers(run, ['--usage-spec'], (text) => /^\s*(?:bin|cmd|flag|arg)\s/m.test(text)),
    cobra: await answers(run, ['__complete', ''], (text) => readCompletions(text) !== null),
    help: await answers(run, ['--help'], (text) => {
      const { commands, flags, usages } = readHelpPage(text);
      return commands.length + flags.length + usages.length > 0;
    }),
  };
}

async function answers(run: RunProgram, words: readonly string[], isOne: (text: string) => boolean): Promise<boolean> {
  try {
    return isOne((await run(words)).stdout);
  } catch {
    // A program that cannot be asked has no description of this kind; whether it runs at all is found out where it is added.
    return false;
  }
}

function isIntrospection(text: string): boolean {
  const from = text.indexOf('{');
  try {
    const found: unknown = from === -1 ? null : JSON.parse(text.slice(from));
    return (
      isRecord(found) && typeof found['name'] === 'string' && (isList(found['commands']) || isList(found['flags']))
    );
  } catch {
    return false;
  }
}

const isList = (value: unknown): boolean => Array.isArray(value);

/** All kinds in their order of worth. */
export function detectKinds(facts: ProgramFacts, probes: ProgramProbes): readonly DetectedKind[] {
  const isOclif = isRecord(recordOf(facts.packageJson)['oclif']);
  const name = textOf(recordOf(facts.packageJson)['name'], 100);
  return [
    say('fisk', probes.fisk, 'it prints its commands for --fisk-introspect', 'it prints no JSON for --fisk-introspect'),
    say(
      'oclif',
      isOclif && facts.hasManifest,
      `the package ${name} is made with oclif and brings its manifest`,
      isOclif
        ? `the package ${name} is made with oclif and has no oclif.manifest.json`
        : `no package.json at or above ${facts.realPath} has a member "oclif"`,
    ),
    say(
      'usage',
      probes.usage,
      'it prints its commands for --usage-spec',
      'it prints no specification for --usage-spec',
    ),
    say('fig', facts.figSpec !== null, `others describe it in ${facts.figSpec}`, 'there is no Fig spec of its name'),
    say('cobra', probes.cobra, 'it completes its own commands (__complete)', 'it does not answer __complete'),
    say(
      'help',
      probes.help,
      'it prints help that can be read, with no certainty',
      'it prints no help that can be read',
    ),
  ];
}

function say(kind: Kind, applies: boolean, ...[yes, no]: readonly [string, string]): DetectedKind {
  return { kind, applies, why: applies ? yes : no };
}
