// Landlock without a compiler: perl, which Debian and most others always have, makes the system calls and becomes the program.

/** Bits of `linux/landlock.h`. */
const accessFile = { execute: 1n << 0n, writeFile: 1n << 1n, readFile: 1n << 2n, readDir: 1n << 3n };
const makeDevice = (1n << 6n) | (1n << 11n);
const truncate = 1n << 14n;
const ioctlDevice = 1n << 15n;
const read = accessFile.execute | accessFile.readFile | accessFile.readDir;

/** The least that is a level: before 4 there is no rule for TCP. */
export const leastAbi = 4;

/** Of all rights to files that the version knows. */
function handled(abi: number): bigint {
  const upToTruncate = (1n << 15n) - 1n;
  return abi >= 5 ? upToTruncate | ioctlDevice : upToTruncate;
}

export interface LandlockRules {
  readonly abi: number;
  /** Files and folders that may be read and executed. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Null on a machine for which there is none. */
  readonly seccomp: Uint8Array | null;
}

/** Numbers of `prctl` and `capset` where they are known; those of Landlock are the same everywhere. */
const systemCalls: ReadonlyMap<string, readonly [prctl: number, capset: number]> = new Map([
  ['x64', [157, 126]],
  ['arm64', [167, 91]],
]);

export function canUseLandlock(architecture: string): boolean {
  return systemCalls.has(architecture);
}

/** Prints the version of the rules that the kernel knows, 0 or less for none. */
export const askAbi = 'print syscall(444, 0, 0, 1)';

/**
 * Root's capabilities go first: with them it would read the memory of others past every rule. Reads its rules from descriptor 3, binds itself to them and becomes its arguments. Ends with 125, and a line on the error output, before
 * the program runs if any rule does not hold; a path that is not there needs none.
 */
export const landlockProgram = `
use strict;
sub fail { print STDERR "sandbox: $_[0]\\n"; exit 125 }
my ($abi, $fs, $write, $read, $onFile, $prctl, $capset) = map { 0 + $_ } splice @ARGV, 0, 7;
open(my $in, '<&=', 3) or fail("no rules: $!");
my @words = do { local $/; split /\\0/, scalar(<$in>) };
close $in;
my (@rules, $filter);
%ENV = ();
for my $word (@words) {
  my ($kind, $value) = (substr($word, 0, 1), substr($word, 1));
  if ($kind eq 'E') { my ($name, $is) = split /=/, $value, 2; $ENV{$name} = $is }
  elsif ($kind eq 'F') { $filter = pack('H*', $value) }
  else { push @rules, [$kind eq 'W' ? $write : $read, $value] }
}
my $attr = pack('QQQ', $fs, 3, $abi >= 6 ? 3 : 0);
my $set = syscall(444, $attr, $abi >= 6 ? 24 : 16, 0);
fail("landlock_create_ruleset: $!") if $set < 0;
for my $rule (@rules) {
  my ($access, $path) = @$rule;
  sysopen(my $at, $path, 010000000) or next;
  $access &= $onFile unless -d $at;
  my $beneath = pack('Ql', $access, fileno $at);
  syscall(445, $set, 1, $beneath, 0) == 0 or fail("landlock_add_rule $path: $!");
}
syscall($prctl, 24, $_, 0, 0, 0) for 0 .. 63;
my ($self, $none) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
syscall($capset, $self, $none) == 0 or fail("capset: $!");
syscall($prctl, 38, 1, 0, 0, 0) == 0 or fail("no_new_privs: $!");
syscall(446, $set, 0) == 0 or fail("landlock_restrict_self: $!");
if (defined $filter) {
  my $program = pack('Sx![P]P', length($filter) / 8, $filter);
  syscall($prctl, 22, 2, $program, 0, 0) == 0 or fail("seccomp: $!");
}
exec { $ARGV[0] } @ARGV or fail("$ARGV[0]: $!");
`;

/** The words before the program's own: numbers that the kernel wants. */
export function landlockArguments({ abi }: LandlockRules, architecture: string): readonly string[] {
  const all = handled(abi);
  const onFile = accessFile.execute | accessFile.writeFile | accessFile.readFile | truncate | (all & ioctlDevice);
  const numbers = [BigInt(abi), all, all & ~makeDevice, read, onFile, ...(systemCalls.get(architecture) ?? [])];
  return ['-e', landlockProgram, ...numbers.map(String)];
}

export function landlockWords({ read: readable, write, environment, seccomp }: LandlockRules): Uint8Array {
  const words = [
    ...Object.entries(environment).map(([name, value]) => `E${name}=${value}`),
    ...readable.map((path) => `R${path}`),
    ...write.map((path) => `W${path}`),
    ...(seccomp === null ? [] : [`F${Buffer.from(seccomp).toString('hex')}`]),
  ];
  return Buffer.from(words.map((word) => `${word}\0`).join(''));
}
