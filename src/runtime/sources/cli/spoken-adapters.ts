// Programs that print what their commands are, command by command or as one specification.
import { CapabilityError } from '../../../contract/index.ts';
import { loadUsage, readCobra, readHelp, type CommandTree, type WalkSettings } from '../../../sources/index.ts';
import { fileText, saidText, type Adapter, type AskNeeds } from './adapter.ts';
import type { CliSource } from '../../config/sources/settle-cli.ts';

export const usageAdapter: Adapter = {
  async describe({ spec }, { ask }) {
    return { text: spec === null ? saidText(await ask(['--usage-spec'])) : fileText(spec), doubts: [] };
  },
  read: async (text) => (await loadUsage())(text),
};

export const cobraAdapter = walking(readCobra);
export const helpAdapter = walking(readHelp);

const mostCalls = 1_000;
const walkMs = 120_000;

/** What is kept is what was read: asking again is the long part. */
function walking(read: (program: string, settings: WalkSettings) => Promise<CommandTree>): Adapter {
  return {
    async describe(source, needs) {
      if (source.spec !== null)
        throw new CapabilityError(
          'invalid_config',
          `as: ${source.as} asks the program, and reads no spec. Remove spec.`,
        );
      const tree = await read(nameOf(source), settingsOf(needs));
      return { text: JSON.stringify(tree), doubts: [] };
    },
    read: (text) => JSON.parse(text),
  };
}

function nameOf({ settings }: CliSource): string {
  return settings.argv[0].split('/').at(-1) ?? '';
}

function settingsOf({ ask }: AskNeeds): WalkSettings {
  return {
    maxCalls: mostCalls,
    signal: AbortSignal.timeout(walkMs),
    progress: () => undefined,
    async run(words) {
      const answer = await ask(words);
      if (answer.ok) return { stdout: answer.stdout, exitCode: 0 };
      // Many print their help and fail.
      if (answer.problem === 'exit' && answer.exitCode !== null)
        return { stdout: answer.stdout, exitCode: answer.exitCode };
      throw new CapabilityError('invalid_tool', answer.why);
    },
  };
}
