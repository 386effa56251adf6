// Whether a path is a folder or lies in it, by their spelling: both real, or both folded alike.

export function isInside(folder: string, path: string): boolean {
  // With the slash, or `/work/app-evil` would lie inside `/work/app`.
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);
}
