// Sets of tools with queries whose right tools are known: a folder with tools.jsonl and queries*.jsonl, gzipped or not, or a folder of such.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { VectorFileError } from '../vector-kind.ts';

const toolLine = z.object({
  id: z.string(),
  server: z.string().nullish(),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.json()).nullish(),
  server_description: z.string().nullish(),
});
export type ToolLine = z.infer<typeof toolLine>;

const queryLine = z.object({
  id: z.string(),
  query: z.string(),
  gold: z.array(z.string()),
  gold_groups: z.array(z.array(z.string())).optional(),
});

export interface SearchQuery {
  readonly id: string;
  readonly text: string;
  /** A tool of each group is wanted; any of a group will do. */
  readonly groups: readonly (readonly string[])[];
}

export interface SearchSet {
  readonly name: string;
  readonly tools: readonly ToolLine[];
  readonly queries: readonly SearchQuery[];
}

const toolFile = /^tools\.jsonl(?:\.gz)?$/;
const queryFile = /^queries.*\.jsonl(?:\.gz)?$/;

/** Throws `VectorFileError` where there is no set. */
export function readSets(folder: string): readonly SearchSet[] {
  const names = list(folder);
  const folders = holdsTools(names) ? [folder] : names.map((name) => join(folder, name));
  const sets = folders.filter((path) => holdsTools(list(path))).map(readSet);
  if (sets.length === 0) throw new VectorFileError(`${folder} holds no tools.jsonl, nor does a folder in it.`);
  return sets;
}

function list(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new VectorFileError(`There is no folder ${folder}.`);
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function holdsTools(names: readonly string[]): boolean {
  return names.some((name) => toolFile.test(name));
}

function readSet(folder: string): SearchSet {
  const names = list(folder);
  const files = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
  return {
    name: basename(resolve(folder)),
    tools: files(toolFile).flatMap((path) => read(path, toolLine)),
    queries: files(queryFile).flatMap((path) =>
      read(path, queryLine).map(({ id, query, gold, gold_groups: groups }) => ({
        id,
        text: query,
        groups: groups ?? gold.map((tool) => [tool]),
      })),
    ),
  };
}

function read<Line>(path: string, shape: z.ZodType<Line>): readonly Line[] {
  return textOf(path)
    .split('\n')
    .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, place }) => {
      const read = shape.safeParse(parse(line, place));
      if (read.success) return read.data;
      throw new VectorFileError(`${place} is not a line of such a file: ${z.prettifyError(read.error)}`);
    });
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  } catch (cause) {
    throw new VectorFileError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function parse(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new VectorFileError(`${place} is not JSON.`);
  }
}
