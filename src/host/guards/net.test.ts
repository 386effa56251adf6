import { expect, it } from 'vitest';
import type { Target } from '../../contract/index.ts';
import { requestForTest } from '../../testing/index.ts';
import { createNetPolicy } from '../net/net-policy.ts';
import { createNetGuard } from './net.ts';

const guard = createNetGuard({
  policy: createNetPolicy({
    internalOrigins: ['http://127.0.0.1:8080'],
    blockedHosts: ['blocked.example'],
    allowedHosts: [],
  }),
});

const request = (...targets: readonly Target[]) => requestForTest(targets, { tool: { mode: 'http_get' } });
const url = (value: string, pointer: string | null = '/url'): Target => ({
  kind: 'url',
  action: 'get',
  value,
  pointer,
  identity: null,
});

it('normalises a public URL, proves it by its pointer and says so in a clear fact', async () => {
  const found = await guard.inspect(request(url('HTTPS://Example.com/a/../b?q=1')));
  expect(found.targets).toEqual([url('https://example.com/b?q=1')]);
  expect(found.urls).toMatchObject({
    '/url': { href: 'https://example.com/b?q=1', asked: 'HTTPS://Example.com/a/../b?q=1' },
  });
  expect(found.facts).toMatchObject([
    { guard: 'net', name: 'origin', value: 'public', verdict: 'clear', targets: ['https://example.com/b?q=1'] },
  ]);
});

it.each([
  ['http://2130706433/', 'internal_address'],
  ['http://169.254.169.254/latest', 'internal_address'],
  ['file:///etc/passwd', 'bad_url'],
  ['nonsense', 'bad_url'],
  ['https://a.blocked.example/', 'blocked_host'],
])('makes %s a floor (%s) and proves nothing', async (value, name) => {
  const found = await guard.inspect(request(url(value)));
  expect(found.facts).toMatchObject([{ guard: 'net', name, verdict: 'floor', targets: [value] }]);
  expect(found.targets).toEqual([url(value)]);
  expect(found.urls).toEqual({});
});

it('says where the operator listed an internal origin', async () => {
  const found = await guard.inspect(request(url('http://127.0.0.1:8080/x')));
  expect(found.facts).toMatchObject([{ name: 'origin', value: 'listed', verdict: 'clear' }]);
});

it('judges every URL and leaves targets of other kinds alone', async () => {
  const path: Target = { kind: 'path', action: 'write', value: 'a', pointer: '/filename', identity: null };
  const found = await guard.inspect(
    request(url('https://example.com/', '/a'), path, url('http://localhost/', '/b'), url('https://example.org/', null)),
  );
  expect(found.facts.map((fact) => fact.name)).toEqual(['origin', 'internal_address', 'origin']);
  expect(found.targets.map((target) => target.pointer)).toEqual(['/a', '/b', null]);
  expect(Object.keys(found.urls)).toEqual(['/a']);
});

it('answers alike when explaining', async () => {
  const calling = request(url('https://example.com/'), url('http://10.0.0.1/', '/b'));
  expect(await guard.inspect({ ...calling, explaining: true })).toEqual(await guard.inspect(calling));
});
