// Tool: asks the owner to open a directory outside the roots. The owner's answer opens it; the tool only writes down what was answered.
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../contract/index.ts';
import { provenPath } from '../file/proven-path.ts';

export const requestDirectoryAccess = defineTool({
  name: 'request_directory_access',
  title: 'Ask for a directory',
  description:
    'Ask the owner to let files of one directory outside the workspace be read, or written too. It holds for this workspace until they take it ' +
    'back.',
  mode: 'access',
  policyClass: 'external_api',
  category: 'system',
  risk: 'high',
  effects: ['administrative'],
  timeoutMs: 30_000,
  argumentAliases: { directory: 'path', dir: 'path', folder: 'path', why: 'reason' },
  input: z.strictObject({
    path: z.string().min(1).describe('The directory. As narrow as the work allows.'),
    reason: z.string().regex(/\S/, 'Say why.').max(1_000).describe('Why it is needed, for the owner.'),
    access: z.enum(['read', 'write']).default('read').describe('write: files there are read and written.'),
  }),
  targets: [{ pointer: '/path', kind: 'path', action: 'open' }],
  needs: ['roots'],
  whenToUse:
    'When a call was refused because its path lies outside the directories that may be used, and the work needs it.',
  examples: [
    {
      description: 'Read a library that lies beside the project',
      arguments: { path: '/home/ada/code/library', reason: 'The build fails in it; its source has to be read.' },
    },
  ],
  failureModes: [
    'The whole file system, a home, folders of the system, places of credentials and what holds or lies in them: refused, nobody is asked.',
    'No such directory, or a file: name a directory that is there.',
    'Already reachable: nothing is asked, repeat the call that was refused.',
    'The owner says no, or does not answer in time.',
  ],
  async run({ access, reason }, context): Promise<ToolResult> {
    const directory = provenPath(context, '/path');
    const isOpen = context.facts['access'] === 'open';
    const id = isOpen ? null : await context.ports.roots.add(directory, { access, reason });
    const text = isOpen
      ? `Already allowed: files in ${directory.real} may be ${access === 'write' ? 'written' : 'read'}. Repeat the call that was refused.`
      : `The owner opened ${directory.real} (${access}, ${id}). Repeat the call that was refused.`;
    return { blocks: [{ type: 'text', text }], structured: { path: directory.real, access, root: id } };
  },
});
