import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, Trust } from '../../contract/index.ts';
import { requestForTest } from '../../testing/index.ts';
import { createConfinement } from '../files/confinement.ts';
import type { DockerState } from '../process/docker/docker-probe.ts';
import { createSnippetGuard } from './snippet.ts';

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-snippet-')));
  mkdirSync(join(workspace, 'sub'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
});

interface Given {
  readonly level: 'full' | 'landlock' | 'none' | 'off';
  readonly docker: DockerState;
  readonly known?: DockerState | null;
  readonly explaining?: boolean;
  readonly args?: JsonObject;
  readonly trust?: Trust;
}

async function inspect({ level, docker, known = null, explaining = false, args = {}, trust = 'operator' }: Given) {
  let looks = 0;
  const confinement = await createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: [], silent: [], prompt: [] },
    protectedPaths: [],
    userFolder: '/home/nobody',
  });
  const guard = createSnippetGuard({
    confinement,
    sandbox: { prove: () => Promise.resolve({ level, reason: 'The reason.' }) },
    docker: {
      known: () => known,
      look: () => {
        looks += 1;
        return Promise.resolve(docker);
      },
    },
    images: { python: 'py:1', shell: 'sh:1' },
  });
  const parameters = { type: 'object', properties: { language: { default: 'python' } } };
  const request = requestForTest([]);
  const finding = await guard.inspect({
    ...request,
    tool: { ...request.tool, parameters },
    arguments: args,
    caller: { ...request.caller, trust },
    explaining,
  });
  return { ...finding, looks };
}

const yes: DockerState = { answers: true };
const no: DockerState = { answers: false, why: 'docker could not be started (ENOENT).' };

describe('where code would run', () => {
  it('is the sandbox where that is whole, and then Docker is not even asked', async () => {
    const { facts, looks, paths } = await inspect({ level: 'full', docker: yes });
    expect(facts).toMatchObject([{ name: 'snippet', value: 'native', verdict: 'clear', binding: 'native' }]);
    expect(looks).toBe(0);
    expect(paths['/working_dir']?.real).toBe(workspace);
  });

  it.each(['landlock', 'none', 'off'] as const)(
    'is Docker at level %s where one answers, with the image bound',
    async (level) => {
      const { facts } = await inspect({ level, docker: yes });
      expect(facts).toMatchObject([
        { name: 'snippet', value: 'docker', verdict: 'clear', binding: 'docker' },
        { name: 'snippet_image', value: 'py:1', verdict: 'clear', binding: 'py:1' },
      ]);
    },
  );

  it.each([
    ['landlock', 'Install bubblewrap'],
    ['none', 'Install bubblewrap'],
    ['off', 'Remove sandbox: off'],
  ] as const)('is nowhere at level %s without Docker, and the reason says what to do', async (level, advice) => {
    const { facts } = await inspect({ level, docker: no });
    expect(facts).toMatchObject([{ name: 'snippet', value: null, verdict: 'floor' }]);
    expect(facts[0]?.text).toContain(
      `level ${level}: The reason. No Docker answers: docker could not be started (ENOENT).`,
    );
    expect(facts[0]?.text).toContain(advice);
  });

  it('is of the image of the language, and of none where there is none', async () => {
    const shell = await inspect({ level: 'none', docker: yes, args: { language: 'shell' } });
    expect(shell.facts[1]).toMatchObject({ value: 'sh:1' });
    for (const language of ['javascript', '__proto__', 'constructor', 7]) {
      const { facts } = await inspect({ level: 'none', docker: yes, args: { language } });
      expect(facts[1], String(language)).toMatchObject({ name: 'snippet_image', value: null, verdict: 'unknown' });
    }
  });

  it('is left open by an explanation, unless it is known', async () => {
    const open = await inspect({ level: 'none', docker: yes, explaining: true });
    expect([open.facts, open.looks]).toMatchObject([[{ name: 'snippet', value: null, verdict: 'unlooked' }], 0]);
    const known = await inspect({ level: 'none', docker: no, known: yes, explaining: true });
    expect([known.facts[0], known.looks]).toMatchObject([{ value: 'docker' }, 0]);
  });

  it('is refused where the folder of the workspace is', async () => {
    const { facts, paths } = await inspect({ level: 'full', docker: yes, trust: 'guest' });
    expect(facts[0]).toMatchObject({ guard: 'snippet', verdict: 'boundary' });
    expect(paths).toEqual({});
  });
});
