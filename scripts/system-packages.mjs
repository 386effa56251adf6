// Installs what tests want from the system where it is missing and may be installed. Without it those tests are skipped.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, say } from './setup.mjs';

const wanted = [
  { programs: ['bwrap'], name: 'bubblewrap', tests: 'the tests of the sandbox' },
  {
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    name: 'chromium',
    tests: 'the test of a browser server',
  },
];

export async function installSystemPackages() {
  if (process.platform !== 'linux') return;
  const missing = wanted.filter(({ programs }) => !programs.some(isThere));
  if (missing.length === 0) return;
  const tests = missing.map((item) => item.tests).join(' and ');
  const names = missing.map((item) => item.name);
  if (process.getuid() !== 0 || !isThere('apt-get')) {
    const them = names.join(' and ');
    say(
      `skipped: ${tests}. Missing: ${them}. Install what is missing (such as: sudo apt-get install ${names.join(' ')}).`,
    );
    return;
  }
  say(`installing ${names.join(' and ')} for ${tests} …`);
  // One by one: a package that this system does not have takes no other with it.
  for (const item of missing) await install(item);
}

async function install({ name, tests }) {
  const args = ['install', '--yes', '--no-install-recommends', name];
  try {
    await run('apt-get', args, 'apt-get').catch(async () => {
      // The lists of packages may be old, or not there.
      await run('apt-get', ['update'], 'apt-get update');
      await run('apt-get', args, 'apt-get');
    });
  } catch (error) {
    say(`skipped: ${tests}: ${error.message}`);
  }
}

function isThere(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
