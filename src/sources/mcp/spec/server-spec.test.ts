// What a person is shown of a command before anything of it is started.
import { describe, expect, it } from 'vitest';
import { isCredential, reachText } from './server-spec.ts';

function shown(name: string, text: string): string {
  return reachText({ kind: 'program', argv: ['server'], directory: '/srv', env: { [name]: { text } }, passEnv: [] });
}

describe('a command as it is shown', () => {
  it.each([
    ['NODE_OPTIONS', '--import ./hook.js'],
    ['LD_PRELOAD', './hook.so'],
    ['BASH_FUNC_token%%', '() { run; }'],
    ['GIT_ASKPASS', './hook'],
    ['PYTHONPATH', './hook'],
  ])('hides nothing of %s, which makes programs run other code', (name, text) => {
    expect(shown(name, text)).toBe(`${name}=${text} server (in /srv)`);
    expect(isCredential(name)).toBe(false);
  });

  it.each(['API_TOKEN', 'DB_PASSWORD', 'NODE_AUTH_TOKEN', 'npm_config_//r.example/:_authToken'])('hides %s', (name) => {
    expect(shown(name, 'abc')).toBe(`${name}=‹hidden› server (in /srv)`);
  });
});
