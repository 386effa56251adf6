// Stamps who asks. Every surface gets its callers here, so that trust, session and attendance are decided in one place.
import type { Caller, PolicyClass, SurfaceName, TokenNarrowing, Trust } from '../contract/index.ts';
import { realFolder } from '../host/index.ts';
import { sha256Hex } from '../text/index.ts';

/** A token as the store knows it. */
export interface TokenIdentity extends TokenNarrowing {
  readonly principal: string;
  readonly trust: Trust;
}

export interface CommandLineIdentity {
  readonly userId: number;
  readonly workspace: string;
  /** `$GATEHOUSE_SESSION`; one per user and workspace where it is not set. */
  readonly session: string | undefined;
  readonly attended: boolean;
  /** `--simulate`: judges and runs nothing. */
  readonly simulate: boolean;
}

const open = { agent: 'default', forbidden: null, allowedTools: null, policyClasses: null } as const;

/** The person at the command line: the operator, who sees hidden tools too. */
export function commandLineCaller(who: CommandLineIdentity): Caller {
  const principal = `user:${who.userId}`;
  const workspace = realWorkspace(who.workspace);
  let session = who.session;
  return {
    ...open,
    principal,
    trust: 'operator',
    surface: 'cli',
    // Made when it is asked for: a listing has no use for it, and what hashes is a good part of a start.
    get session() {
      session ??= `cli:${who.userId}:${workspaceKey(workspace)}`;
      return session;
    },
    attended: who.attended,
    workspace,
    seesHidden: true,
    forbidden: who.simulate ? 'simulation' : null,
  };
}

/** A program with a token of ours, over HTTP. */
export function httpCaller(token: TokenIdentity, workspace: string, session: string | null): Caller {
  return tokenCaller('http', token, { workspace, session });
}

/** A client with a token of ours, over streamable HTTP. */
export function mcpCaller(token: TokenIdentity, workspace: string, readOnly = false): Caller {
  const narrowing = { ...token, readOnly: readOnly || token.readOnly === true };
  return tokenCaller('mcp', narrowing, { workspace, session: null });
}

/** The client that started us over stdio: it runs as the user who configured it. One session per user and workspace, so that a client
 * that is started anew collects what it asked for. */
export function stdioCaller(
  who: Pick<CommandLineIdentity, 'userId' | 'workspace' | 'session'>,
  readOnly: boolean,
  profile: string | null = null,
): Caller {
  const workspace = realWorkspace(who.workspace);
  return {
    ...open,
    principal: `stdio:${who.userId}`,
    trust: 'operator',
    surface: 'mcp',
    session: who.session ?? `stdio:${who.userId}:${workspaceKey(workspace)}`,
    attended: true,
    workspace,
    seesHidden: false,
    policyClasses: readOnlyClasses(readOnly),
    ...(profile === null ? {} : { profiles: [profile] }),
  };
}

/** A program that imports the library and drives an agent of its own. */
export function libraryCaller(who: {
  readonly agent: string;
  readonly trust: Trust;
  readonly session: string;
  readonly workspace: string;
}): Caller {
  return { ...open, ...who, principal: 'library', surface: 'library', attended: true, seesHidden: false };
}

function tokenCaller(
  surface: SurfaceName,
  token: TokenIdentity,
  place: { readonly workspace: string; readonly session: string | null },
): Caller {
  const scope = place.session === null ? workspaceKey(place.workspace) : `named:${place.session}`;
  return {
    ...open,
    principal: token.principal,
    trust: token.trust,
    surface,
    // A session's name is the token's own: two tokens that choose the same name do not share one.
    session: `${surface}:${token.principal}:${scope}`,
    attended: true,
    workspace: place.workspace,
    seesHidden: false,
    policyClasses: readOnlyClasses(token.readOnly === true),
    ...(token.profile === undefined ? {} : { profiles: [token.profile] }),
  };
}

function readOnlyClasses(readOnly: boolean): readonly PolicyClass[] | null {
  return readOnly ? ['read_only'] : null;
}

/** One folder is one workspace, whatever path leads to it. What is no folder is refused where a runtime is opened for it. */
function realWorkspace(workspace: string): string {
  return realFolder(workspace) ?? workspace;
}

function workspaceKey(workspace: string): string {
  return sha256Hex(workspace).slice(0, 12);
}
