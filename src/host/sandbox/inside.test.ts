// What a program in real bubblewrap tries to reach, by the things themselves: nothing here asks the sandbox what it does.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programsForTest, type ProgramsForTest } from '../process/programs-for-test.ts';
import { whyNoBubblewrap } from './sandbox-for-test.ts';

const missing = whyNoBubblewrap();
const secret = 'a-value-that-is-nobodys-business';
const isRoot = process.getuid?.() === 0;

/** As a user who runs it for itself, and as root over the folder of a user: there the program becomes that user. */
const owners = [
  { who: 'over a folder of one’s own', owner: null },
  ...(isRoot ? [{ who: 'of root over the folder of another user', owner: 12_345 }] : []),
];

for (const { who, owner } of owners) {
  describe.skipIf(missing !== null)(`a sandbox ${who}${missing === null ? '' : ` (${missing})`}`, () => {
    let folder = '';
    let work = '';
    let port = 0;
    let programs: ProgramsForTest;
    const servers: Server[] = [];
    const neighbour = spawn('sleep', ['300'], { stdio: 'ignore' });

    beforeAll(async () => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-inside-')));
      chmodSync(folder, 0o755);
      work = join(folder, 'work');
      for (const path of ['work/sub', 'work/own', 'home', 'library'])
        mkdirSync(join(folder, path), { recursive: true });
      for (const path of ['home/client.token', 'work/own/gatehouse.db', 'outside', 'library/book']) {
        writeFileSync(join(folder, path), secret);
      }
      symlinkSync(join(folder, 'outside'), join(work, 'link'));
      const tcp = createServer((socket) => socket.end(secret)).listen(0, '127.0.0.1');
      for (const path of ['home/owner.sock', 'work/open.sock']) {
        servers.push(createServer((socket) => socket.end(secret)).listen(join(folder, path)));
      }
      servers.push(tcp);
      await new Promise((resolve) => tcp.once('listening', resolve));
      // A server on a host and port has an address of this form.
      port = (tcp.address() as AddressInfo).port;
      if (owner !== null) for (const path of ['work', 'work/sub']) chownSync(join(folder, path), owner, owner);
      programs = await programsForTest(work, {
        readRoots: [work],
        // As the owner opened them for the other tools; one is gone since.
        grantedRoots: async () => [
          { path: join(folder, 'library'), access: 'read' },
          { path: join(folder, 'gone'), access: 'write' },
        ],
        protectedPaths: [join(folder, 'home'), join(work, 'own')],
      });
    });

    afterAll(() => {
      neighbour.kill();
      for (const server of servers) server.close();
      programs.close();
      rmSync(folder, { recursive: true });
    });

    const said = async (line: string): Promise<string> => {
      const { stdout, stderr, sandbox } = await programs.run(line);
      expect(sandbox).toBe('full');
      return `${stdout}${stderr}`.trim();
    };

    it('has no rights, and cannot get any', async () => {
      expect(await said('id -u; id -g')).toBe(
        owner === null ? (isRoot ? '1000\n1000' : expect.any(String)) : '12345\n12345',
      );
      expect(
        await said('grep -E "Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp:" /proc/self/status | tr "\\n\\t" " :"'),
      ).toBe(
        'CapPrm::0000000000000000 CapEff::0000000000000000 CapBnd::0000000000000000 CapAmb::0000000000000000 NoNewPrivs::1 Seccomp::2',
      );
    });

    it('is the owner of what it writes, outside as well', async () => {
      await said('echo x > by-the-program');
      expect(statSync(join(work, 'by-the-program')).uid).toBe(owner ?? process.getuid?.());
    });

    it.each([
      ['the name of a program that the kernel runs', '(: >> /proc/sys/kernel/core_pattern) && echo open'],
      ['the switch of the machine', '(: >> /proc/sysrq-trigger) && echo open'],
      ['its own table of users', '(: >> /proc/self/uid_map) && echo 0 0 1 > /proc/self/uid_map && echo open'],
      ['the system', 'touch /usr/x || touch /etc/x || touch /x || touch /usr/bin/x && echo open'],
      [
        'whose rights a file runs with',
        'cp /bin/true t; chmod 4755 t 2>/dev/null; perl -e \'use Fcntl; umask 0; sysopen(F, "u", O_CREAT | O_WRONLY, 04755)\'; find . -perm -4000',
      ],
      ['a folder to read', 'touch $LIBRARY/x && echo open'],
      ['a mount', 'mount -t tmpfs none /tmp && echo open'],
      ['namespaces of its own', 'unshare -U true && echo open'],
      ['the walls of a sandbox of its own', 'bwrap --unshare-user --ro-bind / / true && echo open'],
    ])('cannot change %s', async (_what, line) => {
      const { stdout } = await programs.run(line, { environment: { LIBRARY: join(folder, 'library') } });
      expect(stdout).toBe('');
    });

    it('sees the system, its roots at their own paths, and nothing else', async () => {
      const names = (await said('ls -A /')).split('\n');
      const usual = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'proc', 'sbin', 'tmp', 'usr', 'var'];
      const onTheWay = [work, process.execPath, '/home'].map((path) => path.split('/')[1]);
      expect(names.filter((name) => !usual.includes(name) && !onTheWay.includes(name))).toEqual([]);
      expect(await said('pwd; ls -A /var /home/somebody | grep -v "^$"')).toBe(`${work}\n/home/somebody:\n/var:\ntmp`);
      expect(await said(`cat ${folder}/library/book`)).toBe(secret);
      expect(await said(`ls ${folder}`)).toBe('library\nwork');
    });

    it.each([
      ['our home', (place: string) => `cat ${place}/home/client.token; ls ${place}/home`],
      [
        'our database in the workspace',
        (place: string) => `cat ${place}/work/own/gatehouse.db; ls -A ${place}/work/own`,
      ],
      ['what a link leads to', (place: string) => `cat ${place}/work/link`],
      [
        'what a path through the tables of processes leads to',
        (place: string) => `cat /proc/1/root${place}/outside /proc/self/root${place}/outside`,
      ],
      ['the passwords of the machine', () => 'cat /etc/shadow /etc/gshadow'],
      [
        'the environment of whoever started it',
        () => 'cat /proc/1/environ /proc/$PPID/environ | tr "\\0" "\\n" | grep MARK_OF_TEST',
      ],
      [
        'our server',
        (place: string) =>
          `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) or die; connect(S, sockaddr_un("${place}/home/owner.sock")); print <S>'`,
      ],
      [
        'a server whose socket lies in the workspace',
        (place: string) =>
          `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) or die; connect(S, sockaddr_un("${place}/work/open.sock")); print <S>'`,
      ],
      ['a server on the loopback', () => `bash -c 'cat </dev/tcp/127.0.0.1/${port}'`],
      [
        'a pair of sockets that could be connected anew',
        () => `perl -MSocket -e 'socketpair(A, B, AF_UNIX, SOCK_DGRAM, 0) and print "${secret}"'`,
      ],
    ])('cannot reach %s', async (_what, line) => {
      process.env['MARK_OF_TEST'] = secret;
      const { stdout, exitCode } = await programs.run(line(folder));
      delete process.env['MARK_OF_TEST'];
      expect(stdout).toBe('');
      expect(exitCode === 0 && stdout.includes(secret)).toBe(false);
    });

    it('cannot end what runs outside', async () => {
      await said(`kill -9 ${neighbour.pid}; kill -9 -1`);
      expect(neighbour.exitCode ?? neighbour.signalCode).toBe(null);
      expect(() => process.kill(neighbour.pid ?? 0, 0)).not.toThrow();
    });

    it('has its standard streams; what else was left open by others leads nowhere', async () => {
      // 3 is the folder that is being read.
      const found = await said('for each in /proc/self/fd/*; do echo "${each##*/} [$(readlink $each)]"; done');
      const others = found.split('\n').filter((line) => !/^[0-3] /.test(line));
      expect(others.filter((line) => !line.endsWith(' [/dev/null]'))).toEqual([]);
    });

    it('gets variables that are on no command line', async () => {
      const running = programs.run('echo "$GIVEN"; sleep 0.4', { environment: { GIVEN: secret } });
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect(commandLines().filter((line) => line.includes(secret))).toEqual([]);
      expect((await running).stdout).toBe(`${secret}\n`);
    });

    it('has a temporary folder and a home that are empty each time', async () => {
      // The folders on the way to the workspace, and to the Node that runs us where that lies below /tmp too.
      const onTheWay = `-e gatehouse-inside -e '^${process.execPath.split('/').at(2) ?? ''}$'`;
      expect(await said(`echo x > /tmp/a; echo x > ~/a; echo x > /var/tmp/b; ls /tmp ~ | grep -v ${onTheWay}`)).toBe(
        '/home/somebody:\na\n\n/tmp:\na\nb',
      );
      expect(await said(`ls -A /tmp ~ | grep -v -e : ${onTheWay} -e .home`)).toBe('');
      expect(existsSync('/home/somebody')).toBe(false);
    });

    it('is bound in core dumps, files, descriptors, time, processes, and room in its scratch folders', async () => {
      const [core, size, files, seconds, processes] = (
        await said('ulimit -c; ulimit -f; ulimit -n; ulimit -t; ulimit -u 2>/dev/null || ulimit -p')
      )
        .split('\n')
        .map(Number);
      expect(core).toBe(0);
      expect(size).toBeLessThanOrEqual((8 * 2 ** 30) / 512);
      expect(files).toBeLessThanOrEqual(4096);
      expect(seconds).toBeLessThan(600);
      expect(processes).toBeLessThanOrEqual(8192);
      expect(await said('df -k /tmp | tail -1 | awk "{print \\$2}"')).toBe(String(2 ** 20));
    });

    it('reads the workspace and cannot write it where that is the reach', async () => {
      const reach = { workspace: 'read', hosts: [] } as const;
      const { stdout, stderr } = await programs.run('cat sub/../by-the-program; echo y > sub/new', { reach });
      expect(stdout).toBe('x\n');
      expect(stderr).toMatch(/Read-only file system/);
      expect(existsSync(join(work, 'sub/new'))).toBe(false);
    });

    it('does not see the workspace where that is no part of its reach', async () => {
      const { stdout } = await programs.run(`ls ${work}; ls ${folder}; pwd; echo z > z; cat z`, {
        reach: { workspace: 'none', hosts: [] },
      });
      expect(stdout).toBe('/tmp\nz\n');
    });
  });
}

function commandLines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'latin1')];
      } catch {
        return [];
      }
    });
}
