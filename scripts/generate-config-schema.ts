// Writes config.schema.json, the JSON Schema of a configuration file. With --check it writes nothing and fails where the file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { configJsonSchema } from '../src/runtime/config/config-json-schema.ts';

const file = new URL('../config.schema.json', import.meta.url);
const lineWidth = 120;

/** As the formatter of this repository lays JSON out: a list of plain values on one line where it fits. */
function layout(value: unknown, indent: string, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((item: unknown) => JSON.stringify(item)).join(', ')}]`;
    if (value.every((item) => typeof item !== 'object') && used + line.length < lineWidth) return line;
    return `[\n${value.map((item: unknown) => inner + layout(item, inner, inner.length)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return start + layout(item, inner, start.length);
  });
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

const text = `${layout(configJsonSchema(), '', 0)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('config.schema.json is not what its generator writes; run: npm run generate');
  process.exitCode = 1;
}
