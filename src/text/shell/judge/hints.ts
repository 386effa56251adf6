// Which other call would do what a command is asked or refused for.

const hints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    git: 'The git tools do this without a shell',
    cat: 'file_read reads a file',
    head: 'file_read reads a file',
    tail: 'file_read reads a file',
    less: 'file_read reads a file',
    more: 'file_read reads a file',
    ls: 'glob_search lists files',
    find: 'glob_search lists files',
    fd: 'glob_search lists files',
    grep: 'content_search searches in files',
    rg: 'content_search searches in files',
    sed: 'file_edit changes a file',
    tee: 'file_write writes a file',
    touch: 'file_write writes a file',
    curl: 'web_fetch reads a page',
    wget: 'web_fetch reads a page',
  }).map(([program, hint]) => [program, `. ${hint}`]),
);

/** As the end of a sentence whose full stop is yet to come; empty where there is no other call. */
export function hintFor(program: string): string {
  return hints.get(program) ?? '';
}
