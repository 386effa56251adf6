// Names as the system's resolver really answers them: in a network of its own, whose name server is ours.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const program = fileURLToPath(new URL('../../../test/programs/fetch-names.ts', import.meta.url));
const ownNetwork =
  '--die-with-parent --unshare-user --unshare-net --uid 0 --gid 0 --cap-add CAP_NET_BIND_SERVICE --ro-bind / / --dev /dev --proc /proc'.split(
    ' ',
  );
const canRun = process.platform === 'linux' && spawnSync('bwrap', [...ownNetwork, '--', 'true']).status === 0;

const document = z.object({
  answers: z.record(z.string(), z.object({ text: z.string(), ms: z.number() })),
  asked: z.array(z.string()),
  fileMs: z.number(),
  hung: z.array(z.string()),
});

const expected: readonly (readonly [name: string, text: RegExp])[] = [
  ['good.example', /^dialled, 2 addresses such as (?:93\.184\.215\.14|2606:4700::1)$/],
  ['no.example', /has no address; check its spelling/],
  ['empty.example', /has no address; check its spelling/],
  ['loop.example', /has no address; check its spelling/],
  ['refused.example', /could not be looked up just now/],
  ['failing.example', /could not be looked up just now/],
  ['silent.example', /could not be looked up in time/],
  ['garbage.example', /could not be looked up (?:in time|just now)/],
  ['many.example', /^dialled, 200 addresses such as 93\.184\./],
  ['many-and-one.example', /leads to 10\.0\.0\.1, which is not a public address \(private\)/],
  ['alias.example', /leads to 10\.1\.2\.3, which is not a public address/],
  ['mixed.example', /leads to ::1, which is not a public address/],
  ['compatible.example', /leads to ::(?:198\.18\.0\.1|c612:1), which is not a public address \(outside/],
  ['mapped.example', /leads to ::ffff:10\.0\.0\.1, which is not a public address \(private\)/],
  ['nat64.example', /leads to 64:ff9b::a9fe:a9fe, which is not a public address \(link-local/],
  // The search domain answers where the name itself is not there; a dot behind the name leaves it out.
  ['only.there', /leads to 10\.9\.9\.9, which is not a public address/],
  ['only.there.', /has no address; check its spelling/],
  ['hosted.example', /^dialled, 1 addresses such as 93\.184\.215\.99$/],
  ['blocked.example', /^The operator blocks blocked\.example/],
  ['printer', /has no dot, so it names a machine of the local network/],
];

describe.skipIf(!canRun)('a name server answers (skipped where bubblewrap can make no network)', () => {
  let folder = '';
  let seen: z.infer<typeof document> = { answers: {}, asked: [], fileMs: 0, hung: [] };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-dns-'));
    const [resolver, hosts] = [join(folder, 'resolv.conf'), join(folder, 'hosts')];
    writeFileSync(resolver, 'nameserver 127.0.0.1\nsearch corp.example\noptions timeout:2 attempts:1\n');
    writeFileSync(hosts, '127.0.0.1 localhost\n93.184.215.99 hosted.example\n');
    const files = ['--ro-bind', resolver, '/etc/resolv.conf', '--ro-bind', hosts, '/etc/hosts'];
    const command = [process.execPath, program, ...expected.map(([name]) => name)];
    const child = spawn('bwrap', [...ownNetwork, ...files, '--', ...command], { timeout: 40_000 });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (stdout === '') throw new Error(stderr);
    seen = document.parse(JSON.parse(stdout));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(expected)('%s with what is told clearly: %s', (name, what) => {
    expect(seen.answers[name]?.text).toMatch(what);
  });

  it('and nothing waits longer than the time for a lookup', () => {
    expect(Math.max(...Object.values(seen.answers).map(({ ms }) => ms))).toBeLessThan(3_000);
  });

  it('and lookups that hang, however many, do not hold up the reading of files', () => {
    expect(seen.fileMs).toBeLessThan(1_000);
    expect(new Set(seen.hung)).toEqual(
      new Set(['Fetching from https://silent.example failed: the name could not be looked up in time.']),
    );
    expect(seen.hung.length).toBe(8);
  });

  it('and is not asked about names that are refused by their text', () => {
    expect(seen.asked).toContain('good.example');
    expect(seen.asked.filter((name) => name.startsWith('blocked') || name.startsWith('printer'))).toEqual([]);
  });
});
