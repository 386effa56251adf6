// The system calls that no program in the sandbox needs and that lead out of it, as the bytes of a seccomp filter.

type Architecture = 'x64' | 'arm64';

/** Of `linux/audit.h`. */
const audited: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Numbers on x64 and arm64; null where the architecture has no such call. From 424 on they are the same everywhere. */
const refused: Readonly<Record<string, readonly [number | null, number | null]>> = {
  // Mounts, other namespaces, another root.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // Parts of the kernel in which most ways to root were found.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  modify_ldt: [154, null],
  // The machine as a whole.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  syslog: [103, 116],
  iopl: [172, null],
  ioperm: [173, null],
};

/** Give a file its mode, in the argument of this place. */
const modes: readonly (readonly [numbers: readonly [number | null, number | null], mode: number])[] = [
  [[90, null], 1],
  [[91, 52], 1],
  [[268, 53], 2],
  [[452, 452], 2],
  [[85, null], 1],
  [[133, null], 1],
  [[259, 33], 2],
];
/** The same where a flag says that they make a file; flags in the argument before. */
const opens: typeof modes = [
  [[2, null], 2],
  [[257, 56], 3],
];
/** O_CREAT and O_TMPFILE. */
const makesFile = 0x400040;
const setUser = 0o4000;

const judged = {
  clone: [56, 220],
  clone3: [435, 435],
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  openat2: [437, 437],
} as const;

/** Of `linux/filter.h` and `linux/seccomp.h`. */
const load = 0x20;
const ifEqual = 0x15;
const ifAtLeast = 0x35;
const ifAnyBit = 0x45;
const and = 0x54;
const answer = 0x06;
const allow = 0x7fff0000;
const kill = 0x80000000;
const errno = (code: number): number => 0x00050000 | code;
const notPermitted = errno(1);
const noSuchCall = errno(38);

const offsetOfNumber = 0;
const offsetOfArchitecture = 4;
const offsetOfArgument = (index: number): number => 16 + 8 * index;

/** Of the x32 calls, which are further names of the calls of x64. */
const x32Bit = 0x40000000;
const unixFamily = 1;
const openFamilies = { ip4: 2, ip6: 10, netlink: 16 };
const streamKind = 1;
const packetKind = 5;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e020000;
/** Both put input into somebody else's terminal. */
const terminalInput = [0x5412, 0x541c] as const;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter for this architecture as `struct sock_filter[]`; null for one whose calls are not known here. */
export function seccompFilter(architecture: string): Uint8Array | null {
  if (architecture !== 'x64' && architecture !== 'arm64') return null;
  const column = architecture === 'x64' ? 0 : 1;
  const program: readonly Instruction[] = [
    [load, 0, 0, offsetOfArchitecture],
    // The calls of 32 bits have other numbers, which would say nothing here.
    [ifEqual, 1, 0, audited[architecture]],
    [answer, 0, 0, kill],
    [load, 0, 0, offsetOfNumber],
    ...(architecture === 'x64' ? ([[ifAtLeast, 0, 1, x32Bit], ...say(noSuchCall)] satisfies Instruction[]) : []),
    ...Object.values(refused).flatMap((numbers) => refuse(numbers[column], notPermitted)),
    // Its flags lie in memory, where a filter cannot look; libraries then use clone.
    ...refuse(judged.clone3[column], noSuchCall),
    ...refuse(judged.openat2[column], noSuchCall),
    // A file that runs with the rights of its owner would do so outside, for whoever starts it there.
    ...modes.flatMap(([numbers, mode]) => judgeMode(numbers[column], refuseMode(mode))),
    ...opens.flatMap(([numbers, mode]) =>
      judgeMode(numbers[column], [
        [load, 0, 0, offsetOfArgument(mode - 1)],
        [ifAnyBit, 0, refuseMode(mode).length, makesFile],
        ...refuseMode(mode),
      ]),
    ),
    ...judge(judged.clone[column], [
      [load, 0, 0, offsetOfArgument(0)],
      [ifAnyBit, 0, 1, newNamespaces],
      ...say(notPermitted),
    ]),
    ...judge(judged.socket[column], [
      [load, 0, 0, offsetOfArgument(0)],
      [ifEqual, 3, 0, openFamilies.ip4],
      [ifEqual, 2, 0, openFamilies.ip6],
      [ifEqual, 1, 0, openFamilies.netlink],
      ...say(notPermitted),
    ]),
    // A pair of datagram sockets can be connected anew, to a socket outside.
    ...judge(judged.socketpair[column], [
      [load, 0, 0, offsetOfArgument(0)],
      [ifEqual, 0, 4, unixFamily],
      [load, 0, 0, offsetOfArgument(1)],
      [and, 0, 0, 0xf],
      [ifEqual, 2, 0, streamKind],
      [ifEqual, 1, 0, packetKind],
      ...say(notPermitted),
    ]),
    ...judge(judged.ioctl[column], [
      [load, 0, 0, offsetOfArgument(1)],
      [ifEqual, 1, 0, terminalInput[0]],
      [ifEqual, 0, 1, terminalInput[1]],
      ...say(notPermitted),
    ]),
    ...say(allow),
  ];
  return encode(program);
}

function say(value: number): readonly Instruction[] {
  return [[answer, 0, 0, value]];
}

function refuse(number: number | null, value: number): readonly Instruction[] {
  return number === null ? [] : [[ifEqual, 0, 1, number], ...say(value)];
}

function refuseMode(argument: number): readonly Instruction[] {
  return [[load, 0, 0, offsetOfArgument(argument)], [ifAnyBit, 0, 1, setUser], ...say(notPermitted)];
}

function judgeMode(number: number | null, steps: readonly Instruction[]): readonly Instruction[] {
  return number === null ? [] : judge(number, steps);
}

/** The steps run for that call only, and what they let through is allowed. */
function judge(number: number, steps: readonly Instruction[]): readonly Instruction[] {
  return [[ifEqual, 0, steps.length + 1, number], ...steps, ...say(allow)];
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
