// For tests: a shell guard over a workspace, a home and a package of Gatehouse that are made for it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller, GuardFinding, JsonObject, Target, Tool } from '../../src/contract/index.ts';
import { createConfinement } from '../../src/host/files/confinement.ts';
import { requestForTest } from '../../src/testing/index.ts';
import { createShellGuard } from '../../src/host/guards/shell.ts';

export interface ShellGuardForTest {
  /** Above the home, which is above the workspace. */
  readonly folder: string;
  inspect(command: string, more?: JsonObject, trust?: Caller['trust']): Promise<GuardFinding>;
  /** Of a tool that has the line `ls`. */
  inspectFor(tool: Partial<Tool>, args: JsonObject): Promise<GuardFinding>;
  /** The names of all floors that a command meets. */
  floors(command: string, more?: JsonObject): Promise<readonly string[]>;
  remove(): void;
}

export async function shellGuardForTest(): Promise<ShellGuardForTest> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-shell-')));
  const guard = await guardIn(folder);
  const target = (value: string): Target => ({
    kind: 'command',
    action: 'run',
    value,
    pointer: '/command',
    identity: null,
  });
  const inspect: ShellGuardForTest['inspect'] = async (command, more = {}, trust = 'operator') =>
    guard.inspect(requestForTest([target(command)], { args: { command, ...more }, trust }));
  return {
    folder,
    inspect,
    inspectFor: (tool, args) => guard.inspect(requestForTest([target('ls')], { tool, args })),
    async floors(command, more) {
      const { facts } = await inspect(command, more);
      return [...new Set(facts.filter(({ verdict }) => verdict === 'floor').map(({ name }) => name))];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function guardIn(folder: string): Promise<ReturnType<typeof createShellGuard>> {
  const home = join(folder, 'home');
  const workspace = join(home, 'work');
  for (const path of ['home/work/sub', 'home/.gatehouse', 'package/dist'])
    mkdirSync(join(folder, path), { recursive: true });
  const confinement = await createConfinement({
    workspace,
    readRoots: [workspace, join(folder, 'package')],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [join(home, '.gatehouse'), join(workspace, 'gatehouse.yaml')],
  });
  return createShellGuard({
    confinement,
    home,
    ownProgram: {
      names: ['gatehouse'],
      files: [join(folder, 'package/dist/cli.js')],
      folder: join(folder, 'package'),
    },
    protectedWords: ['GATEHOUSE_HOME', '.gatehouse'],
  });
}
