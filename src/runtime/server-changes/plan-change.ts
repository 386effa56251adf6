// What a change of the configured servers comes to, in the owner's own configuration or in `.mcp.json` of the workspace.
import { CapabilityError, type WantedServer } from '../../contract/index.ts';
import { userFolder } from '../../host/index.ts';
import { reachText, type ServerReach } from '../../sources/index.ts';
import { readNamedValue } from '../config/edit/named-value.ts';
import { prepareAddition, prepareRemoval } from '../config/edit/own-servers.ts';
import { prepareProjectAddition, prepareProjectRemoval } from './project-servers.ts';
import { settleServer } from '../config/mcp/settle-servers.ts';
import type { NamedEntry, ServerEntry } from '../config/schema/mcp-schema.ts';
import { isFrozenBy } from '../servers/lock/frozen.ts';
import { refuseWrittenCredentials } from './refuse-credentials.ts';
import type { ChangePlace, PlannedChange, WantedChange } from './planned-change.ts';

export async function planChange(change: WantedChange, place: ChangePlace): Promise<PlannedChange> {
  if (isFrozenBy(place.env))
    throw new CapabilityError(
      'not_permitted',
      'Gatehouse is frozen (--frozen, GATEHOUSE_FROZEN): no server is added or removed now.',
    );
  const { project } = change.wanted;
  return project ? planInProject(change, place) : planInOwn(change, place);
}

function planInOwn(change: WantedChange, place: ChangePlace): PlannedChange {
  const { env, workspace } = place;
  const { name } = change.wanted;
  const { file, entry, make } =
    change.act === 'add' ? prepareAddition(name, wantedEntry(change.wanted, place), env) : prepareRemoval(name, env);
  const { reach } = settleServer(name, entry, { workspace, userFolder: userFolder(env) });
  return { file, make, ...shownAs(reach), secrets: secretsIn(entry) };
}

async function planInProject(change: WantedChange, place: ChangePlace): Promise<PlannedChange> {
  const { workspace } = place;
  const folder = { workspace, trustedFolders: await place.trustedFolders() };
  const { name } = change.wanted;
  const { file, reach, make } =
    change.act === 'add'
      ? prepareProjectAddition(name, wantedEntry(change.wanted, place), folder)
      : prepareProjectRemoval(name, folder);
  return { file, make, ...shownAs(reach), secrets: [] };
}

function shownAs(reach: ServerReach): Pick<PlannedChange, 'reach' | 'target'> {
  const text = reachText(reach);
  // What cannot be read as an address until its variables stand there is shown as it is written.
  const address = reach.kind === 'web' ? URL.parse(reach.url)?.href : undefined;
  if (reach.kind === 'web') return { reach: text, target: { kind: 'url', value: address ?? reach.url } };
  return { reach: text, target: { kind: 'command', value: text } };
}

function wantedEntry(wanted: WantedServer, { servers, findOutgoing }: ChangePlace): ServerEntry {
  const { name } = wanted;
  const there = servers.views().find((view) => view.name === name);
  if (there !== undefined)
    throw wrong(`There is a server named ${name} already (${there.from}). Remove it first, or choose another name.`);
  refuseWrittenCredentials(wanted, findOutgoing);
  return wanted.transport === 'stdio' ? programOf(wanted) : addressOf(wanted);
}

function programOf({ command, args, url, env, bearerTokenEnv }: WantedServer): ServerEntry {
  if (command === null) throw wrong('transport stdio needs command: the program, with its arguments in args.');
  if (url !== null || bearerTokenEnv !== null) throw wrong('url and bearer_token_env go with transport http.');
  // In order of name, as a request for approval keeps them: what is approved is what is made.
  const values = Object.keys(env)
    .toSorted()
    .map((name): [string, NamedEntry] => [name, readNamedValue(env[name] ?? '')]);
  return {
    command,
    ...(args.length === 0 ? {} : { args: [...args] }),
    ...(values.length === 0 ? {} : { env: Object.fromEntries(values) }),
  };
}

function addressOf({ command, args, url, env, bearerTokenEnv }: WantedServer): ServerEntry {
  if (url === null) throw wrong('transport http needs url.');
  if (command !== null || args.length > 0 || Object.keys(env).length > 0)
    throw wrong('command, args and env go with transport stdio.');
  if (bearerTokenEnv === null) return { url };
  return { url, headers: { Authorization: { env: bearerTokenEnv, prefix: 'Bearer ' } } };
}

function secretsIn({ env = {}, headers = {} }: ServerEntry): readonly string[] {
  const values = [...Object.values(env), ...Object.values(headers)];
  return values.flatMap((value) => (typeof value === 'object' && 'secret' in value ? [value.secret] : []));
}

function wrong(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
