// Fuzzes the path module over a real tree of links: whatever it allows, the kernel must agree to lie inside and to be no protected file.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConfinement, createFileAccess } from '../../src/host/index.ts';
import { fuzz, fuzzTestMs } from './fuzz.ts';

interface Input {
  /** Name in the workspace, and the text of the link there. */
  readonly links: readonly (readonly [string, string])[];
  readonly asked: string;
  readonly action: 'read' | 'write';
}

const secret = 'SECRET';
/** Nothing of these may be read or changed; the last two may be read. */
const closed = ['outside/s.txt', 'work-evil/s.txt', 'home/.ssh/id_rsa', 'work/.env', 'work/d/.ssh/config'];
const unwritten = ['work/.git/config', 'work/d/.git/hooks/post-merge'];
const open = ['work/a.txt', 'work/d/b.txt', 'work/d/e/c.txt'];

const names = fc.constantFrom(
  'a.txt',
  'b.txt',
  'd',
  'e',
  'l1',
  'l2',
  'l3',
  '.git',
  '.env',
  '.ssh',
  'config',
  'hooks',
  'new',
);
const aliases = fc.constantFrom(
  '.GIT',
  '.g\u200bit',
  'GIT~1',
  '.git ',
  '.git::$DATA',
  '.ENV',
  '.env.',
  'ENV~1',
  '.ſsh',
  'a.TXT',
);
const steps = fc.constantFrom('..', '.', '', '...', '..\\', '%2e%2e', '．．');
const kernels = fc.constantFrom(
  '/proc/self/cwd',
  '/proc/self/root',
  '/proc/self/fd',
  '/dev/fd',
  '/dev/stdin',
  '/proc/thread-self/cwd',
);
const places = fc.constantFrom('$T', '$T/work', '$T/work-evil', '$T/outside', '$T/home', '/', '//', '~', 'file:');
const segment = fc.oneof(
  { weight: 6, arbitrary: names },
  { weight: 3, arbitrary: steps },
  aliases,
  fc.string({ maxLength: 6, unit: 'binary' }),
);
const path = fc
  .tuple(
    fc.option(fc.oneof(places, kernels), { nil: '' }),
    fc.array(segment, { maxLength: 6 }),
    fc.constantFrom('', '', '', '/', '/.', '/..'),
  )
  .map(([start, parts, end]) => `${start}${start === '' ? '' : '/'}${parts.join('/')}${end}`);
const inputs: fc.Arbitrary<Input> = fc.record({
  links: fc.array(fc.tuple(fc.constantFrom('l1', 'l2', 'l3', 'd/l1', 'd/l2', '.env.example'), path), { maxLength: 4 }),
  asked: path,
  action: fc.constantFrom('read', 'write'),
});

/** Each was once answered otherwise than the kernel does, or is what such a tree is about. */
const corpus: readonly Input[] = [
  { links: [], asked: 'a.txt/', action: 'read' },
  { links: [['l1', 'a.txt/']], asked: 'l1', action: 'read' },
  { links: [['l1', '../outside']], asked: 'l1/../a.txt', action: 'read' },
  { links: [['l1', '/proc/self/cwd']], asked: 'l1/.env', action: 'read' },
  { links: [['.env.example', '.env']], asked: '.env.example', action: 'read' },
  { links: [['l1', 'd/.git/hooks']], asked: 'l1/new', action: 'write' },
];

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-fuzz-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'what is allowed lies inside for the kernel too, and shows and changes nothing that is protected',
  async () => {
    let allowed = 0;
    const tried = await fuzz(
      inputs,
      async ({ links, asked, action }) => {
        build(links);
        const spelled = asked.replaceAll('$T', folder);
        const confinement = await openConfinement();
        const started = performance.now();
        const confined = await confinement.confine(spelled, { action });
        expect(performance.now() - started).toBeLessThan(2_000);
        if (!confined.ok) return;
        allowed += 1;
        const { real } = confined.path;
        const work = join(folder, 'work');
        expect(real === work || real.startsWith(`${work}/`)).toBe(true);
        expect([real, null]).toContain(byKernel(spelled));
        const files = createFileAccess({ confinement });
        if (action === 'read') {
          const bytes = await files.read(confined.path, { offset: 0, maxBytes: 100 }).catch(() => new Uint8Array());
          expect(Buffer.from(bytes).toString()).not.toContain(secret);
        } else {
          await files.replace(confined.path, Buffer.from('written')).catch(() => undefined);
          for (const place of [...closed, ...unwritten])
            expect(readFileSync(join(folder, place), 'utf8')).toContain(place);
        }
      },
      { corpus },
    );
    expect(tried).toBeGreaterThan(500);
    expect(allowed).toBeGreaterThan(tried / 50);
  },
  fuzzTestMs,
);

/** Where the kernel leads; null where it finds nothing, as for a file that is new. */
function byKernel(spelled: string): string | null {
  try {
    return realpathSync.native(spelled.startsWith('/') ? spelled : `${folder}/work/${spelled}`);
  } catch {
    return null;
  }
}

function build(links: Input['links']): void {
  rmSync(folder, { recursive: true, force: true });
  for (const place of [...closed, ...unwritten, ...open]) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), closed.includes(place) ? `${secret} ${place}` : place);
  }
  for (const [name, target] of links) {
    try {
      symlinkSync(target.replaceAll('$T', folder), join(folder, 'work', name));
    } catch {
      // No text of a link, or the name is taken: the tree is as good without it.
    }
  }
}

function openConfinement() {
  const work = join(folder, 'work');
  return createConfinement({
    workspace: work,
    readRoots: [work],
    writeRoots: [work],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
    userFolder: join(folder, 'home'),
  });
}
