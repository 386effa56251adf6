// Reads a file of JSON lines. What cannot be read is told with its line: a case that is skipped would count as one that passed.
import { readFile } from 'node:fs/promises';
import { VectorFileError } from './vector-kind.ts';

/** The parsed lines, in their order; blank lines are none. */
export async function readLines(path: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for (const [index, line] of (await text(path)).split('\n').entries()) {
    if (line.trim() !== '') values.push(parse(line, `${path}:${index + 1}`));
  }
  if (values.length === 0) throw new VectorFileError(`${path} holds no cases.`);
  return values;
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new VectorFileError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function parse(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new VectorFileError(`${place} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
