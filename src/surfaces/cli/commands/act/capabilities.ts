// gatehouse capabilities: the same report that a model, an HTTP client and an MCP client get.
import type { CapabilitiesReport } from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import { lines } from '../../render/outcome.ts';
import { describeOne } from './tools.ts';

export const showCapabilities: Action = async (invocation, args, options) => {
  if (args.length > 0) return describeOne(invocation, args, options);
  const report = await (await invocation.runtime()).capabilities(invocation.caller);
  invocation.output.document(report);
  invocation.output.say(render(report));
  return 0;
};

function render(report: CapabilitiesReport): string {
  const modes = Object.entries(report.toolsByMode).sort(([left], [right]) => (left < right ? -1 : 1));
  return lines(
    `Session mode ${report.sessionMode}, trust ${report.trust}, agent ${report.agent}; sandbox ${report.sandbox.level} (setting ${report.sandbox.setting})`,
    '',
    'Tools by mode:',
    ...modes.flatMap(([mode, tools]) => [`  ${mode}`, ...tools.map((tool) => `    ${tool.name}${tool.locked ? ' (locked)' : ''}: ${tool.effect}${tool.conditional ? ' at the strictest' : ''}`)]),
    '',
    report.locked.length === 0 ? null : `Unavailable, always refused: ${report.locked.join(', ')}`,
    'Limits:',
    ...Object.entries(report.limits).map(([name, value]) => `  ${name}: ${value === null ? 'not set' : JSON.stringify(value)}`),
    'What nothing lifts:',
    ...report.floor.map((line) => `  ${line}`),
  );
}
