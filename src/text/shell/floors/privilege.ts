// Commands that take the rights of another user, or change accounts, the kernel or what guards the machine.
import { argumentsOf, type Form } from '../forms/form.ts';

const becomes = new Set(
  'sudo sudoedit sudo-rs su su-rs doas dzdo pfexec pkexec run0 runuser newgrp gosu su-exec machinectl'.split(' '),
);
const accounts = new Set(
  'passwd chpasswd useradd userdel usermod adduser deluser groupadd groupdel groupmod gpasswd newusers vipw vigr visudo chsh chfn chage grpck pwconv'.split(
    ' ',
  ),
);
const kernel = new Set(
  'insmod modprobe rmmod kexec depmod umount swapoff swapon pivot_root setcap setenforce kmod'.split(' '),
);
const firewalls = new Set('iptables ip6tables nft ufw ebtables firewall-cmd'.split(' '));

const programs = new Set([...becomes, ...accounts, ...kernel, ...firewalls, 'mount', 'sysctl', 'chmod', 'install']);

interface PrivilegeRule {
  readonly text: string;
  applies(program: string, args: readonly string[]): boolean;
}

const rules: readonly PrivilegeRule[] = [
  {
    text: 'it takes the rights of another user. Run it without, or leave it to the person',
    applies: (program) => becomes.has(program),
  },
  { text: 'it changes accounts of the machine. Leave it to the person', applies: (program) => accounts.has(program) },
  { text: 'it changes the kernel, its mounts or what guards it. Leave it to the person', applies: changesKernel },
  {
    text: 'it lets a file run with the rights of its owner. Use a mode without setuid',
    applies: (program, args) => modesOf(program, args).some(isSetUser),
  },
  {
    text: 'it takes down the firewall. Leave it to the person',
    applies: (program, args) => firewalls.has(program) && args.some(opens),
  },
];

/** What is wrong about it, and what to do instead; null when its words show nothing. */
export function privilege(form: Form): string | null {
  if (!programs.has(form.program)) return null;
  const args = argumentsOf(form).map(({ value }) => value);
  return rules.find((rule) => rule.applies(form.program, args))?.text ?? null;
}

function changesKernel(program: string, args: readonly string[]): boolean {
  if (program === 'mount') return mounts(args);
  return program === 'sysctl' ? sets(args) : kernel.has(program);
}

function mounts(args: readonly string[]): boolean {
  return (
    args.some((value) => !value.startsWith('-')) || args.some((value) => /^(?:-a|--all|--bind|--move)$/.test(value))
  );
}

function sets(args: readonly string[]): boolean {
  return args.some((value) => /^(?:-w|--write|-p|--load|--system)/.test(value) || value.includes('='));
}

function modesOf(program: string, args: readonly string[]): readonly string[] {
  if (program === 'chmod') return args;
  if (program !== 'install') return [];
  return args.map((value, at) => (args[at - 1] === '-m' ? value : value.replace(/^(?:-[a-zA-Z]*m|--mode=)/, '')));
}

/** For the owner among others, or for all. */
const symbolic = /^(?:[goa]*[ua][ugoa]*)?(?:[-+=][rwxXstugo]*)+$/;

function isSetUser(mode: string): boolean {
  if (/^[+=]?0*[4-7][0-7]{3}$/.test(mode)) return true;
  return mode.split(',').some((clause) => symbolic.test(clause) && /[+=][rwxXtugo]*s/.test(clause));
}

function opens(value: string): boolean {
  return /^(?:-F|--flush|-X|--delete-chain|flush|disable|reset|--panic-off)$/.test(value);
}
