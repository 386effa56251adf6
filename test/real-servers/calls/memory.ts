// Calls of @modelcontextprotocol/server-memory.
import { join } from 'node:path';
import { packaged } from '../../fixtures/server-world.ts';
import { noMap, type RealServer } from './call-row.ts';

const list = { says: /array/ };

export const memory: RealServer = {
  name: 'memory',
  entry: ({ folder }) => ({ ...packaged('server-memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } }),
  leftOut: {},
  rows: () => [
    {
      tool: 'create_entities',
      works: {
        with: {
          entities: [
            { name: 'Ada', entityType: 'person', observations: ['writes programs'] },
            { name: 'Engine', entityType: 'machine', observations: [] },
          ],
        },
        shows: /Ada.*Engine/s,
      },
      fails: { with: { entities: [{ name: 'Ada' }] }, says: /entityType.*required/s },
    },
    {
      tool: 'create_relations',
      works: {
        with: { relations: [{ from: 'Ada', to: 'Engine', relationType: 'programs' }] },
        shows: /programs/,
      },
      fails: { with: { relations: 'Ada' }, ...list },
    },
    {
      tool: 'add_observations',
      works: { with: { observations: [{ entityName: 'Ada', contents: ['lives in London'] }] }, shows: /London/ },
      fails: {
        with: { observations: [{ entityName: 'Nobody', contents: ['x'] }] },
        says: /Nobody not found/,
      },
    },
    { tool: 'read_graph', works: { with: {}, shows: /Ada.*London.*programs/s }, fails: noMap },
    {
      tool: 'search_nodes',
      works: { with: { query: 'London' }, shows: /Ada/ },
      fails: { with: {}, says: /query.*required/s },
    },
    {
      tool: 'open_nodes',
      works: { with: { names: ['Engine'] }, shows: /machine/ },
      fails: { with: { names: 7 }, ...list },
    },
    {
      tool: 'delete_observations',
      works: {
        with: { deletions: [{ entityName: 'Ada', observations: ['lives in London'] }] },
        shows: /deleted successfully/,
      },
      fails: { with: { deletions: [{}] }, says: /entityName.*required/s },
    },
    {
      tool: 'delete_relations',
      works: {
        with: { relations: [{ from: 'Ada', to: 'Engine', relationType: 'programs' }] },
        shows: /deleted successfully/,
      },
      fails: { with: { relations: [{ from: 'Ada' }] }, says: /required/ },
    },
    {
      tool: 'delete_entities',
      works: { with: { entityNames: ['Ada'] }, shows: /deleted successfully/ },
      fails: { with: {}, says: /entityNames.*required/s },
    },
    // Those that Gatehouse has for it.
    {
      tool: 'list_resources',
      works: { with: {}, shows: /memory:\/\/knowledge-graph/ },
      fails: { with: { page: 0 }, says: /page/ },
    },
    {
      tool: 'read_resource',
      works: { with: { uri: 'memory://knowledge-graph' }, shows: /Engine/ },
      fails: { with: { uri: 'memory://none' }, says: /refused the call/ },
    },
  ],
};
