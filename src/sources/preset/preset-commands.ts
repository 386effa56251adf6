// The commands that come with Gatehouse, in groups that the owner switches on.
import { defaultTimeoutMs, type Command } from './command.ts';

/** An agent thinks for minutes. */
const agentTimeoutMs = 10 * 60_000;

const agent = (name: string, argv: readonly string[], key: string): Command => ({
  name,
  description: `Give a task to the coding agent ${argv[0] ?? ''}, which works in the workspace by itself and answers with what it did.`,
  argv,
  passEnv: [key],
  timeoutMs: agentTimeoutMs,
  workingDir: '.',
});

const program = (name: string, description: string): Command => ({
  name,
  description,
  argv: [name],
  passEnv: [],
  timeoutMs: defaultTimeoutMs,
  workingDir: '.',
});

export const presetCommands = {
  ai_tools: [
    agent('codex', ['codex', 'exec'], 'OPENAI_API_KEY'),
    agent('claude_code', ['claude', '--print'], 'ANTHROPIC_API_KEY'),
  ],
  dev_tools: [
    program('git', 'Run git, without a shell: args are the subcommand and its options, prompt is the last argument.'),
    program(
      'gh',
      'Run the GitHub CLI, without a shell: args are the command and its options, prompt is the last argument.',
    ),
    program('make', 'Run make, without a shell: args are options and variables, prompt is the target.'),
  ],
} as const satisfies Readonly<Record<string, readonly Command[]>>;
