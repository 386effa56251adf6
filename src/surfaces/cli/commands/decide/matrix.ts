// gatehouse policy matrix: per agent and tool what a call may meet now, operators beside guests.
import { CapabilityError, type MatrixRow } from '../../../../contract/index.ts';
import { layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import type { Invocation } from '../../invocation.ts';
import { possibleWords } from '../../render/effect-words.ts';
import { layoutFields, layoutParagraph } from '../../render/fields.ts';

interface MatrixOptions {
  readonly tool?: string;
  readonly agent?: string;
}

export const showMatrix: Action<MatrixOptions> = async (invocation, _args, options) => {
  const { output, command } = invocation;
  const runtime = await invocation.runtime();
  const tool = options.tool === undefined ? null : await canonicalName(options.tool, invocation);
  const all = await runtime.matrix();
  const { agent = null } = options;
  if (agent !== null) checkAgent(agent, all);
  const rows = all.filter((row) => (tool === null || row.tool === tool) && (agent === null || row.agent === agent));
  const grants = await runtime.grants();
  output.document(rows);
  output.say(tool === null ? renderAgents(rows, output.width) : renderCells(rows, output.width));
  const text = (words: string) => output.say(layoutParagraph(words, output.width));
  output.say('');
  text(
    'The strictest that a call may meet in the default session mode; in brackets what else its targets, hours or facts may bring.',
  );
  if (tool === null)
    text(`Why, for one tool: ${command} policy matrix --tool NAME. For one call: ${command} policy why NAME JSON`);
  text(grants.length === 0 ? 'No live grants.' : `Live grants: ${grants.length} (${command} grants).`);
  return 0;
};

/** By any name the tool has. Throws `unknown_tool` with near ones. */
async function canonicalName(name: string, { runtime, caller }: Invocation): Promise<string> {
  const described = await (await runtime()).describeTool(caller, name);
  if (described.ok) return described.tool.name;
  throw new CapabilityError('unknown_tool', described.message, { details: { nearest: [...described.nearest] } });
}

function checkAgent(agent: string, rows: readonly MatrixRow[]): void {
  const agents = [...new Set(rows.map((row) => row.agent))];
  if (agents.includes(agent)) return;
  throw new CapabilityError(
    'malformed_request',
    `No rule names the agent ${JSON.stringify(agent)}: what holds for all holds for it. There are rows for ${agents.join(', ')}.`,
  );
}

function renderAgents(rows: readonly MatrixRow[], width: number): string {
  const byAgent = Object.entries(Object.groupBy(rows, (row) => row.agent));
  return byAgent.map(([agent, own = []]) => `Agent ${agent}\n${renderAgent(own, width)}`).join('\n\n');
}

function renderAgent(rows: readonly MatrixRow[], width: number): string {
  const trusts = [...new Set(rows.map((row) => row.trust))];
  const byTool = Object.entries(Object.groupBy(rows, (row) => row.tool));
  const table = byTool.map(([tool, cells = []]) => [
    tool,
    ...trusts.map((trust) => possibleWords(cells.find((cell) => cell.trust === trust)?.possible ?? [])),
    [...new Set(cells.flatMap((cell) => cell.dependsOn))].join(', '),
  ]);
  return layoutTable(table, { width, headers: ['TOOL', ...trusts.map((trust) => trust.toUpperCase()), 'CHANGED BY'] });
}

function renderCells(rows: readonly MatrixRow[], width: number): string {
  return rows
    .map((row) => {
      const changed = row.dependsOn.length === 0 ? 'nothing but rules and the session mode' : row.dependsOn.join(', ');
      const fields = layoutFields(
        [
          ['meets', possibleWords(row.possible)],
          ['changed by', changed],
          ['why', row.reason],
        ],
        width,
      );
      return `${row.tool} for ${row.trust}, agent ${row.agent}\n${fields}`;
    })
    .join('\n\n');
}
