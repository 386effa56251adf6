// Proves the level `full` by running the real profile: inside, everything is tried that it must refuse.
import { existsSync, readlinkSync } from 'node:fs';
import type { Ground } from '../ground.ts';
import type { Walls } from '../walls.ts';
import { runToEnd } from './run-to-end.ts';

const namespaces = ['user', 'mnt', 'pid', 'net', 'ipc', 'uts'];
/** Where the proof, and nothing else, is shown the table of processes outside: it works without one inside, too. */
const outside = '/.proof';
const ended = 'end of proof';

/** Prints `has WORD` for each thing that must not be, and what is to be compared outside. Opens for writing, and writes nothing. */
const script = `
while read -r name value rest; do
  case $name in CapPrm:|CapEff:|CapBnd:|CapAmb:|NoNewPrivs:|Seccomp:) echo "$name$value";; esac
done < ${outside}/self/status
for name in ${namespaces.join(' ')}; do echo "$name $(readlink ${outside}/self/ns/$name)"; done
for table in /proc/sys/kernel/core_pattern /proc/sysrq-trigger; do
  (: >> $table) 2>/dev/null && echo "has write access to $table"
done
for folder in / /usr /etc; do [ -w $folder ] && echo "has write access to $folder"; done
for path in "$@" /etc/shadow /run /sys /var/lib; do
  if [ -d "$path" ]; then [ -z "$(ls -A "$path" 2>/dev/null)" ] || echo "has sight of $path"
  elif [ -s "$path" ]; then echo "has sight of $path"; fi
done
if command -v unshare >/dev/null; then unshare -U true 2>/dev/null && echo "has namespaces of its own"; fi
echo "${ended}"
`;

/** Null when the level is proven, else why it is not. */
export async function proveFull(walls: Walls, ground: Ground): Promise<string | null> {
  const enclosed = await walls.enclose(
    {
      file: '/bin/sh',
      args: ['-c', script, 'sh', ...ground.ownPlaces.filter((path) => existsSync(path))],
      environment: { PATH: '/usr/bin:/bin' },
    },
    {
      directory: ground.workspace,
      reach: { workspace: 'write', hosts: [] },
      timeoutMs: 10_000,
      more: [{ source: '/proc', path: outside }],
    },
  );
  const { stdout, stderr } = await runToEnd(enclosed);
  return flawOf(stdout.trim().split('\n'), stderr.trim());
}

/** The first thing that is not as it must be; what was not said is not so. */
function flawOf(lines: readonly string[], stderr: string): string | null {
  if (lines.at(-1) !== ended) return stderr === '' ? 'It did not run to its end.' : stderr.slice(0, 500);
  const open = lines.filter((line) => line.startsWith('has '));
  if (open.length > 0) return `A program in it ${open.join(', ')}.`;
  const wanted = [
    ...['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => `${name}:0000000000000000`),
    'NoNewPrivs:1',
    'Seccomp:2',
  ];
  const missing = wanted.filter((line) => !lines.includes(line));
  if (missing.length > 0) return `A program in it lacks ${missing.join(', ')}.`;
  const joined = namespaces.filter((name) => !isSeparate(name, lines));
  return joined.length === 0 ? null : `A program in it is not cut off from: ${joined.join(', ')}.`;
}

function isSeparate(name: string, lines: readonly string[]): boolean {
  const said = lines.find((line) => line.startsWith(`${name} ${name}:[`));
  return said !== undefined && said !== `${name} ${readlinkSync(`/proc/self/ns/${name}`)}`;
}
