// gatehouse mcp-servers import: which servers of MCP clients would be moved, moving them, and taking that back. Nothing is started.
import { CapabilityError } from '../../../../../contract/index.ts';
import { openServerImport, type ImportPlan } from '../../../../../runtime/index.ts';
import { commandLine, counted, createPatternRedactor } from '../../../../../text/index.ts';
import { taken } from './change-servers.ts';
import type { Action } from '../../../command-spec.ts';
import type { Invocation } from '../../../invocation.ts';
import { layoutFields, layoutText, type Field } from '../../../render/fields.ts';
import { lines } from '../../../render/lines.ts';
import { worksIn } from '../../works-in.ts';

interface ImportOptions {
  readonly move?: boolean;
  readonly keepValues?: boolean;
  readonly undo?: boolean;
}

export const importServers: Action<ImportOptions> = async (invocation, targets, options) => {
  const { environment, caller, output, command, by } = invocation;
  if (options.undo === true) return undo(invocation, targets);
  const owner = await invocation.owner();
  const { openImport } = await openServerImport();
  const place = { env: environment.env, platform: process.platform, workspace: caller.workspace };
  const secrets = {
    names: (await owner.secrets()).map(({ name }) => name),
    set: (name: string, value: string) => owner.setSecret(name, value, by),
    remove: (name: string) => owner.removeSecret(name, by),
  };
  const wishes = { targets, cwd: environment.cwd, keepsValues: options.keepValues === true };
  const { plan, movedBefore, move } = openImport(wishes, place, secrets);
  const count = plan.files.flatMap(({ moves }) => moves).length;
  const hasProblem = plan.files.some(({ problem }) => problem !== null);
  if (count === 0 || options.move !== true) {
    output.document({ moved: false, movedBefore, ...documentOf(plan) });
    const advice =
      count === 0
        ? nothingText(movedBefore, command)
        : `Nothing was changed. To move ${counted(count, 'server')}: ${[command, 'mcp-servers', 'import', ...targets].join(' ')} --move${options.workspace === undefined ? '' : ` ${commandLine(['--workspace', caller.workspace])}`}`;
    output.say(lines(planText(plan, output.width), advice));
    return hasProblem ? 1 : 0;
  }
  const moved = await move(Date.now());
  output.document({ moved: true, file: moved.file, copies: Object.fromEntries(moved.copies), ...documentOf(plan) });
  const names = Object.keys(plan.add);
  await taken(invocation, (views) => names.every((name) => views.some((view) => view.name === name)));
  output.say(
    lines(
      planText(plan, output.width),
      `Moved ${counted(count, 'server')} into ${moved.file}, and put Gatehouse in their place. Nothing was started.`,
      ...[...moved.copies].map(([path, copy]) => `${path} as it was: ${copy}`),
      `To take it back: ${command} mcp-servers import --undo`,
      names.length === 0
        ? null
        : `Next, look at each and accept it: ${command} mcp-servers accept NAME --start, with NAME ${namesText(names)}`,
    ),
  );
  return hasProblem ? 1 : 0;
};

function nothingText(movedBefore: readonly string[], command: string): string {
  if (movedBefore.length === 0) return 'There is nothing to move.';
  return lines(
    `There is nothing to move. Moved before: ${namesText(movedBefore)} (${command} mcp-servers list).`,
    `To take the last change of files back: ${command} mcp-servers import --undo`,
  );
}

const mostNames = 20;

function namesText(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${names.slice(0, mostNames).join(', ')}${more}`;
}

async function undo(invocation: Invocation, targets: readonly string[]): Promise<number> {
  const { environment, output, command } = invocation;
  if (targets.length > 0)
    throw new CapabilityError('malformed_request', '--undo takes back the last change of files whole, and no names.');
  await invocation.owner();
  const { undoImport } = await openServerImport();
  const { what, files, left, secrets, remaining } = undoImport(environment.env);
  output.document({ undone: what, files, left, secrets, remaining });
  output.say(
    lines(
      `Took back ${what}. As it was before, or without what was moved:`,
      ...files,
      ...left,
      secrets.length === 0 ? null : `Stored secrets stay stored: ${secrets.join(', ')} (${command} secrets list)`,
      remaining.length === 0
        ? 'Nothing is left to undo.'
        : `Left to undo, the next first: ${remaining.join('; ')}. Once more: ${command} mcp-servers import --undo`,
    ),
  );
  return left.length === 0 ? 0 : 1;
}

function documentOf({ files, secrets }: ImportPlan): object {
  return {
    files: files.map(({ client, file, moves, stays, problem, hasOwn, start }) => ({
      client: client.id,
      path: file.path,
      moves,
      stays,
      problem,
      hasGatehouse: hasOwn,
      workspace: start?.workspace ?? null,
    })),
    secrets: [...secrets.keys()],
  };
}

function planText({ files }: ImportPlan, width: number): string {
  const redact = createPatternRedactor();
  return files
    .map(({ client, file, moves, stays, problem, hasOwn, start }) =>
      lines(
        `${client.title}: ${file.path}`,
        ...moves.map(({ from, name, reach, disabled, notes }) =>
          lines(
            `  ${from === name ? name : `${from} → ${name}`}${disabled ? ' (disabled)' : ''}`,
            layoutFields([['reach', redact(reach)], ...notes.map((note): Field => ['note', note])], width),
          ),
        ),
        ...stays.map(({ name, why }) => layoutText(`${name} stays where it is: ${why}.`, width)),
        problem === null ? null : layoutText(`Left as it is: ${problem}`, width),
        moves.length + stays.length > 0 || problem !== null ? null : hasOwn ? '  Gatehouse alone' : '  no servers',
        start === null ? null : layoutText(worksIn(client.title, start), width),
      ),
    )
    .join('\n\n');
}
