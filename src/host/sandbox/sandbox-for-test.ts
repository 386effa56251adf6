// A sandbox over one folder, as tests want it.
import { execFileSync } from 'node:child_process';
import { openSandbox, type Sandbox, type SandboxSettings } from './sandbox.ts';

/** The one of this machine, or what the test names. */
const searchPath = '/usr/local/bin:/usr/bin:/bin';

export function sandboxForTest(folder: string, more: Partial<SandboxSettings> = {}): Sandbox {
  return openSandbox({ setting: 'prefer', searchPath, ...confinementForTest(folder), ...more });
}

export function confinementForTest(folder: string): Omit<SandboxSettings, 'setting' | 'searchPath'> {
  return {
    workspace: folder,
    readRoots: [folder],
    writeRoots: [folder],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
    net: { internalOrigins: [], blockedHosts: [], allowedHosts: [], proxy: 'direct' },
  };
}

/** Why tests that want real bubblewrap cannot run here; null where they can. `npm test` installs it where it may. */
export function whyNoBubblewrap(): string | null {
  if (process.platform !== 'linux') return 'bubblewrap is for Linux';
  try {
    execFileSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true'], {
      stdio: 'ignore',
      env: { PATH: searchPath },
    });
    return null;
  } catch {
    return 'bubblewrap is not installed, or may not make namespaces here';
  }
}
