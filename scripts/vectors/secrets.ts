// Vectors of secrets: assembles the text of a case and takes the secrets out of it, as a whole and cut into pieces in many ways.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createRedactor, type Redactor } from '../../src/host/index.ts';
import { readLines } from './read-lines.ts';
import type { VectorKind, VectorResult } from './vector-kind.ts';

const vector = z.object({
  id: z.string(),
  kind: z.enum(['secret', 'lookalike']),
  text: z.string(),
  note: z.string().default(''),
  // Joined here: whole, the file itself would be taken for a leak.
  parts: z.array(z.object({ a: z.string(), b: z.string() })).default([]),
  secrets: z.array(z.object({ type: z.string(), part: z.number() })).default([]),
  known: z.array(z.number()).default([]),
  chunk_size: z.number().optional(),
  chunk_at_in_part: z.object({ part: z.number(), offset: z.number() }).optional(),
  keep: z.array(z.string()).default([]),
  sha256_12: z.string().optional(),
});
type Vector = z.infer<typeof vector>;

export const secretVectors: VectorKind = async (path) => (await readLines(path)).map(run);

function run(line: unknown, index: number): VectorResult {
  const parse = vector.safeParse(line);
  if (!parse.success) {
    const got = z.prettifyError(parse.error);
    return { id: `case ${index + 1}`, why: 'not of this kind', passed: false, expected: 'a secrets vector', got };
  }
  const item = parse.data;
  const stated = { id: item.id, why: item.note };
  try {
    const problem = problemOf(item);
    return problem === null
      ? { ...stated, passed: true, expected: '', got: '' }
      : { ...stated, passed: false, ...problem };
  } catch (cause) {
    return { ...stated, passed: false, expected: 'an answer', got: `thrown: ${String(cause)}` };
  }
}

interface Problem {
  readonly expected: string;
  readonly got: string;
}

function problemOf(item: Vector): Problem | null {
  const { text, values, placed } = assemble(item);
  const digest = createHash('sha256').update(text).digest('hex');
  if (item.sha256_12 !== undefined && !digest.startsWith(item.sha256_12))
    return { expected: `a text with the digest ${item.sha256_12}`, got: digest.slice(0, 12) };
  const redactor = createRedactor();
  for (const part of item.known) redactor.register(`KNOWN_${part}`, values[part] ?? '');
  const whole = redactor.redact(text);
  const wrong = wrongWith(whole, { item, text, values, placed });
  if (wrong !== null) return { expected: wrong, got: whole };
  for (const [name, pieces] of chunkings(item, text, values)) {
    const streamed = stream(pieces, redactor);
    if (streamed !== whole) return { expected: `the same in pieces (${name}): ${whole}`, got: streamed };
  }
  return null;
}

interface Assembled {
  readonly text: string;
  readonly values: readonly string[];
  /** What stands in place of the placeholders of secrets, in their order. */
  readonly placed: readonly string[];
}

const placeholder = /\{\{(?:(b64|url|hex):)?(\d+)\}\}/g;

function assemble({ text, parts }: Vector): Assembled {
  const values = parts.map(({ a, b }) => a + b);
  const placed: string[] = [];
  const whole = text.replaceAll(placeholder, (_, form: string | undefined, part: string) => {
    const value = encoded(values[Number(part)] ?? '', form);
    placed.push(value);
    return value;
  });
  return { text: whole, values, placed };
}

function encoded(value: string, form: string | undefined): string {
  switch (form) {
    case 'b64':
      return Buffer.from(value).toString('base64');
    case 'hex':
      return Buffer.from(value).toString('hex');
    case 'url':
      return encodeURIComponent(value);
    default:
      return value;
  }
}

interface Case extends Assembled {
  readonly item: Vector;
}

/** What should have been, or null where all is well. */
function wrongWith(output: string, { item, text, values, placed }: Case): string | null {
  if (item.secrets.length === 0) return output === text ? null : `unchanged: ${text}`;
  const folded = output.toLowerCase();
  const secret = [...item.secrets.map(({ part }) => values[part] ?? ''), ...placed];
  const left = secret.find((value) => value === '' || folded.includes(value.toLowerCase()));
  if (left !== undefined) return `without ${left}`;
  const lost = item.keep.find((kept) => !output.includes(kept));
  if (lost !== undefined) return `with ${lost}`;
  const around = item.text.split(/\{\{(?:(?:b64|url|hex):)?\d+\}\}/).map((piece) => RegExp.escape(piece));
  return new RegExp(`^${around.join(String.raw`\[redacted: [^\]]+\]`)}$`, 's').test(output)
    ? null
    : `nothing else changed in ${item.text}`;
}

/** As stated, of one character, of sizes around the usual ones, and at random places: the same ones in each run. */
function* chunkings(item: Vector, text: string, values: readonly string[]): Generator<[string, readonly string[]]> {
  const sizes = [item.chunk_size, 1, 2, 3, 7, 16, 61, 100].filter((size) => size !== undefined);
  for (const size of sizes) yield [`of ${size}`, cutAt(text, (from) => from + size)];
  const { chunk_at_in_part: at } = item;
  if (at !== undefined) {
    const place = text.indexOf(values[at.part] ?? '') + at.offset;
    yield [`at ${place}`, [text.slice(0, place), text.slice(place)]];
  }
  // A cut at each place of a text that is not long.
  for (let place = 1; place < Math.min(text.length, 300); place++)
    yield [`at ${place}`, [text.slice(0, place), text.slice(place)]];
  for (let seed = 1; seed <= 20; seed++) {
    let state = seed * 7919;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    yield [`random ${seed}`, cutAt(text, (from) => from + 1 + (next() % 40))];
  }
}

function cutAt(text: string, next: (from: number) => number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = next(from);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

function stream(pieces: readonly string[], redactor: Redactor): string {
  const stream = redactor.stream();
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}
