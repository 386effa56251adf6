// Tool: writes a whole file, new or in place of one. The gate has asked where it must; readers see the old content or the new.
import { z } from 'zod';
import { defineTool } from '../../contract/index.ts';
import { counted } from '../../text/index.ts';
import { isDirectory } from './no-such-file.ts';
import { provenPath } from './proven-path.ts';

export const fileWrite = defineTool({
  name: 'file_write',
  title: 'Write a file',
  description:
    'Write a whole file as UTF-8: create it with the directories it needs, or replace all of what it held. The mode of a file that is ' +
    'replaced stays. To change a part of a file use file_edit.',
  mode: 'write_text',
  category: 'file',
  risk: 'medium',
  effects: ['writes'],
  timeoutMs: 30_000,
  aliases: ['write_file', 'write', 'create_file', 'writefile'],
  argumentAliases: {
    path: 'filename',
    file: 'filename',
    file_path: 'filename',
    filepath: 'filename',
    text: 'content',
    contents: 'content',
  },
  input: z.strictObject({
    filename: z.string().min(1).describe('Path of the file, relative to the workspace or absolute.'),
    content: z.string().describe('All that the file shall hold. An empty text empties it.'),
  }),
  targets: [{ pointer: '/filename', kind: 'path', action: 'write' }],
  needs: ['files'],
  whenToUse: 'For a new file, or when most of a file changes.',
  examples: [
    { description: 'Create a file', arguments: { filename: 'notes/today.md', content: '# Today\n' } },
    { description: 'Empty a file', arguments: { filename: 'build.log', content: '' } },
  ],
  failureModes: [
    'A directory, a file with several names (hard links), a device: refused.',
    'A path outside the roots, in a blocked zone, of a credential or of what other programs run: refused.',
    'The file changed between the check and the write: failed with drift, nothing is written.',
  ],
  async run({ content }, context) {
    const path = provenPath(context, '/filename');
    const { files } = context.ports;
    const before = await files.stat(path);
    if (before.kind === 'directory') return isDirectory(path);
    const bytes = Buffer.from(content, 'utf8');
    await files.replace(path, bytes);
    const lines = countLines(content);
    const size = `${counted(bytes.length, 'byte')}, ${counted(lines, 'line')}`;
    const isNew = before.kind === 'absent';
    const text = isNew
      ? `Created ${path.shown}: ${size}.`
      : `Overwrote ${path.shown}: ${size} (before: ${counted(before.size, 'byte')}).`;
    return {
      blocks: [{ type: 'text', text }],
      structured: { filename: path.shown, created: isNew, bytes: bytes.length, lines },
    };
  },
});

function countLines(content: string): number {
  const ends = content.split('\n').length - 1;
  return content === '' || content.endsWith('\n') ? ends : ends + 1;
}
