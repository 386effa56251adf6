// Calls of @modelcontextprotocol/server-filesystem, in a folder of the test.
import { join } from 'node:path';
import { packaged } from '../../fixtures/server-world.ts';
import { noMap, type Place, type RealServer } from './call-row.ts';

const outside = { with: { path: '/etc/hostname' }, says: /Access denied/ };

export const filesystem: RealServer = {
  name: 'files',
  entry: ({ folder }) => packaged('server-filesystem', folder),
  leftOut: {},
  rows: ({ folder }: Place) => {
    const path = (name: string) => join(folder, name);
    const inA = { with: { path: path('a.txt') }, shows: /first line/ };
    return [
      { tool: 'read_file', works: inA, fails: outside },
      { tool: 'read_text_file', works: inA, fails: { with: { path: path('no.txt') }, says: /ENOENT/ } },
      {
        tool: 'read_media_file',
        works: { with: { path: path('dot.png') }, shows: /"image\/png"/ },
        fails: { with: { path: path('no.png') }, says: /ENOENT/ },
      },
      {
        tool: 'read_multiple_files',
        works: { with: { paths: [path('a.txt'), path('no.txt')] }, shows: /first line.*ENOENT/s },
        fails: { with: { paths: [] }, says: /paths/ },
      },
      {
        tool: 'write_file',
        works: { with: { path: path('b.txt'), content: 'one\ntwo\n' }, shows: /Successfully wrote/ },
        fails: { with: { path: '/proc/nowhere.txt', content: 'x' }, says: /Access denied/ },
      },
      {
        tool: 'edit_file',
        works: {
          with: { path: path('b.txt'), edits: [{ oldText: 'two', newText: 'three' }] },
          shows: /\+three/,
        },
        fails: {
          with: { path: path('b.txt'), edits: [{ oldText: 'four', newText: 'five' }] },
          says: /Could not find exact match/,
        },
      },
      {
        tool: 'create_directory',
        works: { with: { path: path('sub') }, shows: /Successfully created/ },
        fails: outside,
      },
      { tool: 'list_directory', works: { with: { path: folder }, shows: /\[FILE\] a\.txt/ }, fails: outside },
      {
        tool: 'list_directory_with_sizes',
        works: { with: { path: folder, sortBy: 'size' }, shows: /Combined size/ },
        fails: { with: { path: folder, sortBy: 'colour' }, says: /sortBy.*size/s },
      },
      { tool: 'directory_tree', works: { with: { path: folder }, shows: /"a\.txt"/ }, fails: outside },
      {
        tool: 'move_file',
        works: { with: { source: path('b.txt'), destination: path('sub/c.txt') }, shows: /Successfully moved/ },
        fails: { with: { source: path('b.txt'), destination: path('d.txt') }, says: /ENOENT/ },
      },
      {
        tool: 'search_files',
        works: { with: { path: folder, pattern: '**/*.txt' }, shows: /sub\/c\.txt/ },
        fails: { with: { path: folder }, says: /pattern.*required/s },
      },
      {
        tool: 'get_file_info',
        works: { with: { path: path('a.txt') }, shows: /isFile: true/ },
        fails: { with: { path: path('no.txt') }, says: /ENOENT/ },
      },
      { tool: 'list_allowed_directories', works: { with: {}, shows: /Allowed directories/ }, fails: noMap },
    ];
  },
};
