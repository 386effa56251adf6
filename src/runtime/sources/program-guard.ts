// The guard `program`: whether the program found now is the one whose commands were read, and what a call gives it that is called dangerous.
import {
  readWord,
  type CommandShape,
  type Fact,
  type Guard,
  type GuardFinding,
  type GuardRequest,
  type JsonObject,
  type Tool,
} from '../../contract/index.ts';
import { artifactDigest } from '../servers/launch-text.ts';
import type { SourceProgram } from './kinds/source.ts';
import type { SourceDesk } from './source-desk.ts';

const name = 'program';

/**
 * Facts: `read_word` with the value `operator` or `none`; `program` with the path that is started, bound to what it is made of;
 * `program_missing` and `program_replaced` (floor); `dangerous_flag` (ask) for each that a call gives.
 */
export function createProgramGuard(desk: Pick<SourceDesk, 'programOf' | 'rereadLater'>): Guard {
  return {
    name,
    async inspect({ tool, arguments: args, explaining }: GuardRequest): Promise<GuardFinding> {
      const program = desk.programOf(tool);
      const facts = [readWord(tool), await programFact(program, tool.origin.source)];
      // An explanation starts nothing, and reading it anew does.
      if (!explaining && facts.some(({ name: found }) => found === replaced)) desk.rereadLater(tool);
      return { facts: [...facts, ...dangers(tool, args)], targets: [], paths: {}, urls: {} };
    },
  };
}

const replaced = 'program_replaced';

async function programFact(program: SourceProgram | null, source: string): Promise<Fact> {
  if (program === null) return floor('program_missing', 'The source of this tool is not configured any more.');
  const { found, differences } = await program.look();
  const [file = ''] = program.argv;
  if (found.program === null)
    return floor('program_missing', `The program ${file} is missing, or may not be executed. Nothing was run.`);
  if (differences.length > 0)
    return floor(
      replaced,
      `${found.program} was replaced since its commands were read (${differences.slice(0, 3).join('; ')}). It is read anew: call again. One in the workspace is not, before its owner says: gatehouse source refresh ${source}`,
    );
  const value = found.program;
  const text = `It starts ${value}, whose commands were read.`;
  return { guard: name, name, value, verdict: 'clear', targets: [], text, binding: artifactDigest(found) };
}

function floor(found: string, text: string): Fact {
  return { guard: name, name: found, value: null, verdict: 'floor', targets: [], text };
}

function dangers({ targets }: Tool, args: JsonObject): readonly Fact[] {
  const flags = targets.flatMap(({ line }) =>
    line !== undefined && 'command' in line ? dangerousOf(line.command) : [],
  );
  return flags
    .filter(({ property }) => isGiven(args, property))
    .map(({ flag }) => ({
      guard: name,
      name: 'dangerous_flag',
      value: null,
      verdict: 'ask',
      targets: [],
      text: `The description of the program calls ${flag} dangerous.`,
    }));
}

function dangerousOf({ flags }: CommandShape): CommandShape['flags'] {
  return flags.filter(({ dangerous }) => dangerous);
}

/** False is said by leaving a switch out, or by its negation, which is not what was called dangerous. */
function isGiven(args: JsonObject, property: string): boolean {
  return Object.hasOwn(args, property) && args[property] !== false;
}
