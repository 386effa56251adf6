// Loads the reading of command lines when the first one is judged: most starts of the command see none.
import type { analyseShell } from './judge/analyse-shell.ts';
import type { plainArgv } from './plain-argv.ts';

export interface ShellReading {
  readonly analyseShell: typeof analyseShell;
  readonly plainArgv: typeof plainArgv;
}

export async function loadShell(): Promise<ShellReading> {
  const [analysis, plain] = await Promise.all([import('./judge/analyse-shell.ts'), import('./plain-argv.ts')]);
  return { analyseShell: analysis.analyseShell, plainArgv: plain.plainArgv };
}
