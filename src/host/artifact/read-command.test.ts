import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';

const read = (line: string) => readCommand(line.split(' '));

describe('a command', () => {
  it.each([
    ['node server.js --port 1', 'server.js'],
    ['/usr/bin/node --title srv --no-warnings dist/index.js', 'dist/index.js'],
    ['python3 -u -X dev server.py', 'server.py'],
    ['python3.12 server.py', 'server.py'],
    ['node -- server.js', 'server.js'],
    ['bash ./start.sh', './start.sh'],
    ['bash -eo pipefail start.sh', 'start.sh'],
    ['python3 -uWonce::c server.py', 'server.py'],
    ['perl -Ice server.pl', 'server.pl'],
    ['tsx src/server.ts', 'src/server.ts'],
  ])('%s names the script %s', (line, file) => {
    expect(read(line)).toEqual({ kind: 'script', file, loads: [] });
  });

  it.each([
    ['node --import ./hook.js server.js', ['what node loads by --import']],
    ['node -r=./hook.js --env-file .env server.js', ['what node loads by -r', 'what node loads by --env-file']],
    ['tsx --env-file=.env -- server.js', ['what tsx loads by --env-file']],
    ['perl -MOther -w server.js', ['what perl loads by -M']],
    ['ruby -wr ./other server.js', ['what ruby loads by -r']],
    ['ruby -r./other server.js', ['what ruby loads by -r']],
  ])('%s names a script and loads more: %j', (line, loads) => {
    expect(read(line)).toEqual({ kind: 'script', file: 'server.js', loads });
  });

  it.each([
    ['npx -y pkg', ['pkg']],
    ['npx pkg@1.2.3 --flag', ['pkg@1.2.3']],
    ['npx --yes --registry https://r.example @a/b@^1 /srv', ['@a/b@^1']],
    ['npx -p one --package=two@1.0.0 command', ['one', 'two@1.0.0']],
    ['npx -- pkg', ['pkg']],
    ['npm exec -y pkg', ['pkg']],
  ])('%s names the packages %j', (line, specs) => {
    expect(read(line)).toEqual({ kind: 'npx', specs, loads: [] });
  });

  it.each([
    ['npx --prefix /other -y pkg', '--prefix'],
    ['npx --script-shell=./evil pkg', '--script-shell'],
    ['npx --node-options=--import=./evil pkg', '--node-options'],
    ['npx --cache=/tmp/other pkg', '--cache'],
  ])('%s names a package, and says that %s decides what is run', (line, option) => {
    expect(read(line)).toEqual({ kind: 'npx', specs: ['pkg'], loads: [`what npx finds or runs by ${option}`] });
  });

  it.each([
    ['node -e code', 'what node -e runs'],
    ['node --import ./hook.js', 'node loads by --import'],
    ['node --eval=code server.js', 'node --eval runs'],
    ['node -pe code', 'node -p runs'],
    ['python3 -m server', 'python3 -m'],
    ['python3 -mother server.py', 'python3 -m'],
    ['python3 -uccode server.py', 'python3 -c'],
    ['bash -ec ./server', 'bash -c'],
    ['sh -c ./server', 'sh -c'],
    ['node', 'what node reads'],
    ['npx -c ./server', 'npx -c'],
    ['npx', 'what npx finds'],
    ['uvx mcp-server-git', 'name one version, such as mcp-server-git@1.2.3'],
    ['docker run -i --rm mcp/git', 'name its digest, such as image@sha256:…'],
    ['pnpm dlx pkg', 'what pnpm finds, fetches or starts for pkg'],
    ['env A=1 node server.js', 'what env finds, fetches or starts'],
  ])('%s leaves open: %s', (line, why) => {
    expect(read(line)).toEqual({ kind: 'open', why: expect.stringContaining(why) });
  });

  it.each([`docker run x@sha256:${'a'.repeat(64)}`, 'uvx pkg@1.2.3', 'uvx pkg==1.2.3'])(
    '%s names one version',
    (line) => {
      expect(JSON.stringify(read(line))).not.toContain('name ');
    },
  );

  it.each(['/srv/server', './constructor', '__proto__', ''])('%s is its program alone', (line) => {
    expect(read(line)).toEqual({ kind: 'program' });
  });
});
