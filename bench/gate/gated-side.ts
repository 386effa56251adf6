// Our side: the gate as it is composed for a command or the daemon, over a store on disk with the default durability.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHome } from '../../src/host/index.ts';
import { composeLocal, libraryCaller } from '../../src/runtime/index.ts';
import type { Check } from '../measure/figure.ts';
import { configText } from './rules.ts';
import { argumentsOf, handler, toolName, tools } from './tool.ts';

export interface GatedSide {
  /** Throws when the call is not allowed, run and recorded. */
  call(): Promise<unknown>;
  /** Verifies the trail, and that it holds exactly what was done. */
  check(label: string): Promise<readonly Check[]>;
  close(): Promise<void>;
}

/** The decision with the start, and the end. */
const eventsPerCall = 2;

export async function openGatedSide(size: { readonly tools: number; readonly rules: number }): Promise<GatedSide> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const config = join(folder, 'config.yaml');
  writeFileSync(config, configText(size.rules));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const runtime = await composeLocal({
    home: openHome({ path: join(folder, 'home'), create: true }),
    workspace,
    env: { HOME: folder, GATEHOUSE_CONFIG: config },
    report: (message) => process.stderr.write(`${message}\n`),
    daemonRuns: () => Promise.resolve(false),
    tools: tools(size.tools).map((tool) => ({ tool, loader: () => Promise.resolve(handler) })),
  });
  const caller = libraryCaller({ agent: 'default', trust: 'operator', session: 'bench', workspace });
  let calls = 0;
  return {
    async call() {
      const outcome = await runtime.call({ tool: toolName, arguments: { value: argumentsOf(calls++) }, caller });
      if (outcome.kind !== 'completed' || outcome.unrecorded) throw new Error(`A call came back ${outcome.kind}.`);
      return outcome;
    },
    async check(label) {
      const report = await runtime.owner?.verifyAudit();
      // What the start of a runtime writes is not of the calls.
      const others = (await runtime.events({ kinds: ['self_model_updated', 'runtime_started'], limit: 1_000 })).length;
      const expected = calls * eventsPerCall + others;
      return [
        { what: `${label}: audit verify holds`, holds: report?.ok === true },
        {
          what: `${label}: ${expected} events for ${calls} calls and a start, ${report?.events} found`,
          holds: report?.events === expected,
        },
      ];
    },
    async close() {
      await runtime.close();
      rmSync(folder, { recursive: true });
    },
  };
}
