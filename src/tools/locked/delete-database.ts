// Tool that exists to be named in policy and refused: removing a whole database.
import { z } from 'zod';
import { CapabilityError, defineTool } from '../../contract/index.ts';

export const deleteDatabase = defineTool({
  name: 'delete_database',
  title: 'Delete a database',
  description: 'Locked: would delete a whole database. Always refused; no rule, grant or mode unlocks it.',
  mode: 'write_text',
  category: 'system',
  risk: 'critical',
  effects: ['writes', 'destructive', 'administrative'],
  timeoutMs: 1_000,
  defaultEffect: 'DENY',
  locked: true,
  input: z.strictObject({ name: z.string().min(1).max(200).describe('The name of the database.') }),
  targets: [{ pointer: '/name', kind: 'name', action: 'delete' }],
  whenToUse: 'Never. Ask the person to do this themselves.',
  failureModes: ['Every call: it is locked.'],
  async run() {
    throw new CapabilityError('denied', 'delete_database is locked: there is nothing that runs it.');
  },
});
