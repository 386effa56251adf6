import { expect, it } from 'vitest';
import type { ServerView } from '../../../contract/index.ts';
import { serverOfTool } from './server-of-tool.ts';

const view = (name: string): ServerView => ({
  name,
  state: 'not_accepted',
  from: '',
  reach: '',
  launch: { runs: [], notPinned: [], differences: [] },
  lock: null,
  tools: [],
  waiting: 0,
  stale: false,
  problem: null,
  login: null,
  protocol: null,
  notices: [],
  strayLines: 0,
  firstStray: '',
  errorTail: '',
});

it.each([
  ['mcp_a_x', 'a'],
  ['mcp_a_b_x', 'a_b'],
  ['mcp_my_server_x', 'my.server'],
  ['mcp_ab_x', null],
  ['a_x', null],
])('%s is of %s', (tool, server) => {
  const found = serverOfTool(tool, ['a', 'a_b', 'my.server'].map(view));
  expect(found?.name ?? null).toBe(server);
});
