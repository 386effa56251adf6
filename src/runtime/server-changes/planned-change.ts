// A change of the configured servers: as it is wanted, where, and what it comes to.
import type { Target, WantedServer } from '../../contract/index.ts';
import type { Environment, Redactor } from '../../host/index.ts';
import type { ServerDesk } from '../servers/server-desk.ts';

export type WantedChange =
  | { readonly act: 'add'; readonly wanted: WantedServer }
  | { readonly act: 'remove'; readonly wanted: Pick<WantedServer, 'name' | 'project'> };

export interface PlannedChange {
  readonly file: string;
  /** The whole command, or the address with its headers. No value of a credential. */
  readonly reach: string;
  /** The same for rules and people. */
  readonly target: Pick<Target, 'kind' | 'value'>;
  readonly secrets: readonly string[];
  make(): void;
}

export interface ChangePlace {
  readonly env: Environment;
  readonly workspace: string;
  readonly servers: Pick<ServerDesk, 'views'>;
  /** Real paths. */
  readonly trustedFolders: () => Promise<readonly string[]>;
  readonly findOutgoing: Redactor['findOutgoing'];
}
