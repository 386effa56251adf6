// Proves the level `landlock` by running a program under the real rules: inside, everything is tried that they must refuse.
import { join } from 'node:path';
import type { Ground } from '../ground.ts';
import { isInside } from '../../files/is-inside.ts';
import { identityFor } from '../identity.ts';
import type { Walls } from '../walls.ts';
import { runToEnd } from './run-to-end.ts';

const ended = 'end of proof';

/** Arguments: a file that must not be read, and the folder around it that must not be written. */
const script = `
use strict; use Socket;
my ($file, $folder) = @ARGV;
print "has sight of $file\\n" if open(my $in, '<', $file);
print "has write access to $folder\\n" if open(my $out, '>', "$folder/written");
unlink "$folder/written";
print "has write access to core_pattern\\n" if open(my $core, '>>', '/proc/sys/kernel/core_pattern');
socket(my $tcp, AF_INET, SOCK_STREAM, 0) or die;
print "has TCP\\n" if connect($tcp, sockaddr_in(9, INADDR_LOOPBACK)) || !$!{EACCES};
print "has sockets of the machine\\n" if socket(my $unix, AF_UNIX, SOCK_STREAM, 0);
open(my $environ, '<', '/proc/' . getppid() . '/environ') and print "has sight of the environment of others\n";
open(my $temp, '>', "$ENV{TMPDIR}/proof") or print "has no folder of its own\\n";
print "${ended}\\n";
`;

/** Null when the level is proven, else why it is not. */
export async function proveLandlock(walls: Walls, ground: Ground, perl: string): Promise<string | null> {
  const reach = { workspace: 'write', hosts: [] } as const;
  const { inside } = identityFor(ground.workspace);
  const folder = ground.standIns(inside).etc;
  const canary = join(folder, 'passwd');
  const roots = await ground.roots(reach);
  if (roots.some(({ path }) => isInside(path, folder))) return 'The temporary folder is itself a root.';
  const enclosed = await walls.enclose(
    { file: perl, args: ['-MErrno', '-e', script, canary, folder], environment: { PATH: '/usr/bin:/bin' } },
    { directory: ground.workspace, reach, timeoutMs: 10_000 },
  );
  const { stdout, stderr } = await runToEnd(enclosed);
  const lines = stdout.trim().split('\n');
  if (lines.at(-1) !== ended) return stderr.trim().slice(0, 500) || 'It did not run to its end.';
  const open = lines.filter((line) => line.startsWith('has '));
  return open.length === 0 ? null : `A program under it ${open.join(', ')}.`;
}
