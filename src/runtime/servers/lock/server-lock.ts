// One server against its lock: whether it may start and which of its tools hold, where Gatehouse is frozen; what differs, where it is not.
import type { Artifact, LockView } from '../../../contract/index.ts';
import type { ServerSpec } from '../../../sources/index.ts';
import type { Lock } from './lock-text.ts';
import { lockDifferences, lockedServer, missingHere, type LockDifferences, type Present } from './locked-server.ts';
import { lockName } from './lock-name.ts';
import type { Locks } from './locks.ts';

export interface ServerLock {
  /** Null where there is no lock and nothing is frozen. Of what was not accepted: what of the command and of `seen` contradicts the lock. */
  view(present: Present | null, seen: Artifact | null): LockView | null;
  /** Null where it may start: not frozen, or as locked. */
  refusal(present: Present | null): string | null;
  /** Whether a tool may be called, by the server's own name. */
  holds(present: Present | null): (tool: string) => boolean;
}

export function createServerLock(spec: ServerSpec, locks: Locks): ServerLock {
  /** Null where there is no lock; a sentence where nothing of the server is as locked. */
  function differences(present: Present | null): LockDifferences | string | null {
    const { path, reading } = locks.of(spec);
    if (reading === null) return locks.isFrozen ? `there is no ${path}; write it: gatehouse mcp-servers lock` : null;
    if (!reading.ok) return `${path} cannot be read: ${reading.problem}`;
    const locked = reading.lock.get(spec.name);
    if (locked === undefined) return `${spec.name} is not in ${path}`;
    if (present === null) return locks.isFrozen ? `${spec.name} is not accepted here` : null;
    return lockDifferences(locked, lockedServer(spec, present, locks.portable));
  }

  /** What is not here yet contradicts nothing: npx fetches it at the start. */
  function contradictions(lock: Lock, artifact: Artifact | null): readonly string[] {
    const locked = lock.get(spec.name);
    if (locked === undefined) return [];
    const here = lockedServer(spec, { artifact, about: '', tools: new Map() }, locks.portable);
    const { server } = lockDifferences({ ...here, command: locked.command, runs: locked.runs }, here);
    return server.filter((line) => !line.startsWith(missingHere));
  }

  function texts(found: LockDifferences | string): readonly string[] {
    if (typeof found === 'string') return [found];
    return [
      ...found.server,
      ...[...found.tools].map(([name, how]) => `tool ${name} ${how}`),
      ...found.gone.map((name) => `tool ${name} of the lock is not here`),
    ];
  }

  return {
    view(present, seen) {
      const { path, reading } = locks.of(spec);
      const found = differences(present);
      const { isFrozen } = locks;
      if (found !== null) return { path, isFrozen, differences: texts(found) };
      if (reading?.ok !== true) return null;
      return { path, isFrozen, differences: contradictions(reading.lock, seen) };
    },
    refusal(present) {
      if (!locks.isFrozen) return null;
      const found = differences(present);
      const why = found === null ? [] : typeof found === 'string' ? [found] : found.server;
      return why.length === 0 ? null : `it is frozen and not as ${lockName} says: ${why.slice(0, 3).join('; ')}`;
    },
    holds(present) {
      if (!locks.isFrozen) return () => true;
      const found = differences(present);
      if (found === null || typeof found === 'string' || found.server.length > 0) return () => false;
      return (tool) => !found.tools.has(tool);
    },
  };
}
