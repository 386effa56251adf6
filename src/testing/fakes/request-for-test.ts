// What the gate asks a guard, for tests.
import type { Caller, GuardRequest, JsonObject, Target, Tool } from '../../contract/index.ts';
import { plainTool } from './plain-tool.ts';
import { sampleCaller } from './sample-outcomes.ts';

interface Asked {
  readonly args?: JsonObject;
  readonly trust?: Caller['trust'];
  readonly tool?: Partial<Tool>;
}

/** About a tool of mode `shell`, unless more is said, called by a person at the command line. */
export function requestForTest(
  targets: readonly Target[],
  { args = {}, trust = 'operator', tool = {} }: Asked = {},
): GuardRequest {
  return {
    tool: plainTool({ mode: 'shell', policyClass: 'exec', risk: 'high', ...tool }),
    arguments: args,
    caller: sampleCaller({ surface: 'cli', trust }),
    targets,
    explaining: false,
  };
}
