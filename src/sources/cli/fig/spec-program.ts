// The program that turns a Fig spec into plain JSON. A spec is code of others: it is imported by a Node of its own that may read the folder
// of the spec and nothing else, and none of the functions in it is called.
import type { SpecPlace } from './spec-place.ts';

/** What of a spec says something of commands; all else is for people at a prompt. */
const kept =
  'name description subcommands options args hidden deprecated isDangerous requiresSubcommand parserDirectives optionArgSeparators ' +
  'isPersistent isRequired isRepeatable requiresSeparator requiresEquals exclusiveOn dependsOn isOptional isVariadic isCommand ' +
  'template suggestions default suggestCurrentToken';

/**
 * Runs as an ES module with two arguments: the file of the spec, and the folder that `loadSpec` is relative to. Prints
 * `{spec, left, problem, files}`: the spec with functions dropped; what stands in another spec is put in its place, one level deep; what was
 * not followed is told in `left`; `files` are all whose code was loaded. It ends by itself however the spec goes on: timers and sockets that it
 * opened do not keep it.
 */
export const specProgram = String.raw`
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, normalize, sep } from 'node:path';
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
const [file, root] = process.argv.slice(1);
const files = new Set();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.add(fileURLToPath(url));
    return next(url, context);
  },
});
const print = (answer) => {
  const bytes = Buffer.from(JSON.stringify({ ...answer, files: [...files] }));
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(1, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  }
  process.exit(0);
};
const { isArray } = Array;
const kept = new Set(${JSON.stringify(kept.split(' '))});
const left = new Map();
const leave = (what) => left.set(what, (left.get(what) ?? 0) + 1);
let room = 400000;
let letters = 64000000;
async function loaded(path) {
  const target = normalize(join(root, path + '.js'));
  if (!target.startsWith(root + sep)) throw new Error('outside of the folder');
  return (await import(pathToFileURL(target).href)).default;
}
async function follow(value, above, level) {
  const { loadSpec } = value;
  if (typeof loadSpec === 'object' && loadSpec !== null && loadSpec.name !== undefined) return plain(loadSpec, above, level + 1);
  if (typeof loadSpec !== 'string' || level > 0) { leave('loadSpec'); return { unread: true }; }
  try {
    const spec = await loaded(loadSpec);
    if (typeof spec === 'object' && spec !== null) return await plain(spec, above, level + 1);
  } catch {}
  leave('loadSpec');
  return { unread: true };
}
async function plain(value, above, level) {
  if (typeof value === 'string') {
    letters -= Math.min(value.length, 1500);
    if (letters >= 0) return value.slice(0, 1500);
    leave('cut');
    return undefined;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'function') { leave('functions'); return undefined; }
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.length > 40 || above.includes(value) || --room < 0) { leave('cut'); return undefined; }
  const within = [...above, value];
  if (isArray(value)) {
    const items = [];
    for (const item of value) {
      const said = await plain(item, within, level);
      if (said !== undefined) items.push(said);
    }
    return items;
  }
  const made = {};
  if (value.generators !== undefined) { leave('generators'); made.open = true; }
  if (value.generateSpec !== undefined) leave('generateSpec');
  const further = value.loadSpec === undefined ? {} : await follow(value, within, level);
  for (const key of kept) {
    const said = value[key] === undefined ? undefined : await plain(value[key], within, level);
    if (said !== undefined) made[key] = said;
  }
  const name = made.name ?? further.name;
  return { ...further, ...made, ...(name === undefined ? {} : { name }) };
}
try {
  const spec = (await import(pathToFileURL(file).href)).default;
  if (typeof spec === 'function') print({ problem: 'versions' });
  if (typeof spec !== 'object' || spec === null || isArray(spec)) print({ problem: 'no spec' });
  print({ spec: await plain(spec, [], 0), left: Object.fromEntries(left) });
} catch (error) {
  print({ problem: 'throws', message: String(error && error.message).slice(0, 500) });
}
`;

/** The arguments for a Node of 24 or later that prints the spec. It is to be started without network and with an empty environment. */
export function specProgramArguments({ file, references, readable }: SpecPlace): readonly string[] {
  return [
    '--permission',
    `--allow-fs-read=${readable}`,
    '--no-warnings',
    '--max-old-space-size=512',
    '--input-type=module',
    '--eval',
    specProgram,
    file,
    references,
  ];
}
