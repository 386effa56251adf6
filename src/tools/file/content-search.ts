// Tool: finds lines by a regular expression. ripgrep's engine takes linear time, so that no pattern hangs.
import { z } from 'zod';
import { defineTool, keptHeadBytes, type ToolResult } from '../../contract/index.ts';
import { bad } from './no-such-file.ts';
import { findFiles, globOption, globProblem, judged } from './search/find-files.ts';
import { parseCounts, parseMatches, type MatchLine } from './search/parse-matches.ts';
import { runRipgrep, type SearchContext, type SearchPlace } from './search/run-ripgrep.ts';
import { searchPlace } from './search/search-place.ts';

/** A quarter of it is read when there is more: some ten thousand lines. */
const maxBytes = 8 * 1024 * 1024;
const longestLine = 400;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(4_000)
    .describe('A regular expression (Rust syntax: no look-around, no backreferences), matched line by line.'),
  path: z.string().min(1).default('.').describe('The directory or file to search. Default: the workspace.'),
  glob: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only files that this glob matches, such as "*.ts" or "src/**".'),
  regex: z.boolean().default(true).describe('false: the pattern is plain text.'),
  ignore_case: z.boolean().default(false).describe('Upper and lower case are the same.'),
  context: z.int().min(0).max(20).default(0).describe('Lines to show before and after each match.'),
  max_results: z.int().min(1).max(1_000).default(200).describe('Matching lines to show.'),
  include_ignored: z.boolean().default(false).describe('Also search files that .gitignore leaves out.'),
  timeout_ms: z.int().min(1).max(120_000).default(30_000).describe('When to stop searching.'),
});
type Query = z.output<typeof input>;

export const contentSearch = defineTool({
  name: 'content_search',
  title: 'Search in files',
  description:
    'Find lines that match a regular expression, in all files below a directory or in one file. Shows path, line number and line; ' +
    'long lines are cut. Binary files, .git, and what .gitignore leaves out are not searched.',
  mode: 'read_text',
  category: 'file',
  risk: 'low',
  effects: [],
  timeoutMs: 130_000,
  argumentAliases: {
    query: 'pattern',
    directory: 'path',
    dir: 'path',
    include: 'glob',
    case_insensitive: 'ignore_case',
    limit: 'max_results',
  },
  input,
  targets: [{ pointer: '/path', kind: 'path', action: 'read', fallback: '.' }],
  needs: ['files', 'process'],
  whenToUse: 'To find where something is said, defined or used, before reading whole files.',
  examples: [
    { description: 'Where a function is defined', arguments: { pattern: 'function\\s+openStore\\b', glob: '*.ts' } },
    { description: 'Plain text with the lines around it', arguments: { pattern: 'a.b(c)', regex: false, context: 2 } },
  ],
  failureModes: [
    'A pattern or glob that cannot be read: what is wrong with it, and where.',
    'No such path, or one outside the roots.',
    'More matches than are shown: the total is told, narrow the search.',
    'Time over: what was found until then, marked so.',
    'ripgrep, which comes with Gatehouse, is missing or cannot be run: failed, with what to install.',
  ],
  async run(query, context) {
    const problem = query.glob === undefined ? null : globProblem(query.glob);
    if (problem !== null) return bad(problem);
    const where = await searchPlace(context);
    if ('answer' in where) return where.answer;
    return search(query, context, where);
  },
});

async function search(
  query: Query,
  context: SearchContext,
  { place, shown }: { readonly place: SearchPlace; readonly shown: string },
): Promise<ToolResult> {
  const lines = await runRipgrep(
    context,
    place,
    ripgrepRun(query, [
      '--no-heading',
      '--line-number',
      '--no-context-separator',
      `--context=${query.context}`,
      `--max-columns=${longestLine}`,
      '--max-columns-preview',
    ]),
  );
  if (lines.kind === 'problem') return bad(`The search cannot be read: ${lines.text}`);
  const isCut = lines.omitted > 0;
  const found = parseMatches(lines.stdout, isCut ? keptHeadBytes(maxBytes) : null);
  const visible = await visibleNames(query, context, place);
  const counts = isCut ? await countMatches(query, context, place) : countLines(found);
  const names = [...counts.keys(), ...found.map(({ name }) => name)].filter(
    (name) => visible === null || visible.has(name),
  );
  const shownAs = new Map(
    (await judged(context, place.directory, [...new Set(names)])).map(({ name, path }) => [name, path.shown]),
  );
  const allowedCounts = [...counts].filter(([name]) => shownAs.has(name));
  return matchesResult(
    found.flatMap((line) => {
      const name = shownAs.get(line.name);
      return name === undefined ? [] : [{ ...line, name }];
    }),
    {
      most: query.max_results,
      total: allowedCounts.reduce((sum, [, count]) => sum + count, 0),
      files: allowedCounts.length,
      isComplete: !lines.timedOut,
      none: `No line matches ${query.pattern} in ${shown}${query.glob === undefined ? '' : ` (files ${query.glob})`}.`,
    },
  );
}

