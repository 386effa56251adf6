// Commands after which nothing can be brought back, by their words: whole trees of the system, devices, all processes, power.
import { argumentsOf, type Form } from '../forms/form.ts';
import type { ShellWord } from '../read/script.ts';
import { absolutePath, isDevice, isSystemFile, isWholeTree, type Surroundings } from './places.ts';

const formatting =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkdosfs|mkntfs|newfs|wipefs|blkdiscard|badblocks|pvremove|vgremove|lvremove|vgreduce)$/;
const partitioning = new Set([
  'fdisk',
  'sfdisk',
  'cfdisk',
  'gdisk',
  'sgdisk',
  'parted',
  'hdparm',
  'cryptsetup',
  'mdadm',
  'zpool',
  'zfs',
  'nvme',
  'sg_format',
  'grub-install',
  'losetup',
  'dmsetup',
  'debugfs',
  'tune2fs',
  'resize2fs',
]);
const listing =
  /^(?:-l|--list|-p|--print|print|list|status|get|-I|-i|--dump|-d|--detail|-D|--examine|isLuks|luksDump)$/;
const powerWords = new Set(['shutdown', 'reboot', 'poweroff', 'halt']);
const powerUnits = new Set([
  ...powerWords,
  'kexec',
  'emergency',
  'rescue',
  'suspend',
  'hibernate',
  'hybrid-sleep',
  'soft-reboot',
]);

interface TreeRule {
  readonly does: string;
  applies(args: readonly ShellWord[]): boolean;
}

const treeRules: ReadonlyMap<string, TreeRule> = new Map([
  ['rm', { does: 'removes', applies: isRecursive }],
  ['shred', { does: 'destroys', applies: () => true }],
  ['chmod', { does: 'changes', applies: isRecursive }],
  ['chown', { does: 'changes', applies: isRecursive }],
  ['chgrp', { does: 'changes', applies: isRecursive }],
  ['setfacl', { does: 'changes', applies: isRecursive }],
  ['find', { does: 'removes files of', applies: removes }],
  ['mv', { does: 'moves', applies: () => true }],
  ['rsync', { does: 'removes files of', applies: (args) => args.some(({ value }) => value.startsWith('--del')) }],
]);

/** Programs that write to all their operands; of others to the last one. */
const writesAll = new Set([
  'tee',
  'truncate',
  'touch',
  'shred',
  'rm',
  'rmdir',
  'unlink',
  'mkdir',
  'chmod',
  'chown',
  'chgrp',
  'mkfifo',
  'mknod',
  'chattr',
]);
const writesLast = new Set(['cp', 'mv', 'ln', 'install', 'rsync', 'scp', 'link', 'ditto']);

const others =
  'dd sed perl systemctl kill killall5 shutdown reboot poweroff halt init telinit newfs wipefs blkdiscard badblocks pvremove vgremove lvremove vgreduce';
const programs = new Set([...treeRules.keys(), ...writesAll, ...writesLast, ...partitioning, ...others.split(' ')]);

/** What is unrecoverable about the program with its arguments; null when its words show nothing. */
export function unrecoverable(form: Form, surroundings: Surroundings): string | null {
  const { program } = form;
  // Most programs are none of these, and a line can name one thousands of times.
  if (!programs.has(program) && !program.startsWith('mk')) return null;
  const args = argumentsOf(form);
  return treeLoss(program, args, surroundings) ?? writtenLoss(program, args, surroundings) ?? endsAll(program, args);
}

function treeLoss(program: string, args: readonly ShellWord[], surroundings: Surroundings): string | null {
  if (program === 'rm' && args.some(({ value }) => value === '--no-preserve-root'))
    return 'it removes the root of the file system';
  const rule = treeRules.get(program);
  if (rule === undefined || !rule.applies(args)) return null;
  const operands = operandsOf(args);
  // Where something is moved to is not what is moved; where rsync copies from is not where it deletes.
  const isLastTarget = program === 'mv' && targetFolders(args).length === 0;
  const taken = isLastTarget ? operands.slice(0, -1) : program === 'rsync' ? operands.slice(-1) : operands;
  const takesTree = taken.some((word) => isWholeTree(word, surroundings));
  return takesTree ? `it ${rule.does} a whole tree of the system or the home` : null;
}

