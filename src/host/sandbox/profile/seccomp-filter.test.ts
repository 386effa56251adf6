// The filter is run here as the kernel runs it, so that the one for the other architecture is tried too.
import { describe, expect, it } from 'vitest';
import { seccompFilter } from './seccomp-filter.ts';

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly arguments?: readonly number[];
}

const verdicts: ReadonlyMap<number, string> = new Map([
  [0x7fff0000, 'allow'],
  [0x80000000, 'kill'],
  [0x00050001, 'EPERM'],
  [0x00050026, 'ENOSYS'],
]);

/** The instructions of classic BPF that the filter uses. */
function judge(program: Uint8Array, call: Call): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture, 4);
  for (const [index, value] of (call.arguments ?? []).entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index);
  const code = Buffer.from(program);
  let accumulator = 0;
  for (let at = 0; at * 8 < code.length; at++) {
    const [operation, value] = [code.readUInt16LE(at * 8), code.readUInt32LE(at * 8 + 4)];
    const jump = (isTrue: boolean): void => void (at += code.readUInt8(at * 8 + (isTrue ? 2 : 3)));
    if (operation === 0x20) accumulator = data.readUInt32LE(value);
    else if (operation === 0x15) jump(accumulator === value);
    else if (operation === 0x35) jump(accumulator >= value);
    else if (operation === 0x45) jump((accumulator & value) !== 0);
    else if (operation === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (operation === 0x06) return verdicts.get(value) ?? `unknown ${value.toString(16)}`;
    else throw new Error(`The instruction ${operation} is not known.`);
  }
  throw new Error('The filter has no end.');
}

const architectures = [
  {
    name: 'x64',
    audited: 0xc000003e,
    read: 0,
    clone: 56,
    socket: 41,
    socketpair: 53,
    ioctl: 16,
    mount: 165,
    ptrace: 101,
  },
  {
    name: 'arm64',
    audited: 0xc00000b7,
    read: 63,
    clone: 220,
    socket: 198,
    socketpair: 199,
    ioctl: 29,
    mount: 40,
    ptrace: 117,
  },
];

describe.each(architectures)('the filter for $name', ({ name, audited, ...numbers }) => {
  const program = seccompFilter(name) ?? new Uint8Array();
  const ask = (number: number, ...args: readonly number[]) =>
    judge(program, { architecture: audited, number, arguments: args });

  it('is short enough for the kernel, and every jump stays in it', () => {
    expect(program.length % 8).toBe(0);
    expect(program.length / 8).toBeGreaterThan(50);
    expect(program.length / 8).toBeLessThan(4096);
    for (let number = 0; number < 600; number++) expect(['allow', 'EPERM', 'ENOSYS']).toContain(ask(number));
  });

  it('lets through what programs do', () => {
    expect(ask(numbers.read)).toBe('allow');
    // A thread, a process.
    expect([ask(numbers.clone, 0x3d0f00), ask(numbers.clone, 17)]).toEqual(['allow', 'allow']);
    expect([ask(numbers.socket, 2, 1), ask(numbers.socket, 10, 2), ask(numbers.socket, 16, 3)]).toEqual(
      Array(3).fill('allow'),
    );
    expect([ask(numbers.socketpair, 1, 1 | 0x80800), ask(numbers.socketpair, 1, 5)]).toEqual(['allow', 'allow']);
    // TCGETS.
    expect(ask(numbers.ioctl, 0, 0x5401)).toBe('allow');
  });

  it.each([
    ['sockets of the machine', () => ask(numbers.socket, 1, 1)],
    [
      'packets, virtual machines and others',
      () => [17, 40, 38, 44].map((family) => ask(numbers.socket, family, 1)).join(),
    ],
    ['a pair that can be connected anew', () => ask(numbers.socketpair, 1, 2 | 0x80000)],
    [
      'namespaces',
      () => [0x10000000, 0x20000, 0x40000000, 0x2000000].map((flag) => ask(numbers.clone, flag | 17)).join(),
    ],
    ['input for the terminal of others', () => [0x5412, 0x541c].map((order) => ask(numbers.ioctl, 0, order)).join()],
    ['mounts and the memory of others', () => [ask(numbers.mount), ask(numbers.ptrace)].join()],
    ['the new calls for mounts', () => [428, 429, 430, 442].map((number) => ask(number)).join()],
    [
      'a mode with the rights of the owner, on a file that is there and on a new one',
      () => {
        const [fchmod, fchmodat, openat, mknodat] = name === 'x64' ? [91, 268, 257, 259] : [52, 53, 56, 33];
        return [
          ask(fchmod, 3, 0o104755),
          ask(fchmodat, 0, 0, 0o4755),
          ask(452, 0, 0, 0o6755),
          ask(openat, 0, 0, 0o101, 0o4755),
          ask(openat, 0, 0, 0o20200000, 0o4755),
          ask(mknodat, 0, 0, 0o104755),
        ].join();
      },
    ],
    ['io_uring, which would pass by all of this', () => [425, 426, 427].map((number) => ask(number)).join()],
  ])('refuses %s', (_what, answer) => {
    expect(answer()).toMatch(/^EPERM(,EPERM)*$/);
  });

  it('lets through other modes, and what is no mode where no file is made', () => {
    const [fchmod, openat] = name === 'x64' ? [91, 257] : [52, 56];
    expect([ask(fchmod, 3, 0o3755), ask(openat, 0, 0, 0o101, 0o644), ask(openat, 0, 0, 0o200000, 0o4000)]).toEqual(
      Array(3).fill('allow'),
    );
  });

  it('knows no openat2, whose mode lies in memory', () => {
    expect(ask(437)).toBe('ENOSYS');
  });

  it('knows no clone3, so that libraries take the call that can be judged', () => {
    expect(ask(435)).toBe('ENOSYS');
  });

  it('ends a program that calls by another table', () => {
    // i386 and ARM of 32 bits.
    for (const architecture of [0x40000003, 0x40000028])
      expect(judge(program, { architecture, number: 1 })).toBe('kill');
  });
});

it('has no second table on x64', () => {
  const program = seccompFilter('x64') ?? new Uint8Array();
  expect(judge(program, { architecture: 0xc000003e, number: 0x40000000 + 101 })).toBe('ENOSYS');
});

it('is none for an architecture whose calls are not known', () => {
  expect(seccompFilter('riscv64')).toBe(null);
});
