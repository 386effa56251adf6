// What a daemon needs of the home it serves. Surfaces hold only this: files, store and composition stay behind it.
import type { Runtime } from '../../contract/index.ts';
import type { TokenIdentity } from '../../runtime/index.ts';

/** Contract: paths are absolute and lie in the home; no method is called after `close`. */
export interface DaemonHome {
  /**
   * The runtime of a workspace, with the deciding authority: one per real folder, which is its `workspace`. Throws `malformed_request` for
   * what is no folder.
   */
  runtimeFor(workspace: string): Promise<Runtime>;
  /** Whose token has this SHA-256 (lower-case hex), as the store says now; null for none and for one that was revoked. */
  identify(tokenHash: string): Promise<TokenIdentity | null>;
  /** From now on no result, error or record shows this value. */
  protectSecret(name: string, value: string): void;
  /** Where the owner's socket is to be; its folder exists and is the owner's alone. */
  readonly ownerSocket: string;
  /** The file for the token that the daemon makes for clients of this machine. */
  readonly clientToken: string;
  /** The file that says where the daemon is. */
  readonly daemonFile: string;
  /** Writes a file of mode 0600 in one step, in place of one that is there. */
  writePrivateFile(path: string, text: string): void | Promise<void>;
  /** Removes a file, or a socket nobody listens on. One that is not there is fine. */
  removeFile(path: string): void | Promise<void>;
  /** Closes every runtime that was composed, and waits for it. */
  close(): Promise<void>;
}
