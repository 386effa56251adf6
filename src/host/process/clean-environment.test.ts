import { describe, expect, it } from 'vitest';
import { cleanEnvironment, variableProblem } from './clean-environment.ts';

describe('the environment of a program', () => {
  it('is a short list with nothing else of the parent in it', () => {
    const source = {
      PATH: '/usr/bin',
      HOME: '/home/a',
      LC_ALL: 'C',
      EDITOR: 'vi',
      SSH_AUTH_SOCK: '/x',
      UNSET: undefined,
    };
    expect(cleanEnvironment(source, { allow: ['UNSET'] })).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/a',
      LC_ALL: 'C',
      LANG: 'C.UTF-8',
      GIT_TERMINAL_PROMPT: '0',
      GIT_PAGER: 'cat',
      GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
      SSH_ASKPASS_REQUIRE: 'never',
      PAGER: 'cat',
    });
  });

  it('holds further names that the operator allows', () => {
    expect(cleanEnvironment({ JAVA_HOME: '/jdk' }, { allow: ['JAVA_HOME'] })).toMatchObject({ JAVA_HOME: '/jdk' });
  });

  it.each([
    'NPM_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'PGPASSWORD',
    'GH_AUTH',
    'SESSION_COOKIE',
    'LD_PRELOAD',
    'BASH_ENV',
    'NODE_OPTIONS',
    'PYTHONSTARTUP',
    'GIT_SSH_COMMAND',
    'GATEHOUSE_HOME',
    'RIPGREP_CONFIG_PATH',
  ])('never passes on %s, even where it is allowed', (name) => {
    expect(Object.values(cleanEnvironment({ [name]: 'passed' }, { allow: [name] }))).not.toContain('passed');
  });

  it.each([
    ['/usr/bin::/bin', '/usr/bin:/bin'],
    ['.:bin:/opt/bin', '/opt/bin'],
    ['', '/usr/local/bin:/usr/bin:/bin'],
  ])('takes relative entries out of the path %j', (path, clean) => {
    expect(cleanEnvironment({ PATH: path }, { allow: [] })['PATH']).toBe(clean);
  });

  it.each([
    ['HOME', {}],
    ['JAVA_HOME', { allow: ['JAVA_HOME'] }],
    ['EDITION', { mode: 'all' }],
    ['LANG', {}],
  ] as const)('never holds %s where it is denied, whatever allows it', (name, policy) => {
    const clean = cleanEnvironment({ [name]: 'value' }, { allow: [], ...policy, deny: [name] });
    expect(clean).not.toHaveProperty(name);
    expect(cleanEnvironment({ [name]: 'value' }, { allow: [], ...policy })).toHaveProperty(name, 'value');
  });
});

describe('the environment in mode all', () => {
  const all = (source: Record<string, string>) => cleanEnvironment(source, { mode: 'all', allow: [], deny: [] });

  it.each([
    ['EDITION', 'nightly'],
    ['JAVA_HOME', '/jdk'],
    ['DATABASE_URL', 'postgres://localhost/test'],
    ['PYTHONUNBUFFERED', '1'],
    ['CI', 'true'],
  ])('holds %s', (name, value) => {
    expect(all({ [name]: value })).toHaveProperty(name, value);
  });

  it.each([
    // Credentials, by name.
    ['DB_PASS', 'x'],
    ['MYSQL_PWD', 'x'],
    ['PGPASSFILE', '/x'],
    ['GITHUB_PAT', 'x'],
    ['SENTRY_DSN', 'x'],
    ['SLACK_WEBHOOK_URL', 'x'],
    ['tls_client_cert', 'x'],
    // By value, whatever the name.
    ['DATABASE_URL', 'postgres://ann:hunter2@db.example/app'],
    ['MIRROR', 'https://user:pw@mirror.example'],
    ['UPSTREAM', 'ghp_0123456789abcdef'],
    ['PEM', '-----BEGIN PRIVATE' + ' KEY-----'],
    ['HEADER', 'Bearer abc'],
    // What runs code.
    ['LD_AUDIT', '/x.so'],
    ['BASH_FUNC_ls%%', '() { :; }'],
    ['NODE_PATH', '/x'],
    ['npm_config_script_shell', '/x'],
    ['PERL5OPT', '-Mx'],
    ['JAVA_TOOL_OPTIONS', '-javaagent:x'],
    ['RUSTC_WRAPPER', '/x'],
    ['MAKEFLAGS', '--eval=x'],
    ['EDITOR', 'x'],
    ['MANPAGER', 'x'],
    ['LESSOPEN', '|x'],
    ['GLIBC_TUNABLES', 'x'],
    // What leads to the person's own agents, sockets and screens.
    ['SSH_AUTH_SOCK', '/x'],
    ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/x'],
    ['XDG_RUNTIME_DIR', '/run/user/1'],
    ['DISPLAY', ':0'],
    ['DOCKER_HOST', 'unix:///x'],
    ['KUBECONFIG', '/x'],
    ['https_proxy', 'http://proxy'],
    ['GATEHOUSE_HOME', '/x'],
    // No name of a variable.
    ['a b', 'x'],
    ['', 'x'],
  ])('holds no %s=%s', (name, value) => {
    expect(Object.entries(all({ [name]: value }))).not.toContainEqual([name, value]);
  });
});

describe('what is wrong with naming a variable', () => {
  it.each([
    ['JAVA_HOME', 'allow', null],
    ['GH_TOKEN', 'from', null],
    ['GH_TOKEN', 'allow', 'looks like a credential'],
    ['LD_PRELOAD', 'allow', 'run other code'],
    ['NODE_OPTIONS', 'from', 'run other code'],
    ['GATEHOUSE_HOME', 'from', 'run other code'],
  ] as const)('%s under %s: %s', (name, where, problem) => {
    if (problem === null) expect(variableProblem(name, where)).toBeNull();
    else expect(variableProblem(name, where)).toContain(problem);
  });
});
