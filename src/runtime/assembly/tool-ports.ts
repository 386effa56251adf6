// The ports that tools may need, minted for one call under its caller's ceiling.
import type {
  Catalog,
  Caller,
  Clock,
  FileAccess,
  NetAccess,
  Notes,
  OwnResults,
  Results,
  Roots,
  Servers,
  ToolPorts,
} from '../../contract/index.ts';
import type { AllowedRoots, NoteBook } from '../../state/index.ts';
import type { ServerChanges } from '../server-changes/server-changes.ts';
import type { ServerDesk } from '../servers/server-desk.ts';
import { programsFor, type ProgramParts } from './programs-for.ts';

export interface PortParts extends ProgramParts {
  readonly files: FileAccess;
  readonly net: NetAccess;
  readonly catalogFor: (caller: Caller) => Catalog;
  readonly notes: NoteBook;
  readonly allowedRoots: AllowedRoots;
  readonly results: Results;
  readonly servers: Pick<ServerDesk, 'views'>;
  readonly serverChanges: ServerChanges;
  /** Takes up what the configuration says now. */
  readonly takeUp: () => Promise<void>;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** What profiles leave of the classes that a caller may use. */
  readonly classesOf: (caller: Caller) => Caller['policyClasses'];
}

/** Ports that speak for the caller are made when a tool takes them: most calls take none. */
export function portsFor(caller: Caller, parts: PortParts): ToolPorts {
  const { files, net } = parts;
  return {
    files,
    net,
    process: programsFor({ policyClasses: parts.classesOf(caller) }, parts),
    get catalog() {
      return parts.catalogFor(caller);
    },
    get notes() {
      return notesOf(caller, parts);
    },
    get roots() {
      return rootsOf(caller, parts);
    },
    get results() {
      return ownResults(caller, parts);
    },
    get servers() {
      return serversOf(parts);
    },
  };
}

/** Of this principal in this session: another one's ref is as unknown as one that never was. */
function ownResults({ session, principal }: Caller, { results }: PortParts): OwnResults {
  const scope = { session, principal };
  return { last: () => results.last(scope), read: (ref) => results.read(scope, ref) };
}

/** A note is an event of its own, which no stage of the gate redacts. */
function notesOf(caller: Caller, { notes, clock, redact }: PortParts): Notes {
  const { agent, principal, session } = caller;
  return { add: (text) => notes.add(redact(text), { agent, principal, session }, clock.now()) };
}

function rootsOf({ principal, workspace }: Caller, { allowedRoots, clock, redact }: PortParts): Roots {
  return {
    add: ({ real }, { access, reason }) =>
      allowedRoots.add({ workspace, path: real, access, reason: redact(reason), by: principal, addedAt: clock.now() }),
  };
}

function serversOf({ servers, serverChanges, takeUp }: PortParts): Servers {
  const isThere = (name: string) => servers.views().some((view) => view.name === name);
  return {
    list: () => servers.views().map(({ name, state, from, tools, waiting }) => ({ name, state, from, tools, waiting })),
    async add(wanted) {
      const made = await serverChanges.make({ act: 'add', wanted });
      await takeUp();
      return { ...made, isTaken: isThere(wanted.name) };
    },
    async remove(wanted) {
      const made = await serverChanges.make({ act: 'remove', wanted });
      await takeUp();
      return { ...made, isTaken: !isThere(wanted.name) };
    },
  };
}
