import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { openLocalSite } from '../../../../test/fixtures/local-site.ts';
import { createLibraryFetch } from '../../../host/index.ts';
import { createBoundedFetch } from './bounded-fetch.ts';

async function serve(answer: (response: ServerResponse) => void) {
  const { origin, policy, open } = await openLocalSite((_request, response) => answer(response));
  const fetch = createBoundedFetch(createLibraryFetch({ policy }), { timeoutMs: 1_500, maxBytes: 1_000 });
  return { ask: () => fetch(origin), open };
}

it('reads an answer whole', async () => {
  const { ask, open } = await serve((response) => void response.writeHead(400, { 'x-a': 'b' }).end('é'.repeat(500)));
  const answer = await ask();
  expect([answer.status, answer.headers.get('x-a'), await answer.text()]).toEqual([400, 'b', 'é'.repeat(500)]);
  await expect.poll(open).toBe(0);
});

it.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['that never begins', () => undefined, /within 1500 ms/],
  ['that stops in the middle', (response) => void response.writeHead(200).write('{'), /within 1500 ms/],
  [
    'that drips',
    (response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
    /within 1500 ms/,
  ],
  ['that is too long', (response) => void response.end('x'.repeat(1_001)), /longer than 1000 bytes/],
])('gives up one %s, and its connection with it', async (_what, answer, problem) => {
  const { ask, open } = await serve(answer);
  await expect(ask()).rejects.toThrow(problem);
  await expect.poll(open).toBe(0);
});
