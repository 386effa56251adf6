// A line of a tools file that is a command: gated like `shell`, with the whole line as its target, and run without a shell.
import { unsaidOfTool, type JsonObject, type Tool, type WordLine } from '../../../contract/index.ts';
import { canonicalJson, commandLine, sha256Hex } from '../../../text/index.ts';

export interface CommandTool {
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly tags: readonly string[];
  readonly parameters: JsonObject;
  readonly words: WordLine['words'];
  readonly timeoutMs: number;
}

/** The program's time ends before the call's, so that what it printed is still told. */
const marginMs = 10_000;

export function describeCommandTool(command: CommandTool, source: string): Tool {
  const { name, description, whenToUse, tags, parameters, words, timeoutMs } = command;
  const definition: Omit<Tool, 'origin'> = {
    ...unsaidOfTool,
    name,
    title: name.replaceAll(/[_-]+/g, ' '),
    description: `${description} Runs: ${commandLine(words.map(shownWord))}`,
    parameters,
    kind: 'builtin',
    mode: 'shell',
    policyClass: 'exec',
    risk: 'high',
    tags,
    timeoutMs: timeoutMs + marginMs,
    category: 'system',
    whenToUse,
    failureModes: [
      'A command line that cannot be undone, pushes, or is aimed at Gatehouse itself: refused.',
      'An exit code other than 0 is a result, not a failure: read the output.',
      `Not over after ${timeoutMs / 1000} s: it is ended, and what it printed is told.`,
    ],
    effects: ['executes', 'writes', 'egress'],
    targets: [{ pointer: '', kind: 'command', action: 'run', line: { words, directory: '.' } }],
    untrustedResult: true,
  };
  const fingerprint = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(definition))));
  return { ...definition, origin: { source, owner: null, family: `http:${source}`, fingerprint } };
}

function shownWord(word: WordLine['words'][number]): string {
  if (typeof word === 'string') return word;
  const parts = 'parts' in word ? word.parts : [word];
  return parts.map((part) => (typeof part === 'string' ? part : `{${part.pointer.slice(1)}}`)).join('');
}
