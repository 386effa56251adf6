// A composed runtime in a process of its own, that dies as by kill -9 wherever it is told to.
//   node gate-process.ts HOME caller POINT   makes calls and takes their outcomes; dies at that point of its life, `never` for none
//   node gate-process.ts HOME keeper         answers what is asked and runs what is left, until it is killed or the file HOME/stop is there
// Points are numbered: they stand before and after every statement that the store runs, so that every boundary of every stage that leaves a
// trace lies between two of them. Those around an effect have names too: before-effect-1, after-effect-1 and so on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  isCapabilityError,
  type HandlerContext,
  type JsonObject,
  type Outcome,
  type ToolPorts,
} from '../../src/contract/index.ts';
import { openHome } from '../../src/host/index.ts';
import { commandLineCaller, composeLocal, libraryCaller } from '../../src/runtime/index.ts';
import { plainTool } from '../../src/testing/index.ts';
import { textResult } from '../harness/scripted-tool.ts';
import { createBoundary, openWitness } from './crash-process.ts';

const [path = '', role = '', deadline = 'never'] = process.argv.slice(2);
const effects = openWitness(join(path, 'effects'));
/** What the client of this process made and was told. */
const told = openWitness(join(path, 'told'));
const workspace = join(path, 'workspace');

let points = 0;
let runs = 0;
const boundary = createBoundary(deadline);

function point(): void {
  points += 1;
  boundary(String(points));
}

function watchStatements(): void {
  for (const name of ['run', 'get', 'all'] as const) {
    const method: (this: StatementSync, ...values: never[]) => unknown = StatementSync.prototype[name];
    Object.assign(StatementSync.prototype, {
      [name](this: StatementSync, ...values: never[]) {
        point();
        const result = method.apply(this, values);
        point();
        return result;
      },
    });
  }
}

async function act({ token }: JsonObject, { callId }: HandlerContext<keyof ToolPorts>) {
  runs += 1;
  const run = runs;
  boundary(`before-effect-${run}`);
  const name = typeof token === 'string' ? token : '';
  effects.note(callId, name);
  boundary(`after-effect-${run}`);
  return textResult(`did ${name}`);
}

if (role === 'caller') watchStatements();
const parameters = {
  type: 'object',
  properties: { token: { type: 'string' } },
  required: ['token'],
  additionalProperties: false,
} as const;
const runtime = await composeLocal({
  home: openHome({ path: join(path, 'home'), create: true }),
  workspace,
  env: {},
  report: (message) => process.stderr.write(`${role}: ${message}\n`),
  daemonRuns: () => Promise.resolve(false),
  tools: [
    { tool: plainTool({ name: 'free', parameters }), loader: async () => act },
    {
      tool: plainTool({ name: 'asks', mode: 'memory', policyClass: 'read_write', parameters }),
      loader: async () => act,
    },
  ],
});
const { owner } = runtime;
if (owner === null) throw new TypeError('Whoever opens the home decides.');
const decide = owner;

async function approve(id: string, by: string): Promise<void> {
  try {
    await decide.answer(id, { act: 'once' }, { by });
  } catch (cause) {
    // The other approver was first.
    if (!isCapabilityError(cause) || cause.code !== 'not_answerable') throw cause;
  }
}

/** One client with three calls: one that is free, one that others answer, one that it answers itself while the others do too. */
async function call(): Promise<void> {
  const caller = libraryCaller({ agent: 'default', trust: 'operator', session: `pid-${process.pid}`, workspace });
  const make = async (tool: string, token: string): Promise<Outcome> => {
    const outcome = await runtime.call({ tool, arguments: { value: { token } }, caller });
    told.note('answer', token, outcome.kind, outcome.kind === 'pending' ? outcome.approval.id : outcome.callId);
    return outcome;
  };
  const token = (name: string) => `${name}-${process.pid}-${process.hrtime.bigint()}`;
  const [free, asked, own] = [token('free'), token('asked'), token('own')];
  for (const name of [free, asked, own]) told.note('call', name);
  await make('free', free);
  const first = await make('asks', asked);
  if (first.kind === 'pending') {
    let outcome: Outcome = first;
    while (outcome.kind === 'pending') {
      await setTimeout(10);
      outcome = await runtime.collect(caller, first.approval.id);
    }
    told.note('answer', asked, outcome.kind, outcome.callId);
  }
  const second = await make('asks', own);
  if (second.kind === 'pending') await approve(second.approval.id, 'caller');
  // The same call again, until the outcome comes.
  while (second.kind === 'pending') {
    if ((await make('asks', own)).kind !== 'pending') break;
    await setTimeout(10);
  }
  await runtime.close();
  told.note('points', String(points));
}

async function keep(): Promise<void> {
  const caller = commandLineCaller({ userId: 0, workspace, session: undefined, attended: true, simulate: false });
  const answering = new Map<string, Promise<void>>();
  while (!existsSync(join(path, 'stop'))) {
    for (const { id, status } of await runtime.approvals(caller, {})) {
      if (status === 'pending' && !answering.has(id)) answering.set(id, approve(id, `keeper-${process.pid}`));
    }
    await setTimeout(5);
  }
  await Promise.all(answering.values());
  await runtime.close();
}

process.stdout.write('ready\n');
if (role === 'keeper') await keep();
else await call();
