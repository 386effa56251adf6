// The commands after which nothing can be brought back, by their plain words: whole trees of the system, devices, all processes, power.
import { normalize } from 'node:path';
import type { SimpleCommand } from './simple-commands.ts';
import { absolutePath, type Surroundings } from './named-paths.ts';

const systemFolders = new Set(
  'bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys usr var Users System Library Applications Volumes private'.split(
    ' ',
  ),
);
const formatting = /^(?:mkfs(?:\..+)?|mke2fs|mkswap|wipefs|blkdiscard)$/;
const powerWords = new Set(['shutdown', 'reboot', 'poweroff', 'halt']);
/** Disks by all their names, and memory. */
const device =
  /^\/dev\/(?:[hsv]d[a-z]|xvd|nvme|mmcblk|loop\d|dm-|md\d|zd\d|nbd\d|ram\d|sr\d|mtd|r?disk\d|(?:disk|mapper|md)\/|(?:mem|kmem|port|nvram)$)/;
const forkBomb = /(?:^|[;&|\n])([\w:.]{1,64})\(\)\{\1(?:[|&]+\1)+[|&;]*\}/;

interface TreeRule {
  readonly does: string;
  applies(args: readonly string[]): boolean;
}

const treeRules: ReadonlyMap<string, TreeRule> = new Map([
  ['rm', { does: 'removes', applies: isRecursive }],
  ['chmod', { does: 'changes', applies: isRecursive }],
  ['chown', { does: 'changes', applies: isRecursive }],
  ['chgrp', { does: 'changes', applies: isRecursive }],
  ['find', { does: 'removes files of', applies: removes }],
  ['mv', { does: 'moves', applies: () => true }],
]);

/** What is unrecoverable about the command; null when its words show nothing. */
export function unrecoverable(command: SimpleCommand, surroundings: Surroundings): string | null {
  return treeLoss(command, surroundings) ?? deviceLoss(command) ?? endsAll(command);
}

function treeLoss({ program, args }: SimpleCommand, surroundings: Surroundings): string | null {
  if (program === 'rm' && args.includes('--no-preserve-root')) return 'it removes the root of the file system';
  const rule = treeRules.get(program);
  if (rule === undefined || !rule.applies(args)) return null;
  const operands = args.filter((word) => !word.startsWith('-'));
  // Where something is moved to is not what is moved.
  const taken = program === 'mv' ? operands.slice(0, -1) : operands;
  const takesTree = taken.some((word) => isWholeTree(withoutGlob(word, surroundings), surroundings.home));
  return takesTree ? `it ${rule.does} a whole tree of the system or the home` : null;
}

function deviceLoss({ program, args, outputs }: SimpleCommand): string | null {
  if (formatting.test(program)) return 'it formats or wipes a device';
  return [...writtenOperands(program, args), ...outputs].some(isDevice) ? 'it overwrites a device' : null;
}

function writtenOperands(program: string, args: readonly string[]): readonly string[] {
  if (program === 'dd') return args.filter((word) => word.startsWith('of=')).map((word) => word.slice(3));
  if (program === 'cp') return args.slice(-1);
  return ['shred', 'tee', 'truncate'].includes(program) ? args : [];
}

/** A function that starts itself twice, over and over. */
export function isForkBomb(line: string): boolean {
  return forkBomb.test(line.replaceAll(/[ \t]+/g, ''));
}

function endsAll({ program, args }: SimpleCommand): string | null {
  const first = args.find((word) => !word.startsWith('-'));
  if (powerWords.has(program)) return 'it ends the machine';
  if (program === 'systemctl' && first !== undefined && [...powerWords, 'kexec'].includes(first))
    return 'it ends the machine';
  if (/^(?:tel)?init$/.test(program) && (first === '0' || first === '6')) return 'it ends the machine';
  return program === 'kill' && args.length > 1 && args.at(-1) === '-1' ? 'it ends every process of the user' : null;
}

function isRecursive(args: readonly string[]): boolean {
  // Long options may be shortened: `--rec` is `--recursive`.
  return args.some((word) => /^-[a-zA-Z]*[rR]/.test(word) || /^--r(?:e(?:c[a-z]*)?)?$/.test(word));
}

function removes(args: readonly string[]): boolean {
  return (
    args.includes('-delete') ||
    args.some((word, index) => /^-(?:exec|ok)(?:dir)?$/.test(word) && args[index + 1]?.endsWith('rm') === true)
  );
}

/** `dir/*` and `dir/.[!.]*` are as good as `dir`; `~root` is a home like `~`. */
function withoutGlob(word: string, surroundings: Surroundings): string {
  const folder = word.replace(/\/(?:\.?\*+|\.\[!\.\]\*|\.)$/, '/');
  return /^~[\w-]+\/?$/.test(folder) ? surroundings.home : absolutePath(folder, surroundings);
}

function isWholeTree(path: string, home: string): boolean {
  if (path === '/' || path === home || home.startsWith(`${path}/`)) return true;
  const names = path.split('/').filter((name) => name !== '');
  return names.length === 1 && systemFolders.has(names[0] ?? '');
}

function isDevice(path: string): boolean {
  return device.test(normalize(path));
}
