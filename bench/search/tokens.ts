// What a catalogue costs in a prompt as it is presented, beside all schemas inline; and what one answer of five tools costs.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Tool } from '../../src/contract/index.ts';
import {
  compilePolicy,
  createPresenter,
  createRegistry,
  createToolFinder,
  seenTools,
  type PolicyView,
} from '../../src/kernel/index.ts';
import { libraryCaller } from '../../src/runtime/index.ts';
import { builtinCatalog } from '../../src/tools/index.ts';
import { renderFound } from '../../src/tools/introspect/render-found.ts';
import { setTool } from '../../scripts/vectors/toolsearch/set-tool.ts';
import { handler } from '../gate/tool.ts';
import type { Figure } from '../measure/figure.ts';
import { spreadOf } from '../measure/spread.ts';
import type { PromptCatalogue } from './catalogues.ts';

const promptBudget = 2_700;
/** Of a catalogue that its names fit into, and of any. */
const wanted = { names: 2_700, larger: 5_000, answer: 160 };
const caller = libraryCaller({ agent: 'default', trust: 'operator', session: 'bench', workspace: '/' });

export async function tokenFigures({ name, tools, queries }: PromptCatalogue): Promise<readonly Figure[]> {
  const foreign = registrable(tools.map(setTool));
  const registry = createRegistry({ isKnownMode: () => true });
  for (const tool of [...builtinCatalog, ...foreign]) registry.register({ tool, loader: async () => handler });
  const snapshot = registry.snapshot();
  const { listing, deferred } = createPresenter({ budget: promptBudget, redact: (text) => text }).present(
    seenTools(snapshot, caller),
  );
  const inline = deferred.reduce((sum, tool) => sum + schemaTokens(tool), 0);
  const count = deferred.length.toLocaleString('en');
  const prompt: Figure = {
    what: `${count} tools (${name}) in the prompt`,
    baseline: 'all schemas inline',
    ours: spreadOf([countTokens(listing)]),
    theirs: spreadOf([inline]),
    unit: 'tokens',
    targets: [{ of: 'p50', within: deferred.length > 1_000 ? wanted.larger : wanted.names }],
  };
  if (queries.length === 0) return [prompt];
  const find = createToolFinder();
  const found = await Promise.all(
    queries.map((query) => find.find(query, {}, { snapshot, caller, policy: everythingAsked })),
  );
  const whole = new Map(deferred.map((tool) => [tool.name, schemaTokens(tool)]));
  const answer: Figure = {
    what: `one answer of 5 among them, ${queries.length} queries`,
    baseline: 'the schemas of the same 5',
    ours: spreadOf(found.map((answered) => countTokens(renderFound(answered)))),
    theirs: spreadOf(found.map(({ tools: five }) => five.reduce((sum, tool) => sum + (whole.get(tool.name) ?? 0), 0))),
    unit: 'tokens',
    targets: [{ of: 'p50', within: wanted.answer }],
  };
  return [prompt, answer];
}

function schemaTokens({ name, description, parameters }: Pick<Tool, 'name' | 'description' | 'parameters'>): number {
  return countTokens(JSON.stringify({ name, description, parameters }));
}

/** As tools of servers, under names that the registry takes and that differ. */
function registrable(tools: readonly Tool[]): readonly Tool[] {
  const taken = new Set(builtinCatalog.flatMap(({ name, aliases }) => [name, ...aliases]));
  return tools.map((tool) => {
    const plain = tool.name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 56) || 'tool';
    let name = plain;
    for (let copy = 2; taken.has(name); copy++) name = `${plain}_${copy}`;
    taken.add(name);
    const source = tool.origin.source === '' ? 'unnamed' : tool.origin.source;
    return { ...tool, name, kind: 'mcp', origin: { ...tool.origin, source } };
  });
}

const everythingAsked: PolicyView = {
  revision: 1,
  compiled: compilePolicy({ rules: [], revision: '1' }),
  settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
  defaultMode: 'readonly',
  modeOf: () => 'readonly',
};
