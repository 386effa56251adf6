// A name of ours for a server that a client calls otherwise, or that is called like one that is there.

const mostChars = 32;

export function freeName(wanted: string, client: string, isTaken: (name: string) => boolean): string {
  const letters = wanted.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  const base = letters === '' || letters === '__proto__' ? 'server' : letters.slice(0, mostChars);
  const candidates = [base, withEnd(base, client)];
  const free = candidates.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  for (let at = 2; ; at += 1) {
    const name = withEnd(base, String(at));
    if (!isTaken(name)) return name;
  }
}

function withEnd(base: string, end: string): string {
  return `${base.slice(0, mostChars - end.length - 1)}-${end}`;
}
