// What became of the tools since a model was shown them, as a message: what it was shown stays as it is, to the byte.
import { bridges, type PresentedTool, type ToolPresentation } from '../../contract/index.ts';
import { canonicalJson, estimateTokens } from '../../text/index.ts';

/** Names of a kind of change that are told, and what they may cost together; of more their number. */
const mostNamed = 30;
const mostTokens = 300;

/** Empty where nothing changed. Never longer than about a thousand tokens. */
export function presentationChanges(earlier: ToolPresentation, now: ToolPresentation): string {
  const [before, after] = [toolsOf(earlier), toolsOf(now)];
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].flatMap(([name, tool]) => {
    const was = before.get(name);
    return was === undefined || isSame(was, tool) ? [] : [name];
  });
  const lines = [
    told('Tools added', added, `Read a schema with ${bridges.describe}; call one directly by its name.`),
    told('Tools removed', removed, 'Calls of them are refused.'),
    told('Tools changed', changed, `Read the new schema with ${bridges.describe} before the next call.`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function toolsOf({ inline, deferred }: ToolPresentation): ReadonlyMap<string, PresentedTool> {
  return new Map([...inline, ...deferred].map((tool) => [tool.name, tool]));
}

function isSame(left: PresentedTool, right: PresentedTool): boolean {
  if (left.description !== right.description || left.title !== right.title) return false;
  return left.parameters === right.parameters || canonicalJson(left.parameters) === canonicalJson(right.parameters);
}

function told(what: string, names: readonly string[], advice: string): string {
  if (names.length === 0) return '';
  const told = fitting(names.toSorted());
  const more = names.length > told.length ? ` and ${names.length - told.length} more` : '';
  return `${what}: ${told.join(', ')}${more}. ${advice}`;
}

function fitting(names: readonly string[]): readonly string[] {
  let tokens = 0;
  return names.slice(0, mostNamed).filter((name) => (tokens += estimateTokens(`${name}, `)) <= mostTokens);
}
