// The ripgrep that comes with the product.
import { access, constants } from 'node:fs/promises';
import { CapabilityError } from '../../contract/index.ts';
import { systemCode } from '../files/path/system-code.ts';

/** Throws `process_failed` where the package has no program for this system, or one that cannot be run. */
export async function ripgrepPath(locate: () => Promise<string> = fromPackage): Promise<string> {
  let path = 'ripgrep';
  try {
    path = await locate();
    await access(path, constants.X_OK);
    return path;
  } catch (cause) {
    const code = systemCode(cause);
    const problem = code === undefined ? 'is missing for this system' : `cannot be run (${code}: ${path})`;
    throw new CapabilityError(
      'process_failed',
      `ripgrep, which searches files, ${problem}. Install Gatehouse again, with its optional packages.`,
      { cause },
    );
  }
}

/** Throws where npm left the package of this system out. */
async function fromPackage(): Promise<string> {
  return (await import('@vscode/ripgrep')).rgPath;
}
