// Texts as tools bring them: source code of ours, its documents, a log, JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Corpus {
  readonly name: string;
  readonly text: string;
}

const root = join(import.meta.dirname, '../..');
const chars = 1 << 20;

export function corpora(): readonly Corpus[] {
  return [
    { name: 'source code', text: filled(filesIn('src/kernel', '.ts')) },
    { name: 'documents', text: filled(filesIn('docs', '.md')) },
    { name: 'a log', text: lines(logLine) },
    { name: 'JSON', text: lines(jsonLine) },
  ];
}

function filesIn(folder: string, ending: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(`.test${ending}`))
    .toSorted()
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n');
}

function filled(text: string): string {
  return text.repeat(Math.ceil(chars / text.length)).slice(0, chars);
}

function lines(line: (at: number) => string): string {
  const made: string[] = [];
  for (let at = 0, length = 0; length < chars; at++) {
    made.push(line(at));
    length += made.at(-1)?.length ?? 0;
  }
  return made.join('\n');
}

function logLine(at: number): string {
  const second = new Date(1_700_000_000_000 + at * 731).toISOString();
  return `${second} INFO  worker-${at % 8} request ${at} GET /api/items/${(at * 31) % 977} answered 200 in ${at % 90} ms (cache hit)`;
}

function jsonLine(at: number): string {
  return JSON.stringify({
    id: at,
    name: `item ${at}`,
    tags: ['new', 'sale'],
    price: (at % 500) / 4,
    stock: { left: at % 17 },
  });
}