function ripgrepRun(query: Query, options: readonly string[]) {
  return {
    options: [
      // One thread, so that what is cut off is the same each time.
      '--sort=path',
      '--null',
      '--with-filename',
      '--crlf',
      ...(query.regex ? [] : ['--fixed-strings']),
      ...(query.ignore_case ? ['--ignore-case'] : []),
      ...(query.glob === undefined ? [] : [globOption(query.glob)]),
      ...options,
      `--regexp=${query.pattern}`,
    ],
    includeIgnored: query.include_ignored,
    maxBytes,
    timeoutMs: query.timeout_ms,
  };
}

/** A glob brings ignored files back: then only what a listing without it shows counts. Null where all does. */
async function visibleNames(
  query: Query,
  context: SearchContext,
  place: SearchPlace,
): Promise<ReadonlySet<string> | null> {
  if (query.glob === undefined || query.include_ignored || place.only !== null) return null;
  const all = await findFiles(context, place, { glob: null, includeIgnored: false, timeoutMs: query.timeout_ms });
  return all.kind === 'found' ? new Set(all.names) : null;
}

async function countMatches(
  query: Query,
  context: SearchContext,
  place: SearchPlace,
): Promise<ReadonlyMap<string, number>> {
  const answer = await runRipgrep(context, place, ripgrepRun(query, ['--count']));
  return new Map(answer.kind === 'found' ? parseCounts(answer.stdout).map(({ name, count }) => [name, count]) : []);
}

function countLines(found: readonly MatchLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name, isMatch } of found) if (isMatch) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface Totals {
  readonly most: number;
  readonly total: number;
  readonly files: number;
  readonly isComplete: boolean;
  readonly none: string;
}

function matchesResult(found: readonly MatchLine[], { most, total, files, isComplete, none }: Totals): ToolResult {
  const kept = firstMatches(found, most);
  const shown = kept.filter(({ isMatch }) => isMatch).length;
  const grouped = (count: number) => count.toLocaleString('en-US');
  const atLeast = isComplete ? '' : 'at least ';
  const notes = [
    ...(total === 0 ? [none] : []),
    ...(shown < total
      ? [
          `${shown} of ${atLeast}${grouped(total)} matching lines, in ${grouped(files)} files. Narrow pattern, path or glob.`,
        ]
      : []),
    ...(isComplete ? [] : ['Time was over before all was searched.']),
  ];
  const text = [...rendered(kept), ...notes.map((note) => `[${note}]`)].join('\n');
  const matches = kept
    .filter(({ isMatch }) => isMatch)
    .map(({ name, line, text: of }) => ({ path: name, line, text: of }));
  return {
    blocks: [{ type: 'text', text }],
    structured: { matches, total, files, complete: isComplete },
    keep: 'head',
  };
}

/** The first matches with the context around them. */
function firstMatches(found: readonly MatchLine[], most: number): readonly MatchLine[] {
  let matches = 0;
  const end = found.findIndex(({ isMatch }) => isMatch && ++matches > most);
  return end < 0 ? found : found.slice(0, end);
}

/** `path:line: text` for a match, `path-line- text` for context, `--` between lines that do not follow each other. */
function rendered(lines: readonly MatchLine[]): readonly string[] {
  const hasContext = lines.some(({ isMatch }) => !isMatch);
  return lines.flatMap(({ name, line, isMatch, text }, index) => {
    const before = lines[index - 1];
    const follows = before === undefined || (before.name === name && before.line === line - 1);
    const sign = isMatch ? ':' : '-';
    return [...(hasContext && !follows ? ['--'] : []), `${name}${sign}${line}${sign} ${text}`];
  });
}
