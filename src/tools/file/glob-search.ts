// Tool: finds files by a glob.
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../contract/index.ts';
import { bad } from './no-such-file.ts';
import { findFiles, globProblem, judged } from './search/find-files.ts';
import { searchPlace } from './search/search-place.ts';

const timeoutMs = 30_000;

export const globSearch = defineTool({
  name: 'glob_search',
  title: 'Find files',
  description:
    'Find files by a glob, such as "src/**/*.ts" or "*.{yaml,yml}". A glob without a slash matches names at any depth. ' +
    'Leaves out .git and what .gitignore does. Paths come sorted, relative to the workspace.',
  mode: 'read_text',
  category: 'file',
  risk: 'low',
  effects: [],
  timeoutMs: timeoutMs + 10_000,
  argumentAliases: { directory: 'path', dir: 'path', limit: 'max_results', glob: 'pattern' },
  input: z.strictObject({
    pattern: z.string().min(1).max(1_000).describe('The glob: *, **, ?, [a-z], {a,b}. Relative to path.'),
    path: z.string().min(1).default('.').describe('The directory to look in. Default: the workspace.'),
    max_results: z.int().min(1).max(1_000).default(200).describe('Paths to list.'),
    include_ignored: z.boolean().default(false).describe('Also list files that .gitignore leaves out.'),
  }),
  targets: [{ pointer: '/path', kind: 'path', action: 'read', fallback: '.' }],
  needs: ['files', 'process'],
  whenToUse: 'To learn which files there are, or where one is.',
  examples: [
    { description: 'All TypeScript files of a folder', arguments: { pattern: '**/*.ts', path: 'src' } },
    { description: 'A file somewhere', arguments: { pattern: 'package.json' } },
  ],
  failureModes: [
    'A glob that cannot be read: what is wrong with it.',
    'No such directory, or one outside the roots.',
    'More files than are listed: the total is told, narrow the glob.',
    'ripgrep, which comes with Gatehouse, is missing or cannot be run: failed, with what to install.',
  ],
  async run({ pattern, max_results: most, include_ignored: includeIgnored }, context) {
    const problem = globProblem(pattern);
    if (problem !== null) return bad(problem);
    const where = await searchPlace(context);
    if ('answer' in where) return where.answer;
    const { place, shown } = where;
    if (place.only !== null) return bad(`${shown} is a file. Give a directory as path.`);
    const found = await findFiles(context, place, { glob: pattern, includeIgnored, timeoutMs });
    if (found.kind === 'problem') return bad(`The glob cannot be read: ${found.text}`);
    const paths = (await judged(context, place.directory, found.names)).map(({ path }) => path.shown);
    return filesResult(paths, { most, isComplete: found.isComplete, none: `No file matches ${pattern} in ${shown}.` });
  },
});

function filesResult(
  paths: readonly string[],
  { most, isComplete, none }: { readonly most: number; readonly isComplete: boolean; readonly none: string },
): ToolResult {
  const listed = paths.slice(0, most);
  const total = `${isComplete ? '' : 'at least '}${paths.length.toLocaleString('en-US')}`;
  const notes = [
    ...(paths.length === 0 ? [none] : []),
    ...(listed.length < paths.length ? [`${listed.length} of ${total} files. Narrow the glob or the path.`] : []),
    ...(isComplete ? [] : ['The search was cut short: there may be more.']),
  ];
  const text = [...listed, ...notes.map((note) => `[${note}]`)].join('\n');
  return {
    blocks: [{ type: 'text', text }],
    structured: { files: listed, total: paths.length, complete: isComplete },
    keep: 'head',
  };
}
