// What stands in for parts of the machine inside the sandbox: an empty file, an empty folder, and an /etc that says nothing about it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Identity } from '../identity.ts';
import type { OwnFolder } from '../own-folder.ts';

export interface StandIns {
  readonly emptyFile: string;
  readonly emptyFolder: string;
  /** Takes the place of /etc. */
  readonly etc: string;
}

/** Small files that say neither who lives here nor what for. Copied, since each mount takes time with every program. */
const etcFiles = [
  'ld.so.cache',
  'ld.so.conf',
  'locale.alias',
  'magic',
  'mime.types',
  'nsswitch.conf',
  'protocols',
  'services',
  'ssl/openssl.cnf',
];
const etcLinks = { localtime: '/usr/share/zoneinfo/UTC', 'os-release': '../usr/lib/os-release' };
const etcFolders = ['alternatives', 'ssl/certs', 'pki/tls/certs', 'pki/ca-trust'];
/** Java keeps parts of itself there. */
const etcPatterns = /^java(?:-\d[\w-]*)?$/;

export function createStandIns(ownFolder: OwnFolder): (inside: Identity['inside']) => StandIns {
  return (inside) => {
    const folder = ownFolder.path();
    const emptyFile = join(folder, 'empty', 'file');
    const emptyFolder = join(folder, 'empty', 'folder');
    openFolder(emptyFolder, folder);
    if (!existsSync(emptyFile)) openFile(emptyFile, '');
    return { emptyFile, emptyFolder, etc: etcOf(inside, folder) };
  };
}

function etcOf({ uid, gid }: Identity['inside'], folder: string): string {
  const etc = join(folder, `etc-${uid}-${gid}`);
  if (existsSync(etc)) return etc;
  openFolder(etc, folder);
  for (const name of [...etcFolders, ...readdirSync('/etc').filter((each) => etcPatterns.test(each))]) {
    if (existsSync(join('/etc', name))) copyFolder(join('/etc', name), { to: join(etc, name), top: folder });
  }
  for (const name of etcFiles) {
    if (!existsSync(join('/etc', name))) continue;
    openFolder(dirname(join(etc, name)), folder);
    openFile(join(etc, name), readFileSync(join('/etc', name)));
  }
  for (const [name, target] of Object.entries({ ...etcLinks, ...zoneLink() })) symlinkSync(target, join(etc, name));
  const others = uid === 65534 ? '' : 'nobody:x:65534:65534::/nonexistent:/bin/false\n';
  openFile(join(etc, 'passwd'), `user:x:${uid}:${gid}::/tmp:/bin/sh\n${others}`);
  openFile(join(etc, 'group'), `user:x:${gid}:\n`);
  openFile(join(etc, 'hosts'), '127.0.0.1 localhost sandbox\n::1 localhost\n');
  return etc;
}

/** The zone of this machine, where it is set by the usual link. */
function zoneLink(): { readonly localtime?: string } {
  try {
    const real = realpathSync('/etc/localtime');
    return real.startsWith('/usr/share/zoneinfo/') ? { localtime: real } : {};
  } catch {
    return {};
  }
}

/** Its files as far as they can be read, and its links as they are: most lead into what is shown anyway. */
function copyFolder(from: string, { to, top }: { readonly to: string; readonly top: string }): void {
  openFolder(to, top);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, { to: target, top });
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile() && (statSync(source).mode & 0o004) !== 0) openFile(target, readFileSync(source));
  }
}

/** With these modes whatever the mask of new files is, and all folders up to `top` as well. */
function openFolder(path: string, top: string): void {
  if (path === top || existsSync(path)) return;
  openFolder(dirname(path), top);
  mkdirSync(path);
  chmodSync(path, 0o755);
}

function openFile(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content);
  chmodSync(path, 0o444);
}
