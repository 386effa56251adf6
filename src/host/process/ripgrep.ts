// The ripgrep that comes with the product.
import { CapabilityError } from '../../contract/index.ts';

/** Throws `process_failed` where the package has no program for this system. */
export async function ripgrepPath(): Promise<string> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch (cause) {
    const message = 'ripgrep is missing for this system. Install Gatehouse again.';
    throw new CapabilityError('process_failed', message, { cause });
  }
}
