// Tools as they are found, in the request of every provider: a folder with tools.jsonl[.gz], or of such folders. A case is one set in one format.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { ModelFormat, PresentedTool } from '../../src/contract/index.ts';
import { formatTools } from '../../src/models/index.ts';
import { requestFaults } from './formats/published-rules.ts';
import { VectorFileError, type VectorKind, type VectorResult } from './vector-kind.ts';

const line = z.object({
  name: z.string(),
  server: z.string().default('set'),
  description: z.string().nullish(),
  parameters: z.json().nullish(),
});

/** A model that takes all that its format knows, and one that takes only what all of its format take. */
const targets: readonly { readonly format: ModelFormat; readonly model: string; readonly description: number }[] = [
  { format: 'anthropic', model: 'claude-opus-4-5', description: Infinity },
  { format: 'anthropic', model: 'unknown', description: Infinity },
  { format: 'openai-chat', model: 'unknown', description: 1024 },
  { format: 'openai-responses', model: 'gpt-5.4', description: Infinity },
  { format: 'openai-responses', model: 'unknown', description: 1024 },
  { format: 'gemini', model: 'gemini-2.5-pro', description: Infinity },
  { format: 'gemini', model: 'unknown', description: Infinity },
];

export const formatVectors: VectorKind = async (path) => {
  const sets = await toolFiles(path);
  if (sets.length === 0) throw new VectorFileError(`${path} holds no tools.jsonl and no folder with one.`);
  const results: VectorResult[] = [];
  for (const set of sets) {
    const tools = await readTools(set.file);
    for (const target of targets) results.push(judge(set.name, tools, target));
  }
  return results;
};

interface ToolFile {
  readonly name: string;
  readonly file: string;
}

async function toolFiles(path: string): Promise<readonly ToolFile[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const own = entries.filter(({ name }) => /^tools\.jsonl(?:\.gz)?$/.test(name));
  if (own.length > 0) return own.map(({ name }) => ({ name: basename(path), file: join(path, name) }));
  const folders = entries.filter((entry) => entry.isDirectory());
  return (await Promise.all(folders.map(({ name }) => toolFiles(join(path, name))))).flat();
}

async function readTools(file: string): Promise<readonly PresentedTool[]> {
  const bytes = await readFile(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((json) => json.trim() !== '')
    .map((json) => {
      const { name, server, description, parameters } = line.parse(JSON.parse(json));
      // A tool of which no arguments are known takes any.
      const schema = z.record(z.string(), z.json()).parse(parameters ?? { type: 'object' });
      return { name, title: name, description: description ?? '', parameters: schema, source: server };
    });
}

/** One request for each tool, as tools of one set have equal names: a fault then has one cause. */
function judge(
  set: string,
  tools: readonly PresentedTool[],
  { format, model, description }: (typeof targets)[number],
): VectorResult {
  const faults: string[] = [];
  let verbatim = 0;
  for (const tool of tools) {
    const presentation = {
      inline: [tool],
      deferred: [],
      level: 'none',
      listing: '',
      tokens: { inline: 0, listing: 0, whole: 0 },
    } as const;
    const formatted = formatTools(presentation, { format, model });
    faults.push(...formatted.quarantined.map(({ reason }) => `${tool.name} is quarantined: ${reason}`));
    faults.push(...requestFaults(format, formatted.tools, { description }));
    if (!formatted.notes.some(({ text }) => text.startsWith('schema'))) verbatim += 1;
  }
  const [first] = faults;
  return {
    id: `${set} ${format} ${model}`,
    why: `${tools.length} tools, ${verbatim} of them with their schema as it is`,
    passed: first === undefined,
    expected: 'every tool goes out, and the provider takes it',
    got: first === undefined ? 'so it is' : `${faults.length} faults, the first: ${first}`,
  };
}
