// Rules with a target on the one tool that is called, half of them with hours, as a configuration file states them.
import { toolName } from './tool.ts';

/** Four ways to write a target. Only the first kind matches what is called, and allows it. */
const shapes: readonly ((part: number) => { readonly effect: string; readonly target: string })[] = [
  (part) => ({ effect: 'ALLOW', target: `src/part${part}/**` }),
  (part) => ({ effect: 'ASK', target: `docs/*/chapter${part}.md` }),
  (part) => ({ effect: 'DENY', target: `secret/part${part}/key.txt` }),
  (part) => ({ effect: 'DENY', target: `**/private${part}.ts` }),
];

const window = '{ from: "00:00", to: "24:00", zone: Europe/Berlin }';

export function configText(count: number): string {
  if (count === 0) return 'mode: readonly\n';
  const rules = Array.from({ length: count }, (_, index) => {
    const part = Math.floor(index / shapes.length);
    const { effect, target } = shapes[index % shapes.length]?.(part) ?? { effect: 'ALLOW', target: 'src/**' };
    const hours = part % 2 === 0 ? '' : `, window: ${window}`;
    return `    - { effect: ${effect}, tool: ${toolName}, target: "${target}"${hours} }`;
  });
  return `mode: readonly\npolicy:\n  rules:\n${rules.join('\n')}\n`;
}
