// Says in words what a failed file operation of the home means.

const meanings: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it is not there',
  EEXIST: 'something else is there',
  ENOTDIR: 'it, or a part of the path to it, is a file and no folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link, or links lead in a circle',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports an error',
};

/** The code of a failed system call, else null. */
export function failureCode(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}

/** The sentence after that: what to do. */
export function adviceFor(cause: unknown): string {
  const code = failureCode(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Make room, then try again.';
  return 'Mend that, or name another folder in GATEHOUSE_HOME.';
}

/** Part of a sentence: `there is no permission (EACCES)`. */
export function describeFailure(cause: unknown): string {
  const code = failureCode(cause);
  if (code === null) return cause instanceof Error ? cause.message : String(cause);
  const meaning = meanings[code];
  return meaning === undefined ? `the system says ${code}` : `${meaning} (${code})`;
}
