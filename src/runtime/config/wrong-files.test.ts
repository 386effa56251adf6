// Files that cannot be read, each with the whole of what is said about it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isCapabilityError } from '../../contract/index.ts';
import { loadConfig } from './load-config.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** What loading says, with the file's path left out. */
async function problemsOf(
  text: string | Uint8Array,
  env: Record<string, string> = { GATEHOUSE_CONFIG: join(folder, 'config.yaml') },
): Promise<string[]> {
  writeFileSync(join(folder, env['GATEHOUSE_CONFIG'] === undefined ? 'gatehouse.yaml' : 'config.yaml'), text);
  try {
    await loadConfig({
      home: { path: '/home/ann/.gatehouse' },
      workspace: folder,
      env: { HOME: '/home/ann', ...env },
      trustedFolders: [folder],
    });
  } catch (error) {
    if (!isCapabilityError(error) || error.code !== 'invalid_config') throw error;
    return error.message.split('\n').map((line) => line.replace(/^.*?\.yaml:?/, ''));
  }
  return [];
}

const top =
  'Expected one of mode, workspace, sandbox, net, mcp, sources, policy, approvals, tools, deferral, profiles, audit.';
const readRoot = 'expected a path: relative to the workspace, absolute, or below ~/.';
const days = 'expected a duration from 1m to 30d, such as 90s, 30m, 24h or 7d.';

