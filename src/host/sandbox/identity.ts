// As which user a sandboxed program runs. Started by root it is the owner of the workspace, so that root's own rights stay outside.
import { statSync } from 'node:fs';

export interface Identity {
  /** Of the process outside; null when it runs as the user who runs this. */
  readonly outside: { readonly uid: number; readonly gid: number } | null;
  /** What programs see. Never 0: none is to take itself for root. */
  readonly inside: { readonly uid: number; readonly gid: number };
  /** Whether it is root outside. */
  readonly isRoot: boolean;
}

/** `nobody`, also where no file names it. */
const nobody = { uid: 65534, gid: 65534 };
const instead = 1000;

/**
 * A workspace of root can be written by root alone: such a program keeps the number 0 outside, without any capability, and with the
 * tables of the kernel read-only in two ways.
 */
export function identityFor(workspace: string | null): Identity {
  const own = { uid: process.getuid?.() ?? instead, gid: process.getgid?.() ?? instead };
  if (own.uid !== 0) return { outside: null, inside: own, isRoot: false };
  const owner = workspace === null ? nobody : statSync(workspace);
  if (owner.uid === 0) return { outside: null, inside: { uid: instead, gid: instead }, isRoot: true };
  const outside = { uid: owner.uid, gid: owner.gid };
  return { outside, inside: { uid: owner.uid, gid: owner.gid === 0 ? owner.uid : owner.gid }, isRoot: false };
}
