import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from './clean-environment.ts';

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
});
