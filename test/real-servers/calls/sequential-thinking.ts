// Calls of @modelcontextprotocol/server-sequential-thinking.
import { packaged } from '../../fixtures/server-world.ts';
import type { RealServer } from './call-row.ts';

export const sequentialThinking: RealServer = {
  name: 'thinking',
  entry: () => packaged('server-sequential-thinking'),
  leftOut: {},
  rows: () => [
    {
      tool: 'sequentialthinking',
      works: {
        with: { thought: 'First things first.', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 },
        shows: /"thoughtHistoryLength": ?1/,
      },
      fails: {
        with: { thought: 'x', nextThoughtNeeded: true, thoughtNumber: 0, totalThoughts: 2 },
        says: /thoughtNumber.*1/s,
      },
    },
  ],
};
