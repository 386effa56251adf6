import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDockerProbe } from './docker-probe.ts';

let folder: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-docker-'));
  now = 0;
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function probe(docker: string | null) {
  if (docker !== null) install(docker);
  return createDockerProbe({ environment: { PATH: `${folder}:/usr/bin:/bin` }, now: () => now });
}

function install(script: string): void {
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho "$@" >> ${folder}/asked\n${script}\n`);
  chmodSync(join(folder, 'docker'), 0o755);
}

const asked = (): string => readFileSync(join(folder, 'asked'), 'utf8');

describe('whether a Docker answers', () => {
  it('is asked of the server, once in a while', async () => {
    const docker = probe('echo 29.0.0');
    expect(docker.known()).toBeNull();
    expect(await Promise.all([docker.look(), docker.look()])).toEqual([{ answers: true }, { answers: true }]);
    now = 29_999;
    expect(docker.known()).toEqual({ answers: true });
    await docker.look();
    expect(asked()).toBe('version --format {{.Server.Version}}\n');
    now = 30_000;
    expect(docker.known()).toBeNull();
    install('exit 1');
    expect(await docker.look()).toEqual({ answers: false, why: 'docker ended with exit code 1.' });
  });

  it.each([
    [null, 'docker could not be started (ENOENT).'],
    ['echo "Cannot connect to the Docker daemon" >&2; exit 1', 'docker ended with exit code 1.'],
    ['echo', 'docker printed nothing.'],
  ])('is no for %j', async (script, why) => {
    expect(await probe(script).look()).toEqual({ answers: false, why });
  });

  it('is given no variable but those of every program', async () => {
    appendFileSync(join(folder, 'asked'), '');
    const docker = probe('env >&2; [ -z "$HOME$SECRET" ] && echo yes');
    expect(await docker.look()).toEqual({ answers: true });
  });
});