describe('a file that is no such YAML', () => {
  it.each([
    ['a tab', 'net:\n\tblockedHosts: []\n', '2:1: A tab cannot indent a line; use spaces.'],
    [
      'a key twice',
      'mode: readonly\nsandbox: off\nmode: full-auto\n',
      '3:1: The key "mode" stands here twice; remove one of them.',
    ],
    [
      'a key of a rule twice',
      'policy:\n  rules:\n    - { effect: DENY, effect: ALLOW }\n',
      '3:23: The key "effect" stands here twice; remove one of them.',
    ],
    [
      'two documents',
      'mode: readonly\n---\nmode: full-auto\n',
      '2:1: A second document begins here; a configuration file is one, so remove the "---".',
    ],
    [
      'a tag',
      'mode: !!binary cmVhZG9ubHk=\n',
      '1:7: Tags (words that begin with "!") have no meaning here; remove it, or put the value into quotes.',
    ],
    [
      'a pattern that is an alias',
      'workspace:\n  zones:\n    prompt: [*.sql]\n',
      '3:14: "*.sql" is read as an alias of nothing; put a pattern that begins with "*" into quotes.',
    ],
    [
      'a value of a reserved character',
      'mode: @auto\n',
      '1:7: A value that begins with this character has to be put into quotes.',
    ],
    [
      'two keys in a line',
      'mode: sandbox: off\n',
      '1:7: There are two keys in one line; put a value that contains ": " into quotes.',
    ],
    ['an open quote', 'mode: "readonly\n', '2:1: Missing closing "quote.'],
    [
      'an open list',
      'net:\n  blockedHosts: [a.example\nmode: readonly\n',
      '3:1: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    ['a key that is a list', '? [a]\n: 1\n', '1:3: A key must be plain text.'],
    [
      'a merge',
      'net: &n { blockedHosts: [] }\naudit:\n  <<: *n\n',
      '3:3: "<<" is not a setting of audit. Expected one of durability, signEvery.',
    ],
    ['an empty key', '"": 1\n', '1:1: "" cannot be a key.'],
    ['a key of JavaScript', '__proto__: { mode: full-auto }\n', '1:1: "__proto__" cannot be a key.'],
    ['a key of JavaScript inside', 'tools:\n  timeouts:\n    __proto__: 5s\n', '3:5: "__proto__" cannot be a key.'],
    ['an alias of itself', 'net: &n\n  blockedHosts: *n\n', '2:3: Values are nested too deeply.'],
    ['deep nesting', `mode: ${'['.repeat(5_000)}\n`, expect.stringMatching(/^1:\d+: Values are nested too deeply\.$/)],
    ['deep nesting within reason', `mode: ${'['.repeat(70)}${']'.repeat(70)}\n`, '1:71: Values are nested too deeply.'],
    ['an infinite number', 'audit: { signEvery: .inf }\n', '1:21: This is no finite number.'],
    [
      'aliases that stand for billions of values',
      `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]\n`).join('')}`,
      expect.stringMatching(/^\d+:\d+: There are more than 100000 values, aliases counted\.$/),
    ],
  ])('is refused with its place: %s', async (_what, text, message) => {
    expect(await problemsOf(text)).toEqual([message]);
  });

  it.each([
    ['a carriage return and a line feed', 'net:\r\n  blockedHosts: [5]\r\n'],
    ['a byte order mark', '\ufeffnet:\n  blockedHosts: [5]\n'],
    ['characters of two code units', 'net: # 😀\n  blockedHosts: [5]\n'],
  ])('counts lines and columns as an editor does with %s', async (_what, text) => {
    expect(await problemsOf(text)).toEqual(['2:18: net.blockedHosts[0]: found 5; expected a host name or an address.']);
  });

  it('is refused as a whole when it is no UTF-8 or too large', async () => {
    expect(await problemsOf(Buffer.from('# Gr\xfc\xdfe', 'latin1'))).toEqual([' is not UTF-8 text; save it as UTF-8.']);
    expect(await problemsOf(`mode: readonly\n${'#'.repeat(1024 * 1024)}`)).toEqual([' is larger than 1048576 bytes.']);
    expect(await problemsOf(`mode: readonly\n${'#'.repeat(1024 * 1024 - 15)}`)).toEqual([]);
  });
});

describe('a setting', () => {
  it.each([
    ['that is misspelt', 'sandbx: off\n', `1:1: "sandbx" is not a setting. Did you mean sandbox? ${top}`],
    [
      'misspelt inside',
      'workspace:\n  readroot: [src]\n',
      '2:3: "readroot" is not a setting of workspace. Did you mean workspace.readRoots? Expected one of readRoots, writeRoots, guestRoots, zones, protected.',
    ],
    [
      'in the wrong section',
      'readRoots: [src]\n',
      `1:1: "readRoots" is not a setting. Did you mean workspace.readRoots? ${top}`,
    ],
    ['of another version', 'mode: readonly\nstore: postgres://db\n', `2:1: "store" is not a setting. ${top}`],
    ['named like a property of all objects', 'constructor: 1\n', `1:1: "constructor" is not a setting. ${top}`],
    [
      'with a hostile name',
      '"\\e[31m\\u202Emode": 1\n',
      expect.stringMatching(/^1:1: ".*u\{202E\}mode" is not a setting\./),
    ],
    ['that is no map', 'policy: [a]\n', '1:9: policy: found a list; expected a map of settings.'],
    ['that is a file of one word', 'readonly\n', '1:1: found "readonly"; expected a map of settings.'],
    ['without a value', 'mode:\n', '1:6: mode: found nothing; expected one of readonly, plan-only, full-auto.'],
    [
      'all of whose parts are remarks',
      'policy:\n  # rules: []\n',
      expect.stringMatching(/^1:8: policy: found nothing; expected a map of settings\.$/),
    ],
    ['of other words', 'mode: auto\n', '1:7: mode: found "auto"; expected one of readonly, plan-only, full-auto.'],
    ['in capitals', 'sandbox: OFF\n', '1:10: sandbox: found "OFF"; expected one of required, prefer, off.'],
    [
      'that is a word of YAML 1.1',
      '%YAML 1.1\n---\nsandbox: no\n',
      '3:10: sandbox: found "no"; expected one of required, prefer, off.',
    ],
    [
      'that is a text and no list',
      'net: { blockedHosts: example.com }\n',
      '1:22: net.blockedHosts: found "example.com"; expected a list of hosts.',
    ],
    [
      'with an entry of another kind',
      'workspace:\n  readRoots:\n    - src\n    - 5\n    - ""\n',
      ['4:7: workspace.readRoots[1]: found 5; ' + readRoot, '5:7: workspace.readRoots[2]: found ""; ' + readRoot],
    ],
    [
      'with a control character',
      'workspace: { writeRoots: ["a\\0b"] }\n',
      `1:27: workspace.writeRoots[0]: found "a\\u0000b"; ${readRoot}`,
    ],
    [
      'with the folder of another user',
      'workspace: { readRoots: [~bob/x] }\n',
      '1:26: workspace.readRoots[0]: found "~bob/x"; expected a path such as src, /srv/files or ~/notes (the folder of another user has to be written out).',
    ],
    [
      'that lets tools into our home',
      'workspace: { readRoots: [~/.gatehouse/results] }\n',
      '1:26: workspace.readRoots[0]: found "~/.gatehouse/results", which is in the home of Gatehouse (/home/ann/.gatehouse); no tool may be let in there.',
    ],
    [
      'with a pattern that is none',
      "workspace: { zones: { blocked: ['a{b,c}'] } }\n",
      expect.stringMatching(
        /^1:33: workspace\.zones\.blocked\[0\]: The target "a\{b,c\}" cannot be read\. Braces are not part of the glob language/,
      ),
    ],
    [
      'with ~ in a pattern',
      'workspace: { zones: { silent: [~/x] } }\n',
      '1:32: workspace.zones.silent[0]: found "~/x"; expected the full path instead of "~", which has no meaning in a pattern.',
    ],
    [
      'with an origin that is none',
      'net: { internalOrigins: ["http://10.0.0.1/x"] }\n',
      '1:26: net.internalOrigins[0]: "http://10.0.0.1/x" is not an origin. Write scheme, host and port, such as http://127.0.0.1:8080.',
    ],
    [
      'with a host that is none',
      'net: { blockedHosts: [example.com, "https://a.example/"] }\n',
      expect.stringMatching(/^1:36: net\.blockedHosts\[1\]: "https:\/\/a\.example\/" is not a host\./),
    ],
    [
      'with a proxy that holds credentials',
      'net: { proxy: "http://user:word@proxy.example:3128" }\n',
      expect.stringMatching(/^1:15: net\.proxy: "http:\/\/…@proxy\.example:3128" is not a proxy\. Write direct, or/),
    ],
    ['that is a duration without unit', 'policy: { expiry: 24 }\n', `1:19: policy.expiry: found 24; ${days}`],
    ['that is too long a duration', 'policy: { expiry: 31d }\n', `1:19: policy.expiry: found "31d"; ${days}`],
    ['that is too short a duration', 'policy: { expiry: 59s }\n', `1:19: policy.expiry: found "59s"; ${days}`],
    ['that is a duration of nothing', 'policy: { expiry: -1h }\n', `1:19: policy.expiry: found "-1h"; ${days}`],
    [
      'with a tool that cannot be one',
      'tools: { timeouts: { "a b": 5s } }\n',
      '1:22: tools.timeouts.a b: found the key "a b"; expected the name of a tool.',
    ],
    [
      'with a timeout out of bounds',
      'tools:\n  timeouts:\n    shell: 2h\n',
      '3:12: tools.timeouts.shell: found "2h"; expected a duration from 1s to 1h, such as 90s, 30m, 24h or 7d.',
    ],
    [
      'that is no whole number',
      'tools: { readPageLines: 20.5 }\n',
      '1:25: tools.readPageLines: found 20.5; expected a whole number from 10 to 10000.',
    ],
    [
      'that is too large a number',
      'audit: { signEvery: 12345678901234567890 }\n',
      '1:21: audit.signEvery: found 12345678901234567000; expected a whole number from 1 to 100000.',
    ],
    [
      'that is a number in quotes',
      'audit: { signEvery: "5" }\n',
      '1:21: audit.signEvery: found "5"; expected a whole number from 1 to 100000.',
    ],
    [
      'of deferral that is a word',
      'deferral: sometimes\n',
      '1:11: deferral: found "sometimes"; expected true, false, or a map with budget and learn.',
    ],
    [
      'of learning that is a word',
      'deferral: { learn: maybe }\n',
      '1:20: deferral.learn: found "maybe"; expected true or false.',
    ],
    [
      'of deferral that is too small',
      'deferral: { budget: 5 }\n',
      '1:21: deferral.budget: found 5; expected a whole number from 200 to 100000.',
    ],
  ])('%s is refused with its place', async (_what, text, message) => {
    expect(await problemsOf(text)).toEqual([message].flat());
  });

  it('is found behind an alias', async () => {
    expect(await problemsOf('net: { blockedHosts: &b [5] }\nworkspace:\n  readRoots: *b\n')).toEqual([
      `1:26: workspace.readRoots[0]: found 5; ${readRoot}`,
      '1:26: net.blockedHosts[0]: found 5; expected a host name or an address.',
    ]);
  });

  it('is told with all others that are wrong, in the order of the file, up to twenty', async () => {
    expect(await problemsOf('mode: x\nsandbx: 1\nnet: 5\n')).toHaveLength(3);
    const many = await problemsOf(`net:\n  blockedHosts:\n${'    - 5\n'.repeat(5_000)}`);
    expect(many).toHaveLength(21);
    expect(many[19]).toBe('22:7: net.blockedHosts[19]: found 5; expected a host name or an address.');
    expect(many[20]).toBe(' and at least 980 more problems.');
  });
});

describe('a file of a project', () => {
  const owners = (setting: string): string =>
    `${setting} may not be set in the file of a project. Put it into your own, /home/ann/.config/gatehouse/config.yaml, and remove it here.`;

  it.each([
    ['audit: { durability: power }\n', `1:1: ${owners('audit')}`],
    ['mode: readonly\napprovals:\n  elicitation: []\n', `2:1: ${owners('approvals')}`],
    ['net:\n  blockedHosts: []\n  internalOrigins: []\n', `3:3: ${owners('net.internalOrigins')}`],
    ['net: { proxy: direct }\n', `1:8: ${owners('net.proxy')}`],
    ['net: { allowedHosts: [a.example] }\n', `1:8: ${owners('net.allowedHosts')}`],
  ])('may not set what only the owner may: %j', async (text, message) => {
    expect(await problemsOf(text, {})).toEqual([message]);
    rmSync(join(folder, 'gatehouse.yaml'));
    expect(await problemsOf(text)).toEqual([]);
  });

  it('is told so even where the value is wrong too', async () => {
    expect(await problemsOf('audit: 5\n', {})).toEqual([
      `1:1: ${owners('audit')}`,
      '1:8: audit: found 5; expected a map of settings.',
    ]);
  });

  it('is told that a setting is unknown, and not where else to put it', async () => {
    expect(await problemsOf('store: postgres://db\n', {})).toEqual([`1:1: "store" is not a setting. ${top}`]);
  });
});

describe('a rule', () => {
  it.each([
    [
      'a DENY without a window end',
      '{ effect: DENY, window: { from: "22:00", zone: UTC } }',
      'is a DENY that cannot be read: window.to: found nothing; expected a time such as "09:30", up to "24:00".',
    ],
    [
      'a DENY with an unknown key',
      '{ effect: deny, tol: shell }',
      'is a DENY that cannot be read: rule: found "tol"; expected only the keys',
    ],
    [
      'one without an effect',
      '{ tool: shell }',
      'cannot be read and may be a DENY: effect: found nothing; expected ALLOW, ASK or DENY',
    ],
    [
      'one of an unknown effect',
      '{ effect: DENIED, tool: shell }',
      'cannot be read and may be a DENY: effect: found "DENIED"; expected ALLOW, ASK or DENY',
    ],
    [
      'a text',
      'deny everything',
      'cannot be read and may be a DENY: rule: found "deny everything"; expected an object',
    ],
  ])('that may be a DENY and cannot be read stops the loading: %s', async (_what, rule, why) => {
    const problems = await problemsOf(`policy:\n  rules:\n    - effect: ALLOW\n      tool: file_read\n    - ${rule}\n`);
    expect(problems).toEqual([expect.stringContaining(`5:7: policy.rules[1] ${why}`)]);
  });

  it('stops the loading where the list itself cannot be read', async () => {
    expect(await problemsOf('policy:\n  rules:\n    effect: DENY\n')).toEqual([
      '3:5: policy.rules: found a map; expected a list of rules.',
    ]);
    expect(await problemsOf('policy:\n  rules:\n')).toEqual([
      '2:9: policy.rules: found nothing; expected a list of rules.',
    ]);
  });
});
