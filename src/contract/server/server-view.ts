// MCP servers as their owner sees them: what is configured, how it stands, and what there is to accept.

/** `changed`: what it runs is another than what was accepted. */
export type ServerState = 'disabled' | 'not_accepted' | 'changed' | 'idle' | 'starting' | 'ready' | 'down';

/** What starting it would run, as far as it can be known without running anything. Of an address there is nothing. */
export interface LaunchView {
  /** Program, script and packages with version and digest, a line each. */
  readonly runs: readonly string[];
  /** What of it is not pinned, and what to do. */
  readonly notPinned: readonly string[];
  /** What differs from what was accepted, with both sides. */
  readonly differences: readonly string[];
}

/** What became of writing locks. */
export interface LockReport {
  readonly paths: readonly string[];
  /** Servers that are not accepted: of them the files say what they said before. */
  readonly left: readonly string[];
}

/** A server beside gatehouse.lock. */
export interface LockView {
  readonly path: string;
  /** Whether what differs is refused. */
  readonly isFrozen: boolean;
  readonly differences: readonly string[];
}

/** How logging in to a server over HTTP stands. */
export interface LoginView {
  /** `none`: nobody logged in, and nobody had to so far; `needed`: only a person gets further. */
  readonly state: 'none' | 'needed' | 'held';
  /** Who gave the login. */
  readonly issuer: string | null;
  readonly scope: string | null;
  /** What calls needed besides since. */
  readonly wanted: string | null;
  /** Where a browser was sent back to last, or has to be. */
  readonly redirectUri: string | null;
  /** The name under which it is kept. */
  readonly secret: string | null;
}

/** A login that has begun: what its person opens, and where that leads back to. */
export interface LoginStart {
  /** The address to open. It was judged; what it shows is not ours. */
  readonly page: string;
  readonly redirectUri: string;
  readonly issuer: string;
  /** What the token is for. */
  readonly resource: string;
  readonly scope: string | null;
  readonly endsAt: string;
}

export interface ServerView {
  readonly name: string;
  readonly state: ServerState;
  /** Where it is written down. */
  readonly from: string;
  /** The whole command, or the address: what is started or dialled. */
  readonly reach: string;
  readonly launch: LaunchView;
  /** Null where there is no lock. */
  readonly lock: LockView | null;
  /** Names under which its tools are called now. */
  readonly tools: readonly string[];
  /** How many of its tools wait for acceptance, new ones and changed ones. */
  readonly waiting: number;
  /** True while the list of its tools is an older one, since it could not be read anew. */
  readonly stale: boolean;
  readonly problem: string | null;
  /** Null where its configuration authorizes requests itself, and for programs. */
  readonly login: LoginView | null;
  /** The revision of the protocol that is spoken; null while there is no connection. */
  readonly protocol: string | null;
  /** What was left out, and why. */
  readonly notices: readonly string[];
  /** Lines of its output that are no messages, and the beginning of the first. */
  readonly strayLines: number;
  readonly firstStray: string;
  /** The end of its error output. */
  readonly errorTail: string;
}

export interface ReviewedTool {
  /** As the server calls it. */
  readonly name: string;
  /** As it is or would be called here. */
  readonly exposed: string;
  readonly change: 'same' | 'new' | 'changed' | 'gone';
  readonly description: string;
  /** What differs from what was accepted, with both sides. */
  readonly differences: readonly string[];
  /** What a person should know before accepting it. */
  readonly findings: readonly string[];
}

/** What there is to accept, as the server says it now. */
export interface ServerReview {
  readonly name: string;
  readonly reach: string;
  readonly launch: LaunchView;
  /** Null where there is no lock. */
  readonly lock: LockView | null;
  /** Of all that is shown: what is accepted is this and nothing else. */
  readonly digest: string;
  readonly isAccepted: boolean;
  /** What the server says of itself. */
  readonly about: string;
  /** Name and version that it gives itself: for information, nothing depends on it. */
  readonly software: string;
  /** What a person should know of what it says of itself. */
  readonly findings: readonly string[];
  /** What it says of itself otherwise than when it was accepted, with both sides. */
  readonly differences: readonly string[];
  readonly tools: readonly ReviewedTool[];
  readonly notices: readonly string[];
}