function writtenLoss(program: string, args: readonly ShellWord[], surroundings: Surroundings): string | null {
  if (formatting.test(program)) return 'it formats or wipes a device';
  if (partitioning.has(program)) return partitionLoss(args);
  return writtenText(writtenWords(program, args), surroundings);
}

/** What is lost where these are written to. */
export function writtenText(words: readonly ShellWord[], surroundings: Surroundings): string | null {
  const paths = words.map(({ value }) => absolutePath(value, surroundings));
  if (paths.some(isDevice)) return 'it overwrites a device';
  return paths.some(isSystemFile) ? 'it changes a file of the system' : null;
}

function partitionLoss(args: readonly ShellWord[]): string | null {
  const [first] = args;
  if (first === undefined || args.some(({ value }) => listing.test(value))) return null;
  return args.some(({ value }) => /^\/dev\/|^(?:destroy|labelclear|luksFormat|erase)$/.test(value))
    ? 'it changes how a device is divided or used'
    : null;
}

function writtenWords(program: string, args: readonly ShellWord[]): readonly ShellWord[] {
  if (program === 'dd')
    return args.filter(({ value }) => value.startsWith('of=')).map((word) => ({ ...word, value: word.value.slice(3) }));
  const operands = operandsOf(args);
  if (writesAll.has(program)) return operands;
  if (program === 'mv') return [...operands, ...targetFolders(args)];
  if (writesLast.has(program)) return [...operands.slice(-1), ...targetFolders(args)];
  const isInPlace =
    (program === 'sed' || program === 'perl') && args.some(({ value }) => /^(?:-[a-zA-Z]*i|--in-)/.test(value));
  return isInPlace ? operands.slice(1) : [];
}

/** `cp -t FOLDER FILE`. */
function targetFolders(args: readonly ShellWord[]): readonly ShellWord[] {
  return args.flatMap((word, at) => {
    const { value } = word;
    const inside = /^(?:-t|--t[a-z-]*=)(.+)$/.exec(value)?.[1];
    if (inside !== undefined) return [{ ...word, value: inside }];
    return /^(?:-[a-zA-Z]*t|--t[a-z-]*)$/.test(args[at - 1]?.value ?? '') ? [word] : [];
  });
}

function operandsOf(args: readonly ShellWord[]): readonly ShellWord[] {
  return args.filter(({ value }) => !value.startsWith('-'));
}

function endsAll(program: string, args: readonly ShellWord[]): string | null {
  if (endsMachine(program, args)) return 'it ends the machine';
  const isAll = program === 'kill' && args.some(({ value }, at) => at > 0 && value === '-1');
  return isAll || program === 'killall5' ? 'it ends every process of the user' : null;
}

function endsMachine(program: string, args: readonly ShellWord[]): boolean {
  const first = operandsOf(args)[0]?.value ?? '';
  if (powerWords.has(program)) return !args.some(({ value }) => /^(?:-c|--help|--version)$/.test(value));
  if (program === 'systemctl')
    return operandsOf(args).some(({ value }) => powerUnits.has(value.replace(/\.target$/, '')));
  return /^(?:tel)?init$/.test(program) && /^[06]$/.test(first);
}

function isRecursive(args: readonly ShellWord[]): boolean {
  // Long options may be shortened: `--rec` is `--recursive`.
  return args.some(({ value }) => /^-[a-zA-Z]*[rR]/.test(value) || /^--r(?:e(?:c[a-z]*)?)?$/.test(value));
}

function removes(args: readonly ShellWord[]): boolean {
  return args.some(
    ({ value }, index) =>
      value === '-delete' ||
      (/^-(?:exec|ok)(?:dir)?$/.test(value) && /(?:^|\/)(?:rm|shred|unlink)$/.test(args[index + 1]?.value ?? '')),
  );
}
