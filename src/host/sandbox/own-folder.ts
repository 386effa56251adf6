// The temporary folder of this process for what sandboxed programs are shown: gone with the process, or with the next one where it was killed.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnFolder {
  /** Made at first use, and again where somebody tidied the temporary folder. Programs of another user may walk through it. */
  path(): string;
  remove(): void;
}

const prefix = 'gatehouse-sandbox-';

export function createOwnFolder(): OwnFolder {
  let folder: string | null = null;
  const remove = (): void => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    folder = null;
    process.off('exit', remove);
  };
  return {
    path() {
      if (folder !== null && existsSync(folder)) return folder;
      if (folder === null) process.once('exit', remove);
      removeLeftBehind();
      folder = mkdtempSync(join(tmpdir(), `${prefix}${tableOfProcesses()}.${process.pid}.${startOf(process.pid)}-`));
      chmodSync(folder, 0o755);
      return folder;
    },
    remove,
  };
}

/** Those of processes that were killed before they could. */
function removeLeftBehind(): void {
  const table = tableOfProcesses();
  for (const name of readdirSync(tmpdir())) {
    const [, ofTable, pid, start] = new RegExp(`^${prefix}(\\d+)\\.(\\d+)\\.(\\d+)-`).exec(name) ?? [];
    // What a number means is known for our own table only: a container may share the folder.
    if (ofTable !== table || startOf(Number(pid)) === start) continue;
    const path = join(tmpdir(), name);
    // Anybody may make a folder of that name, and change it while it is being removed.
    if (lstatSync(path, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function tableOfProcesses(): string {
  return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
}

/** When it started, by the clock of the kernel: numbers are used again. Empty for none. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
