// Tool: reads a text file, one page of lines at a time. The file may be of any size; what is no text is named and not shown.
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../contract/index.ts';
import { bad, isDirectory, noSuchFile } from './no-such-file.ts';
import { provenPath } from './proven-path.ts';
import { binaryKind } from './text/binary-kind.ts';
import { longestLine, readPage, type Page } from './text/page-lines.ts';
import { formNote, sampleBytes, textFormOf } from './text/text-encoding.ts';

export const fileRead = defineTool({
  name: 'file_read',
  title: 'Read a file',
  description:
    'Read a text file. Up to one page of lines (200) comes whole; a longer file comes in pages, with a header that gives the true number of lines and ' +
    'the offset to read on. UTF-8, UTF-16 with a byte order mark and windows-1252 are read; other files are only named.',
  mode: 'read_text',
  category: 'file',
  risk: 'low',
  effects: [],
  timeoutMs: 60_000,
  aliases: ['read_text', 'read', 'cat'],
  argumentAliases: { path: 'filename', file: 'filename', file_path: 'filename', filepath: 'filename' },
  input: z.strictObject({
    filename: z.string().min(1).describe('Path of the file, relative to the workspace or absolute.'),
    offset: z.int().min(0).default(0).describe('Lines to skip: 0 begins with the first line.'),
    limit: z.int().min(1).max(2_000).optional().describe('Lines of one page. Default 200, or what the operator set.'),
  }),
  targets: [{ pointer: '/filename', kind: 'path', action: 'read' }],
  needs: ['files'],
  whenToUse: 'To see what a file holds, and before editing it.',
  examples: [
    { description: 'Read a file from its start', arguments: { filename: 'src/index.ts' } },
    { description: 'Read on where a page ended', arguments: { filename: 'src/index.ts', offset: 200 } },
  ],
  failureModes: [
    'No such file: near names in the same directory are given.',
    'A directory: use glob_search.',
    'A binary file: its kind and size are told, its content is not.',
    'A path outside the roots, or of a credential: refused before it is opened.',
    'The file changed while it was opened: failed with drift, read again.',
  ],
  async run({ offset, limit: asked }, context) {
    const limit = asked ?? context.settings.readPageLines;
    const path = provenPath(context, '/filename');
    const { files } = context.ports;
    const stat = await files.stat(path);
    if (stat.kind === 'absent') return noSuchFile(path, files);
    if (stat.kind === 'directory') return isDirectory(path);
    const sample = await files.read(path, { offset: 0, maxBytes: sampleBytes });
    const kind = binaryKind(sample);
    const form = textFormOf(sample);
    if (form === null || kind !== null) {
      return bad(`${path.shown} is ${kind}, ${grouped(stat.size)} bytes: not text, so it is not shown.`);
    }
    const page = await readPage(files.chunks(path, context.signal), { form, offset, limit });
    return pageResult(path.shown, page, offset);
  },
});

function pageResult(name: string, page: Page, offset: number): ToolResult {
  const { lines, total, endsWithNewline, cut, form } = page;
  const end = offset + lines.length;
  const isWhole = offset === 0 && end === total;
  const head = [...headLine(name, page, offset), ...notes(page)].map((line) => `[${line}]\n`).join('');
  const text = lines.join('\n') + (lines.length > 0 && (end < total || endsWithNewline) ? '\n' : '');
  return {
    blocks: [{ type: 'text', text: head + text }],
    structured: {
      filename: name,
      offset,
      lines: lines.length,
      total_lines: total,
      whole: isWhole && cut.length === 0,
      encoding: form.encoding,
    },
    keep: 'head',
  };
}

function headLine(name: string, { lines, total }: Page, offset: number): readonly string[] {
  const end = offset + lines.length;
  if (total === 0) return [`${name} is empty.`];
  if (lines.length === 0) return [`${name} has ${grouped(total)} lines: offset ${grouped(offset)} is past the end.`];
  if (offset === 0 && end === total) return [];
  const more = end < total ? ` Pass offset=${end} to read on.` : '';
  return [`${name} — lines ${offset + 1}-${end} of ${total}.${more}`];
}

function notes({ cut, form }: Page): readonly string[] {
  const note = formNote(form);
  const cutNotes = cut.map(
    ({ line, bytes }) =>
      `Line ${line} has ${grouped(bytes)} bytes: only its first ${grouped(longestLine)} characters are shown.`,
  );
  const shown =
    cutNotes.length > 5 ? [...cutNotes.slice(0, 5), `${cutNotes.length - 5} more lines are cut so.`] : cutNotes;
  return note === null ? shown : [note, ...shown];
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
