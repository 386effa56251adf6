import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHome } from '../home/open-home.ts';
import { createKeychain, systemKeychain, type AskKeychain } from './keychain.ts';
import { openSecrets } from './open-secrets.ts';

const value = 'pä$$-"w"\nline 0815';

function homeForTest() {
  const folder = mkdtempSync(join(tmpdir(), 'gh-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openHome({ path: join(folder, 'home'), create: true });
}

const nobody: AskKeychain = async () => ({ ended: 'answered', answer: '{"failure":"Platform failure: DBus error"}' });

describe('secrets without a keychain', () => {
  it('are kept in files that only the owner reads and that hold nothing of them', async () => {
    const home = homeForTest();
    const secrets = openSecrets({ home, env: {}, ask: nobody });
    expect(await secrets.set('MAIL', value)).toBe('file');
    expect(await secrets.read('MAIL', 'file')).toBe(value);
    expect(await openSecrets({ home, env: {}, ask: nobody }).read('MAIL', 'file')).toBe(value);
    const file = join(home.path, 'secrets', 'MAIL.age');
    expect(readFileSync(file, 'utf8')).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----/);
    expect(readFileSync(file, 'utf8')).not.toContain('0815');
    for (const path of [file, join(home.keys, 'secrets')]) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.path, 'secrets')).mode & 0o777).toBe(0o700);
    await secrets.remove('MAIL', 'file');
    await secrets.remove('MAIL', 'file');
    expect(await secrets.read('MAIL', 'file')).toBeNull();
    expect(readdirSync(join(home.path, 'secrets'))).toEqual([]);
  });

  it.each(['keys/secrets', 'secrets/MAIL.age'])('are refused where others may read %s', async (name) => {
    const home = homeForTest();
    const secrets = openSecrets({ home, env: {}, ask: nobody });
    await secrets.set('MAIL', value);
    chmodSync(join(home.path, name), 0o644);
    const wish = { code: 'secret_unavailable', message: expect.stringMatching(/mode 644.*chmod 600/) };
    await expect(secrets.read('MAIL', 'file')).rejects.toMatchObject(wish);
    expect(statSync(join(home.path, name)).mode & 0o777).toBe(0o644);
  });

  it('are refused where the key or the file is another, a link or broken', async () => {
    const home = homeForTest();
    const secrets = openSecrets({ home, env: {}, ask: nobody });
    await secrets.set('MAIL', value);
    await secrets.set('OTHER', value);
    const file = join(home.path, 'secrets', 'MAIL.age');
    const fault = { code: 'secret_unavailable', message: expect.not.stringContaining('0815') };
    writeFileSync(file, 'nonsense');
    await expect(secrets.read('MAIL', 'file')).rejects.toMatchObject(fault);
    rmSync(file);
    symlinkSync(join(home.path, 'secrets', 'OTHER.age'), file);
    await expect(secrets.read('MAIL', 'file')).rejects.toMatchObject(fault);
    writeFileSync(join(home.keys, 'secrets'), Buffer.alloc(32, 7));
    await expect(secrets.read('OTHER', 'file')).rejects.toMatchObject(fault);
  });

  it('come to the files where the session bus is missing', async () => {
    const home = homeForTest();
    expect(await createKeychain(systemKeychain({})).answers()).toBe(process.platform !== 'linux');
    if (process.platform === 'linux') expect(await openSecrets({ home, env: {} }).set('MAIL', value)).toBe('file');
  });
});

describe('a keychain that does not answer', () => {
  it.each<[string, Awaited<ReturnType<AskKeychain>>, RegExp]>([
    ['in time', { ended: 'timeout' }, /did not answer within 10 s.*locked/],
    [
      'with what it was asked',
      { ended: 'answered', answer: '{"failure":"unlock prompt was dismissed"}' },
      /dismissed.*unlock it/,
    ],
    ['with anything known', { ended: 'answered', answer: `{"it is":"${value.slice(0, 3)}"}` }, /something else/],
    ['at all', { ended: 'failed', why: 'Segmentation fault' }, /Segmentation fault/],
  ])('%s is told, and nothing is kept elsewhere', async (_, end, message) => {
    const home = homeForTest();
    const secrets = openSecrets({ home, env: {}, ask: async () => end });
    const fault = { code: 'secret_unavailable', message: expect.stringMatching(message) };
    await expect(secrets.set('MAIL', value)).rejects.toMatchObject(fault);
    await expect(secrets.read('MAIL', 'keychain')).rejects.toMatchObject(fault);
    await expect(secrets.remove('MAIL', 'keychain')).rejects.toMatchObject(fault);
    expect(readdirSync(home.path)).not.toContain('secrets');
  });

  it('is told where it gives back another value', async () => {
    const ask: AskKeychain = async ({ act }) => ({
      ended: 'answered',
      answer: `{"value":${act === 'get' ? '"x"' : null}}`,
    });
    const secrets = openSecrets({ home: homeForTest(), env: {}, ask });
    await expect(secrets.set('MAIL', value)).rejects.toThrow(/does not give back/);
  });
});

const hasKeyring = ['gnome-keyring-daemon', 'dbus-daemon'].every((program) => {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }) !== '';
  } catch {
    return false;
  }
});

// Needs the Debian packages gnome-keyring and dbus-daemon.
describe.skipIf(!hasKeyring)('the keychain of a Linux desktop', () => {
  const started: ChildProcess[] = [];
  let folder = '';
  let env: Record<string, string> = {};

  /** Asks on the session bus. */
  function send([destination = '', ...message]: readonly string[]): string {
    const args = ['--session', '--print-reply', `--dest=${destination}`, ...message];
    return execFileSync('dbus-send', args, { env, encoding: 'utf8' });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gh-keyring-'));
    env = { HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, PATH: process.env['PATH'] ?? '' };
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(bus);
    env['DBUS_SESSION_BUS_ADDRESS'] = String(await new Promise((resolve) => bus.stdout.once('data', resolve))).trim();
    const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    started.push(keyring);
    keyring.stdin.end('the password of the keyring');
    const isThere = [
      'org.freedesktop.DBus',
      '/',
      'org.freedesktop.DBus.NameHasOwner',
      'string:org.freedesktop.secrets',
    ];
    while (!send(isThere).includes('true')) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  afterAll(() => {
    for (const child of started.toReversed()) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps, gives back and forgets', async () => {
    const home = homeForTest();
    const secrets = openSecrets({ home, env });
    expect(await secrets.set('MAIL', value)).toBe('keychain');
    expect(await secrets.read('MAIL', 'keychain')).toBe(value);
    // Another home of the same user has its own.
    expect(await openSecrets({ home: homeForTest(), env }).read('MAIL', 'keychain')).toBeNull();
    expect(readdirSync(home.path)).not.toContain('secrets');
    await secrets.remove('MAIL', 'keychain');
    await secrets.remove('MAIL', 'keychain');
    expect(await secrets.read('MAIL', 'keychain')).toBeNull();
  });

  it('says that it is locked, and keeps nothing', async () => {
    const secrets = openSecrets({ home: homeForTest(), env });
    await secrets.set('MAIL', value);
    const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
    send(['org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', collection]);
    await expect(secrets.set('MAIL', 'another-value')).rejects.toMatchObject({
      code: 'secret_unavailable',
      message: expect.stringMatching(/unlock it/i),
    });
    await expect(secrets.read('MAIL', 'keychain')).rejects.toMatchObject({ code: 'secret_unavailable' });
  });
});
