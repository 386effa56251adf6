// From a command to the description of its tool: gated like `shell`, with the whole command line as its target.
import type { JsonObject, Tool } from '../../contract/index.ts';
import { canonicalJson, commandLine, sha256Hex } from '../../text/index.ts';
import type { Command } from './command.ts';

/** These tools are swapped together. */
export const commandFamily = { source: 'preset', family: 'sandbox_commands' } as const;

/** The program's time ends before the call's, so that what it printed is still told. */
const marginMs = 10_000;

const parameters: JsonObject = {
  type: 'object',
  properties: {
    prompt: {
      type: 'string',
      minLength: 1,
      maxLength: 16_384,
      description: 'The last argument. It is passed as it is; no shell reads it.',
    },
    args: {
      type: 'array',
      maxItems: 32,
      items: { type: 'string', maxLength: 512 },
      description: 'Arguments before the prompt, one item each.',
    },
  },
  required: ['prompt'],
  additionalProperties: false,
};

export function describeCommand(command: Command): Tool {
  const { name, description, argv, passEnv, timeoutMs, workingDir } = command;
  const definition: Omit<Tool, 'origin'> = {
    name,
    title: name.replaceAll(/[_-]+/g, ' '),
    description: `${description} Runs: ${commandLine(argv)} [args …] prompt`,
    parameters,
    kind: 'builtin',
    mode: 'shell',
    policyClass: 'exec',
    risk: 'high',
    defaultEffect: null,
    locked: false,
    ownerOnly: false,
    hidden: false,
    alwaysAsk: false,
    tags: ['sandbox_command'],
    aliases: [],
    argumentAliases: {},
    timeoutMs: timeoutMs + marginMs,
    category: 'system',
    whenToUse: 'When the task is what this command is for. For other programs there is shell.',
    examples: [],
    failureModes: [
      'A command line that cannot be undone, pushes, or is aimed at Gatehouse itself: refused.',
      'An exit code other than 0 is a result, not a failure: read the output.',
      `Not over after ${timeoutMs} ms: it is ended, and what it printed is told.`,
      ...passEnv.map((variable) => `${variable} has no value: it is not run, and the answer says why.`),
    ],
    requiresSetup: passEnv.length === 0 ? null : `The owner gives a source to ${passEnv.join(', ')}: sandbox.env.from.`,
    secrets: passEnv,
    effects: ['executes', 'writes', 'egress'],
    targets: [
      {
        pointer: '/prompt',
        kind: 'command',
        action: 'run',
        line: { words: [...argv, { pointer: '/args' }, { pointer: '/prompt' }], directory: workingDir },
      },
    ],
    actionPointer: null,
    untrustedResult: true,
  };
  const fingerprint = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(definition))));
  return { ...definition, origin: { ...commandFamily, owner: null, fingerprint } };
}
