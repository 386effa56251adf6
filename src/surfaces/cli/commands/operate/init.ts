// gatehouse init: a commented configuration to start from, or one made from the agent.yaml of Fisk AI.
import { resolve } from 'node:path';
import { CapabilityError } from '../../../../contract/index.ts';
import { openAgentImport, writeExampleConfig, type AgentImport } from '../../../../runtime/index.ts';
import { commandLine, layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { commandName, type Invocation } from '../../invocation.ts';
import { lines } from '../../render/lines.ts';

interface InitOptions {
  readonly from?: string;
  readonly out?: string;
}

export const init: Action<InitOptions> = async (invocation, _args, { from, out }) => {
  if (from !== undefined) return initFrom(invocation, from, out ?? 'gatehouse.yaml');
  if (out !== undefined)
    throw new CapabilityError(
      'malformed_request',
      '--out goes with --from: without it gatehouse.yaml of this folder is written.',
    );
  const { output, by } = invocation;
  // The owner first: where trusting the folder could not work, nothing is written either.
  const [owner, { workspace }] = [await invocation.owner(), await invocation.runtime()];
  const file = writeExampleConfig(workspace);
  await owner.trustFolder(workspace, by);
  output.document({ file, trusted: workspace });
  output.say(
    `Wrote ${file} and trusted this folder. Every setting in it is commented out: what you see is what holds.`,
  );
  return 0;
};

/** Trusts nothing: as the file of a project it may not name programs, and it is served by its name. */
async function initFrom({ output, environment, caller }: Invocation, from: string, out: string): Promise<number> {
  const { cwd, env } = environment;
  const { initFromAgent } = await openAgentImport();
  const made = await initFromAgent({
    from: resolve(cwd, from),
    out: resolve(cwd, out),
    workspace: caller.workspace,
    env,
  });
  output.document({ file: made.file, profile: made.profile, keys: made.account });
  output.say(render(made, { width: output.width, command: commandName(env) }));
  return 0;
}

const words = { acts: 'acts as', so: 'holds:', kept: 'kept as a comment:' } as const;

function render(
  { file, account, profile }: AgentImport,
  { width, command }: { readonly width: number; readonly command: string },
): string {
  const config = commandLine(['--config', file]);
  return lines(
    `Wrote ${file}. What became of each key:`,
    layoutTable(
      account.map(({ key, became, text }) => [key, `${words[became]} ${text}`]),
      { width },
    ),
    '',
    'It is served alone, and acts as the file of no project: do not trust this folder with it.',
    `  what it has     ${command} info ${config}`,
    `  as MCP server   ${command} mcp ${config}${profile === null ? '' : ` --profile ${profile}`}`,
  );
}
