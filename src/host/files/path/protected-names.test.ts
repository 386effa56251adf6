import { describe, expect, it } from 'vitest';
import { protectedReason } from './protected-names.ts';

function isProtected(path: string, use: 'read' | 'write', leafIsDirectory = false): boolean {
  return protectedReason(path.split('/'), { writing: use === 'write', leafIsDirectory }) !== null;
}

const credentials = [
  '.env',
  '.env.local',
  'app/.ENV.production',
  'id_rsa',
  'id_ed25519_sk',
  'id_rsa.bak',
  'server.pem',
  'private.key',
  'cert.p12',
  'MY_KEY_FILE.txt',
  'SOME_SECRET.json',
  'AUTH_TOKEN.yaml',
  'DB_PASSWORD.conf',
  '.gitconfig',
  'u/.aws/credentials',
  'project/.gatehouse/keys/approval-seal',
  '.ssh/known_hosts',
  '.config/gh/hosts.yml',
  '.docker/config.json',
  '.codex/auth.json',
  '.zsh_history',
  '.node_repl_history',
  '.ssh',
  'ENV~1',
  'SSH~1/id',
  '.ſsh/id',
  '.env .',
  '.env::$DATA',
  '.e\u200dnv',
  '.env_prod',
  'production.env',
  'credentials.json',
  '.cargo/credentials.toml',
  '.irb-history',
  '.config/rclone/rclone.conf',
  '.local/share/keyrings/login.keyring',
  '.npmrc.bak',
  'id_rsa~',
  '.id_rsa.swp',
  'server.key.old',
  '.ssh\\id_rsa',
];

const ordinary = [
  'sample.env',
  'credentials.ts',
  'src/credentials.go',
  'notes.bak',
  '~',
  '.bak',
  'README.md',
  'tools.txt',
  'keyboard.md',
  'count_tokens.py',
  'src/auth_token.ts',
  'src/my_secrets/index.ts',
  '.env.example',
  '.ENV.Sample',
  'environment.md',
  'id_rsa.pub',
  'certs/ca.crt',
  'history.md',
  'process.env.ts',
  '.docker/Dockerfile',
  'config/gh/hosts.yml',
  'a~1',
];

const runByOthers = [
  '.git\\hooks\\pre-commit',
  '.config/git/config',
  '.config/systemd/user/x.service',
  '.local/bin/ls',
  '.devcontainer/devcontainer.json',
  '.pre-commit-config.yaml',
  '.irbrc',
  '.git',
  '.git/config',
  '.git/hooks/pre-commit',
  'vendor/x/.git/HEAD',
  'project.git/hooks/update',
  'project.git/config',
  '.gitmodules',
  '.bashrc',
  '.zprofile',
  'home/.config/fish/functions/x.fish',
  '.mcp.json',
  '.vscode/tasks.json',
  '.cursor/mcp.json',
  '.idea/workspace.xml',
  '.claude/settings.json',
  'app.code-workspace',
  'GIT~1/config',
];

describe('protected names', () => {
  it.each(credentials)('neither reads nor writes the credential %j', (path) => {
    expect([isProtected(path, 'read'), isProtected(path, 'write')]).toEqual([true, true]);
  });

  it.each(ordinary)('reads and writes the ordinary %j', (path) => {
    expect([isProtected(path, 'read'), isProtected(path, 'write')]).toEqual([false, false]);
  });

  it.each(runByOthers)('reads but does not write %j', (path) => {
    expect([isProtected(path, 'read'), isProtected(path, 'write')]).toEqual([false, true]);
  });

  it('does not judge a directory by words in its name', () => {
    expect([isProtected('src/auth_token', 'read', true), isProtected('src/auth_token', 'read')]).toEqual([false, true]);
  });
});

it('takes a directory of a plain name for code, and one with a dot for what it says', () => {
  expect(isProtected('src/credentials', 'read', true)).toBe(false);
  expect(isProtected('src/credentials', 'read')).toBe(true);
  expect(isProtected('.env', 'read', true)).toBe(true);
  expect(isProtected('.aws/credentials', 'read', true)).toBe(true);
});
