// Opens an address in the browser of the person at this machine: a program that is given it as an argument, and no shell.
import { execFile } from 'node:child_process';
import type { Environment } from '../../home/locations.ts';
import { findProgram } from '../../programs/find-program.ts';

/** What no web address needs to hold as it is: the programs below are scripts in places, and hand it on to others. */
const plain = /^https?:\/\/[A-Za-z0-9\-._~:/?#[\]@&=+%,!*]+$/;
const startMs = 10_000;

/** The program and what stands before the address; null where nobody would see a browser. */
export async function browserProgram(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[] | null> {
  if (platform === 'darwin') return ['/usr/bin/open', '--'];
  if (platform === 'win32')
    return [`${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\rundll32.exe`, 'url.dll,FileProtocolHandler'];
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null;
  // It takes no `--`; what begins with http is no option.
  const program = await findProgram('xdg-open', { path: env['PATH'] ?? '', directory: '/' });
  return program === null ? null : [program];
}

/** False where it was not opened: it is for whoever asked to say where to go. Never rejects. */
export async function openBrowser(address: string, env: Environment): Promise<boolean> {
  if (!plain.test(address)) return false;
  const [program, ...before] = (await browserProgram(env)) ?? [];
  if (program === undefined) return false;
  return new Promise((resolve) => {
    // Whatever a browser prints belongs to nobody here.
    const child = execFile(program, [...before, address], { env: definedOf(env), windowsHide: true }, (fault) =>
      resolve(fault === null),
    );
    // One that stays is one that was opened.
    const timer = setTimeout(() => resolve(true), startMs);
    timer.unref();
    child.unref();
  });
}

function definedOf(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
