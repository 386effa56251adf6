import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCommandLine } from '../../src/surfaces/cli/run-for-test.ts';

const at = createCommandLine(afterAll);
const config = join(at.home, '../config.yaml');
writeFileSync(config, 'net: { blockedHosts: [ads.example] }\nworkspace: { zones: { blocked: [dist] } }\n');

const write = (filename: string): [string, object] => ['file_write', { filename, content: 'x' }];
const read = (filename: string): [string, object] => ['file_read', { filename }];
const fetched = (url: string): [string, object] => ['web_fetch', { url }];
const shell = (command: string): [string, object] => ['shell', { command }];

/** What is asked, the guard that must be named, and the words that name the offending part. */
const refused: readonly (readonly [what: string, call: [string, object], guard: string, part: string])[] = [
  ['a credential file', read('.env'), 'floor paths:protected_name [.env]', 'a file of this name holds credentials'],
  [
    'a hook of git',
    write('.git/hooks/pre-commit'),
    'floor paths:protected_name [.git/hooks/pre-commit]',
    'what is in .git',
  ],
  [
    'a file outside the roots',
    read('/etc/passwd'),
    'boundary paths:outside_roots [/etc/passwd]',
    '/etc/passwd: It lies outside',
  ],
  [
    'a blocked zone',
    write('dist/a.js'),
    'floor paths:zone [dist/a.js]',
    'dist/a.js: The operator blocks writing there',
  ],
  [
    'our own place',
    read(join(at.home, 'gatehouse.db')),
    'floor paths:protected_name',
    'gatehouse.db: Protected: it belongs to Gatehouse',
  ],
  [
    'an internal address',
    fetched('http://0xA9FEA9FE/x'),
    'floor net:internal_address [http://0xA9FEA9FE/x]',
    '169.254.169.254 is not a public address (link-local',
  ],
  [
    'a name of the local network',
    fetched('http://printer/'),
    'floor net:internal_address [http://printer/]',
    'printer has no dot',
  ],
  [
    'a host the operator blocks',
    fetched('https://x.ads.example/'),
    'floor net:blocked_host',
    'The operator blocks x.ads.example',
  ],
  [
    'a port of another protocol',
    fetched('https://example.com:22/'),
    'floor net:bad_url',
    'Port 22 belongs to another protocol',
  ],
  ['a name before the host', fetched('https://me@example.com/'), 'floor net:bad_url', 'What stands before the "@"'],
  [
    'a label no host has',
    fetched('https://-a.example.com/'),
    'floor net:bad_url',
    'The host name "-a.example.com" has a malformed label',
  ],
  ['a push', shell('ls && git push origin main'), 'floor shell:git_push', 'git push'],
  ['what cannot be undone', shell('echo a; rm -rf /'), 'floor shell:unrecoverable', 'rm -rf /'],
  ['our own program', shell('gatehouse approvals approve 1'), 'floor shell:own_program', 'gatehouse approvals'],
  ['a locked tool', ['sudo_shell', { command: 'ls' }], 'locked sudo_shell', 'sudo_shell is locked'],
];

describe('policy why', () => {
  it.each(refused)('names the guard and the part for %s', async (...[, [tool, args], guard, part]) => {
    const words = ['policy', 'why', tool, JSON.stringify(args)];
    // Wide, so that no line is broken where a part is named.
    const { code, stdout } = await at.run(words, { columns: 1_000, env: { GATEHOUSE_CONFIG: config } });
    expect(code).toBe(0);
    const [effect = '', first = ''] = stdout.split('\n');
    expect(effect).toBe(`DENY  ${tool}`);
    expect(first).toMatch(/^ {2}DENY {3}/);
    expect(first).toContain(guard);
    expect(first).toContain(part);
  });

  it('names the argument where the call is refused before any guard', async () => {
    const { code, stdout } = await at.run(['policy', 'why', 'web_fetch', '{"url":"ftp://example.com/"}']);
    expect(code).toBe(5);
    expect(stdout).toContain('Refused (validate): /url: is not an http or https URL');
  });
});
