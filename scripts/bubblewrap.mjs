// Installs what the tests of the sandbox want from the system where it is missing and may be installed. Without it they are skipped.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, say } from './setup.mjs';

export async function installBubblewrap() {
  if (process.platform !== 'linux' || isThere('bwrap')) return;
  if (process.getuid() !== 0 || !isThere('apt-get')) {
    say(
      'the tests of the sandbox are skipped: bubblewrap is missing. Install it (such as: sudo apt-get install bubblewrap).',
    );
    return;
  }
  try {
    say('installing bubblewrap for the tests of the sandbox …');
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'bubblewrap'], 'apt-get').catch(async () => {
      // The lists of packages may be old, or not there.
      await run('apt-get', ['update'], 'apt-get update');
      await run('apt-get', ['install', '--yes', '--no-install-recommends', 'bubblewrap'], 'apt-get');
    });
  } catch (error) {
    say(`the tests of the sandbox are skipped: ${error.message}`);
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
