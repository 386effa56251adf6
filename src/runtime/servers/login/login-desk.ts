// Logins of the configured servers by name: begun, ended, given up, and seen in how a server stands.
import { CapabilityError, type LoginStart, type ServerView } from '../../../contract/index.ts';
import type { ServerSpec } from '../../../sources/index.ts';
import type { ServerLogin } from './server-login.ts';

/** As much of a configured server as its login needs. */
export interface LoginServer {
  readonly spec: ServerSpec;
  readonly login: ServerLogin | null;
  examined(): Promise<ServerView>;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
}

export interface LoginDesk {
  beginLogin(name: string, port: number): Promise<LoginStart>;
  endLogin(name: string, address: string, by: string): Promise<ServerView>;
  logout(name: string, by: string): Promise<{ readonly view: ServerView; readonly text: string }>;
  seen(server: LoginServer): Promise<ServerView>;
}

/** `named` throws for a name that is not configured; `isKept` says whether this process holds connections. */
export function createLoginDesk(named: (name: string) => LoginServer, isKept: () => boolean): LoginDesk {
  async function seen(server: LoginServer): Promise<ServerView> {
    await server.login?.look();
    return server.examined();
  }

  /** How it stands with the login of now. */
  async function reconnected(name: string): Promise<ServerView> {
    const server = named(name);
    // What was listed to one login is not there for another.
    await server.disconnect();
    // What goes wrong is in its state.
    if (isKept()) await server.reconnect().catch(() => undefined);
    return seen(server);
  }

  return {
    seen,
    beginLogin: async (name, port) => loginOf(named(name)).begin(port),
    async endLogin(name, address, by) {
      await loginOf(named(name)).end(address, by);
      return reconnected(name);
    },
    async logout(name, by) {
      const text = await loginOf(named(name)).logout(by);
      return { text, view: await reconnected(name) };
    },
  };
}

function loginOf({ login, spec }: LoginServer): ServerLogin {
  if (login !== null) return login;
  throw new CapabilityError(
    'login_failed',
    spec.reach.kind === 'web'
      ? `The MCP server ${spec.name} is sent the header Authorization of its configuration. Remove that to log in instead.`
      : `The MCP server ${spec.name} is a program: it has no login here.`,
  );
}
