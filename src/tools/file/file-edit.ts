// Tool: replaces one place of a text file. Either exactly one place matches, or nothing is written.
import { z } from 'zod';
import { defineTool, type ConfinedPath, type ToolResult } from '../../contract/index.ts';
import { counted } from '../../text/index.ts';
import { bad, isDirectory, noSuchFile } from './no-such-file.ts';
import { provenPath } from './proven-path.ts';
import { binaryKind } from './text/binary-kind.ts';
import { diffHunk } from './text/diff-hunk.ts';
import { nearestLine } from './text/nearest-line.ts';
import { mostCounted, planEdit, type EditPlan } from './text/plan-edit.ts';
import { decodeText, encodeText, sampleBytes, textFormOf, type DecodedText } from './text/text-encoding.ts';

/** A text that is edited is held whole, several times. */
const maxBytes = 10 * 1024 * 1024;

export const fileEdit = defineTool({
  name: 'file_edit',
  title: 'Edit a file',
  description:
    'Replace old_string by new_string in a text file. old_string must stand there exactly once, or nothing is written: give enough ' +
    'lines around the place. An empty new_string deletes it. Line ends, encoding and mode of the file stay.',
  mode: 'write_text',
  category: 'file',
  risk: 'medium',
  effects: ['writes'],
  timeoutMs: 30_000,
  aliases: ['edit_file'],
  argumentAliases: {
    path: 'filename',
    file: 'filename',
    file_path: 'filename',
    filepath: 'filename',
    old_text: 'old_string',
    new_text: 'new_string',
  },
  input: z.strictObject({
    filename: z.string().min(1).describe('Path of the file, relative to the workspace or absolute.'),
    old_string: z.string().min(1).describe('The text to replace, as file_read shows it: exact, spaces included.'),
    new_string: z
      .string()
      .default('')
      .describe('What stands there afterwards. Left out or empty: the text is deleted.'),
  }),
  targets: [{ pointer: '/filename', kind: 'path', action: 'write' }],
  needs: ['files'],
  whenToUse: 'To change a part of a file. Read that part first.',
  examples: [
    {
      description: 'Rename a constant in one line',
      arguments: { filename: 'src/limits.ts', old_string: 'const limit = 10;', new_string: 'const mostItems = 10;' },
    },
    { description: 'Delete a line', arguments: { filename: 'src/limits.ts', old_string: '// TODO remove\n' } },
  ],
  failureModes: [
    'The text is not there: the nearest line is told, nothing is written.',
    'The text stands there more than once: the line numbers are told, nothing is written.',
    'old_string and new_string are the same: nothing is written.',
    'A binary file, or one over 10 MiB: refused.',
    'The file changed since it was checked: failed with drift, nothing is written.',
  ],
  async run({ old_string: oldText, new_string: newText }, context) {
    const path = provenPath(context, '/filename');
    const { files } = context.ports;
    const stat = await files.stat(path);
    if (stat.kind === 'absent') return noSuchFile(path, files);
    if (stat.kind === 'directory') return isDirectory(path);
    if (stat.size > maxBytes)
      return bad(`${path.shown} has ${stat.size} bytes: more than the ${maxBytes} that are edited.`);
    const bytes = await files.read(path, { offset: 0, maxBytes });
    const decoded = readText(bytes);
    if (decoded === null) return bad(`${path.shown} is ${binaryKind(bytes) ?? 'broken UTF-16'}: only text is edited.`);
    const plan = planEdit(decoded.text, oldText, newText);
    if (plan.kind !== 'edit') return refusal(path, plan, { text: decoded.text, oldText });
    const text = decoded.text.slice(0, plan.start) + plan.replacement + decoded.text.slice(plan.end);
    const encoded = encodeText({ ...decoded, text });
    if (encoded === null)
      return bad(`${path.shown} is windows-1252, which has no character for a part of new_string. Nothing is written.`);
    await files.replace(path, encoded);
    return edited(path, plan.line, diffHunk(decoded.text, text));
  },
});

function readText(bytes: Uint8Array): DecodedText | null {
  const sample = bytes.subarray(0, sampleBytes);
  const form = textFormOf(sample);
  return form === null || binaryKind(sample) !== null ? null : decodeText(bytes, form);
}

function edited(path: ConfinedPath, line: number, hunk: ReturnType<typeof diffHunk>): ToolResult {
  const { added, removed } = hunk;
  return {
    blocks: [
      {
        type: 'text',
        text: `Edited ${path.shown} at line ${line}: ${counted(added, 'line')} added, ${counted(removed, 'line')} removed.\n${hunk.text}`,
      },
    ],
    structured: { filename: path.shown, line, added, removed },
    keep: 'head',
  };
}

function refusal(
  { shown }: ConfinedPath,
  plan: Exclude<EditPlan, { kind: 'edit' }>,
  { text, oldText }: { readonly text: string; readonly oldText: string },
): ToolResult {
  switch (plan.kind) {
    case 'same':
      return bad('old_string and new_string are the same (line ends are not compared). Nothing is written.');
    case 'many': {
      const count = plan.count === mostCounted ? `at least ${plan.count}` : String(plan.count);
      const lines = `${plan.lines.join(', ')}${plan.count > plan.lines.length ? ', …' : ''}`;
      return bad(
        `old_string stands ${count} times in ${shown}, at lines ${lines}. Give more of the text around the place you mean. Nothing is written.`,
      );
    }
    case 'none': {
      const near = nearestLine(text, oldText);
      const lead = `old_string is not in ${shown}. Nothing is written.`;
      if (near === null) return bad(`${lead} Read the file again: no line is like it.`);
      const what = near.differsInSpace ? 'Line %d begins like it but for spaces or tabs' : 'The nearest line is %d';
      return bad(`${lead} ${what.replace('%d', String(near.line))}:\n${near.text.slice(0, 300).toWellFormed()}`);
    }
  }
}
