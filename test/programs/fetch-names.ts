// Program of a test, run where port 53 of 127.0.0.1 is the name server: fetches from names whose answers are hostile, and prints what became
// of each as one JSON document.
import { readFile } from 'node:fs/promises';
import { checkUrl, createNetAccess, createNetPolicy } from '../../src/host/index.ts';
import { startDnsServer, type Zone } from './dns-server.ts';

const good = '93.184.215.14';
const many = Array.from({ length: 200 }, (_, at) => `93.184.${at}.1`);

const zones = new Map<string, Zone>([
  ['good.example', { a: [good], aaaa: ['2606:4700:0:0:0:0:0:1'] }],
  ['refused.example', { rcode: 5 }],
  ['failing.example', { rcode: 2 }],
  ['empty.example', {}],
  ['silent.example', { instead: 'silence' }],
  ['garbage.example', { instead: 'garbage' }],
  ['many.example', { a: many }],
  ['many-and-one.example', { a: [...many.slice(1), '10.0.0.1'] }],
  ['alias.example', { cname: 'inner.example', a: ['10.1.2.3'] }],
  ['loop.example', { cname: 'loop.example' }],
  ['mixed.example', { a: [good], aaaa: ['0:0:0:0:0:0:0:1'] }],
  ['compatible.example', { aaaa: ['0:0:0:0:0:0:c612:1'] }],
  ['mapped.example', { aaaa: ['0:0:0:0:0:ffff:a00:1'] }],
  ['nat64.example', { aaaa: ['64:ff9b:0:0:0:0:a9fe:a9fe'] }],
  // The search domain of the test's resolver is corp.example.
  ['only.there.corp.example', { a: ['10.9.9.9'] }],
  ['printer.corp.example', { a: [good] }],
]);

const { asked } = await startDnsServer(53, zones);
const policy = createNetPolicy({ internalOrigins: [], blockedHosts: ['blocked.example'], allowedHosts: [] });
const access = createNetAccess({
  policy,
  limits: { lookupMs: 1_500 },
  // Only the connection is left out: nothing beyond the name server is there.
  dial: async ({ addresses }) => ({
    status: 200,
    headers: { dialled: String(addresses.length), first: addresses[0] ?? '' },
    body: new Uint8Array(),
    cut: false,
  }),
});

async function fetched(name: string): Promise<string> {
  const verdict = checkUrl(`https://${name}/`, policy);
  if (!verdict.ok) return verdict.text;
  try {
    const { headers } = await access.fetch(verdict.url, {
      method: 'GET',
      headers: {},
      maxBytes: 10,
      signal: new AbortController().signal,
    });
    return `dialled, ${headers['dialled']} addresses such as ${headers['first']}`;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

const answers: Record<string, { readonly text: string; readonly ms: number }> = {};
for (const name of process.argv.slice(2)) {
  const started = performance.now();
  answers[name] = { text: await fetched(name), ms: Math.round(performance.now() - started) };
}

// Lookups that hang must leave threads to everything else that needs them, such as files.
const hanging = Array.from({ length: 8 }, () => fetched('silent.example'));
await new Promise((resolve) => setTimeout(resolve, 100));
const started = performance.now();
await readFile(new URL(import.meta.url));
const fileMs = Math.round(performance.now() - started);
const hung = await Promise.all(hanging);

process.stdout.write(JSON.stringify({ answers, asked, fileMs, hung }), () => process.exit(0));
