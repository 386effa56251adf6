import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openStatusFile } from './status-file.ts';

describe('a status file', () => {
  it('tells what was written so far, keeps it to the end, and is open no longer', async () => {
    const file = openStatusFile(tmpdir());
    const child = spawn('sh', ['-c', 'echo one >&3; read -r go; echo two >&3'], {
      stdio: ['pipe', 'ignore', 'ignore', file.descriptor],
    });
    file.closeAfter(child);
    await expect.poll(() => file.read()).toBe('one\n');
    expect(fstatSync(file.descriptor).nlink).toBe(0);
    child.stdin?.end('go\n');
    await once(child, 'exit');
    expect(file.read()).toBe('one\ntwo\n');
    expect(() => fstatSync(file.descriptor)).toThrow('EBADF');
  });

  it('is closed where the program cannot be started', async () => {
    const file = openStatusFile(tmpdir());
    const child = spawn('/no/such/program', { stdio: ['ignore', 'ignore', 'ignore', file.descriptor] });
    file.closeAfter(child);
    await once(child, 'error');
    expect(() => fstatSync(file.descriptor)).toThrow('EBADF');
    expect(file.read()).toBe('');
  });
});
