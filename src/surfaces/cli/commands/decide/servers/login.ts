// gatehouse mcp-servers login and logout: the person goes to a page in a browser, and comes back to a port of this process or by paste.
import { CapabilityError, type LoginStart, type Owner, type ServerView } from '../../../../../contract/index.ts';
import { openBrowser } from '../../../../../runtime/index.ts';
import { listenForRedirect, type RedirectListener } from '../../../../http/redirect/redirect-listener.ts';
import type { Action } from '../../../command-spec.ts';
import type { Invocation } from '../../../invocation.ts';
import { lines } from '../../../render/lines.ts';
import { readLine } from './read-line.ts';

interface LoginOptions {
  /** Commander's `--no-browser`. */
  readonly browser?: boolean;
  readonly paste?: boolean;
}

export const login: Action<LoginOptions> = async (invocation, [name = ''], options) => {
  const owner = await invocation.owner();
  const before = (await owner.servers()).find((server) => server.name === name);
  const listener = await openListener(before, options.paste === true);
  try {
    const start = await owner.beginLogin(name, listener?.port ?? unheardPort);
    invocation.output.note(startText(name, start, listener !== null));
    const view = await comeBack({ invocation, owner, name, start, listener, opens: options.browser !== false });
    invocation.output.document(view);
    invocation.output.say(endText(view, invocation.command));
    return 0;
  } finally {
    await listener?.close();
  }
};

export const logout: Action = async ({ owner, output, by }, [name = '']) => {
  const { view, text } = await (await owner()).logout(name, by);
  output.document({ view, text });
  output.say(`Logged out of ${view.name}: ${text}.`);
  return 0;
};

/** Where a browser is sent to when nobody listens: its address is what is pasted. */
const unheardPort = 1_717;

/** On the port of last time where that is free: some authorization servers know our client by it. */
async function openListener(view: ServerView | undefined, isPasted: boolean): Promise<RedirectListener | null> {
  if (isPasted) return null;
  const known = Number(URL.parse(view?.login?.redirectUri ?? '')?.port ?? '');
  return (known > 0 ? await listenForRedirect(known) : null) ?? (await listenForRedirect(0));
}

interface Coming {
  readonly invocation: Invocation;
  readonly owner: Owner;
  readonly name: string;
  readonly start: LoginStart;
  readonly listener: RedirectListener | null;
  readonly opens: boolean;
}

async function comeBack(coming: Coming): Promise<ServerView> {
  const { listener, start } = coming;
  const port = Number(new URL(start.redirectUri).port);
  if (listener !== null && listener.port !== port)
    throw new CapabilityError(
      'login_failed',
      `The login leads back to port ${port}, which another program of this machine holds. End that, or run it with --paste.`,
    );
  const stop = new AbortController();
  try {
    return await Promise.race([
      ...(listener === null ? [] : [byBrowser(coming, listener)]),
      byPaste(coming, stop.signal),
      tooLate(coming, stop.signal),
    ]);
  } finally {
    stop.abort();
  }
}

async function byBrowser({ owner, name, start, invocation }: Coming, listener: RedirectListener): Promise<ServerView> {
  const state = new URL(start.page).searchParams.get('state') ?? '';
  const { address, tell } = await listener.wait(start.redirectUri, state);
  try {
    const view = await owner.endLogin(name, address, invocation.by);
    tell(true);
    return view;
  } catch (cause) {
    tell(false);
    throw cause;
  }
}

/** What is pasted, by a person or, with --paste, by whoever writes to stdin. */
async function byPaste(coming: Coming, over: AbortSignal): Promise<ServerView> {
  const { owner, name, invocation, listener } = coming;
  const { environment, output, by } = invocation;
  const isPerson = environment.stdin.isTTY === true;
  // Nobody writes there, and a browser is still to come.
  if (!isPerson && listener !== null) return never();
  const mayOpen = coming.opens && listener !== null;
  const question = mayOpen ? 'Press Enter to open it in your browser, or paste' : 'Paste';
  output.note(`${question} the address that the browser ends at:`);
  const address = await readAddress(coming, mayOpen, over);
  if (address !== null) return owner.endLogin(name, address, by);
  if (listener !== null) return never();
  throw new CapabilityError('login_failed', 'Nothing was pasted. Run it again.');
}

/** An empty line opens the browser, where it may. Null at the end of the input. */
async function readAddress({ start, invocation }: Coming, mayOpen: boolean, over: AbortSignal): Promise<string | null> {
  const { environment, output } = invocation;
  for (;;) {
    const line = await readLine(environment.stdin, over);
    if (line === null || line.trim() !== '') return line;
    if (mayOpen && !(await openBrowser(start.page, environment.env)))
      output.note('No browser could be opened here. Open the address yourself.');
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function tooLate({ start, invocation }: Coming, over: AbortSignal): Promise<never> {
  const { signal } = invocation.environment;
  return new Promise((_resolve, reject) => {
    const leftMs = Date.parse(start.endsAt) - Date.now();
    const late = new CapabilityError('login_failed', 'Nobody came back from the login in time. Run it again.');
    const timer = setTimeout(() => reject(late), leftMs);
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    over.addEventListener('abort', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
}

function startText(name: string, { issuer, resource, scope, page }: LoginStart, isHeard: boolean): string {
  return lines(
    `Login to the MCP server ${name} (${resource}), given by ${issuer}${scope === null ? '' : `, for: ${scope}`}.`,
    `Look at that before you say yes there. Open: ${page}`,
    isHeard
      ? null
      : 'The browser will end at an address of this machine that does not load. That address is what is wanted.',
  );
}

function endText({ name, state, login: held }: ServerView, command: string): string {
  const scope = held?.scope === null || held?.scope === undefined ? '' : `, for: ${held.scope}`;
  const next = state === 'not_accepted' ? ` To see its tools: ${command} mcp-servers accept ${name} --start` : '';
  return `Logged in to ${name}${scope}.${next}`;
}
