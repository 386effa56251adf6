// gatehouse mcp-servers: the configured MCP servers, what they say of their tools, and the yes to it.
import type { LaunchView, LockView, ReviewedTool, ServerReview, ServerView } from '../../../../../contract/index.ts';
import { counted } from '../../../../../text/index.ts';
import type { Action } from '../../../command-spec.ts';
import { exitCodes } from '../../../exit-code.ts';
import { layoutFields, layoutLines, layoutParagraph, layoutText, type Field } from '../../../render/fields.ts';
import { lines } from '../../../render/lines.ts';

interface ListOptions {
  readonly verbose?: boolean;
}

export const listServers: Action<ListOptions> = async ({ owner, output, command }, _args, { verbose }) => {
  const views = await (await owner()).servers();
  output.document(views);
  output.say(listText(views, output.width, { command, isWhole: verbose === true }));
  const areOther = views.some(
    ({ state, lock }) => state !== 'disabled' && lock?.isFrozen === true && lock.differences.length > 0,
  );
  return areOther ? exitCodes.refused : 0;
};

export const refreshServers: Action<ListOptions> = async ({ owner, output, command }, _args, { verbose }) => {
  const views = await (await owner()).refreshServers();
  output.document(views);
  output.say(listText(views, output.width, { command, isWhole: verbose === true }));
  return 0;
};

/** Shows what there is to accept, the command first; accepts it only where the digest of what was shown comes back. */
export const acceptServer: Action<{
  readonly as?: string;
  readonly start?: boolean;
  readonly locked?: boolean;
}> = async (invocation, [name = ''], options) => {
  const { output, command, by } = invocation;
  if (options.locked === true) return (await import('./lock.ts')).acceptLocked(invocation, name);
  const owner = await invocation.owner();
  if (options.as !== undefined) {
    const view = await owner.acceptServer(name, options.as, by);
    output.document(view);
    output.say(acceptedText(view, output.width));
    return 0;
  }
  const view = (await owner.servers()).find((server) => server.name === name);
  // Whoever brought it into the configuration is not who starts it: a person has read the whole command before it runs for the first time.
  if (view !== undefined && needsLook.has(view.state) && options.start !== true) {
    output.document(view);
    output.say(commandText(view, output.width, command));
    return 0;
  }
  if (view !== undefined) output.note(`gatehouse: this is started or asked now: ${view.reach}`);
  const review = await owner.reviewServer(name);
  output.document(review);
  output.say(reviewText(review, output.width, command));
  return 0;
};

function acceptedText({ name, tools }: ServerView, width: number): string {
  return lines(
    `Accepted the server ${JSON.stringify(name)}. ${tools.length === 0 ? 'It has no tools.' : `Its ${counted(tools.length, 'tool')}:`}`,
    ...tools.map((tool) => layoutText(tool, width)),
  );
}

/** What is not accepted is not started before the command and what it leads to were shown. */
export const needsLook: ReadonlySet<ServerView['state']> = new Set(['not_accepted', 'changed']);

/** What would be started, and how to have it started. */
export function commandText(view: ServerView, width: number, command: string): string {
  return lines(
    layoutFields([['from', view.from], ['reach', view.reach], ...launchFields(view.launch)], width),
    `Nothing was started. To start it, or ask it, and see its tools: ${command} mcp-servers accept ${view.name} --start`,
  );
}

interface ListView {
  readonly command: string;
  /** All that is known of each. */
  readonly isWhole: boolean;
}

function listText(views: readonly ServerView[], width: number, { command, isWhole }: ListView): string {
  if (views.length === 0)
    return 'No MCP servers. Add them to your configuration under mcp.servers, or to .mcp.json of a trusted folder.';
  const fieldsOf = isWhole ? wholeFields : shortFields;
  const texts = views.map((view) => lines(view.name, layoutFields(fieldsOf(view, command), width)));
  if (isWhole) return texts.join('\n\n');
  return lines(...texts, 'What each runs, the names of its tools and what it said: add --verbose.');
}

function shortFields(view: ServerView, command: string): readonly (Field | null)[] {
  const { tools, problem, notices, lock } = view;
  const [first, ...more] = lock?.differences ?? [];
  return [
    stateField(view),
    ['tools', tools.length === 0 ? 'none' : String(tools.length)],
    first === undefined ? null : ['lock', more.length === 0 ? first : `${first}, and ${more.length} more`],
    ...toDoFields(view, command),
    problem === null ? null : ['problem', problem],
    notices.length === 0 ? null : ['notices', String(notices.length)],
  ];
}

function wholeFields(view: ServerView, command: string): readonly (Field | null)[] {
  const { tools, problem, notices, errorTail, strayLines } = view;
  return [
    stateField(view),
    ['from', view.from],
    ['reach', view.reach],
    ...launchFields(view.launch),
    ...lockFields(view.lock),
    ['tools', tools.length === 0 ? 'none' : `${tools.length}: ${tools.join(', ')}`],
    ...toDoFields(view, command),
    problem === null ? null : ['problem', problem],
    ...notices.map((notice): Field => ['notice', notice]),
    strayLines === 0
      ? null
      : ['stray', `${counted(strayLines, 'line')} of its output no message, first: ${view.firstStray}`],
    errorTail.trim() === '' ? null : ['it said', errorTail.trim()],
  ];
}

function stateField({ state, protocol, stale }: ServerView): Field {
  const parts = [state, protocol, stale ? 'its list of tools is an older one' : null];
  return ['state', parts.filter(Boolean).join(', ')];
}

function toDoFields(view: ServerView, command: string): readonly (Field | null)[] {
  const { name, state, waiting } = view;
  const accept = `${command} mcp-servers accept ${name}`;
  return [
    needsLook.has(state) ? ['to do', `Nothing of it is started before you look at it: ${accept}`] : null,
    !needsLook.has(state) && waiting > 0 ? ['to do', `${counted(waiting, 'tool')} new or changed: ${accept}`] : null,
    loginField(view, command),
  ];
}

function launchFields({ runs, notPinned, differences }: LaunchView): readonly Field[] {
  return [
    ...runs.map((text): Field => ['runs', text]),
    ...notPinned.map((text): Field => ['not pinned', text]),
    ...differences.map((text): Field => ['changed', text]),
  ];
}

function lockFields(lock: LockView | null): readonly Field[] {
  return (lock?.differences ?? []).map((text): Field => ['lock', text]);
}

function loginField({ name, login }: ServerView, command: string): Field | null {
  if (login === null || login.state === 'none') return null;
  const { state, issuer, scope, wanted, secret } = login;
  const by = issuer === null ? '' : `, given by ${issuer}`;
  if (state === 'held')
    return ['login', `held${by}${scope === null ? '' : `, for: ${scope}`} (secret ${secret ?? ''})`];
  return ['login', `needed${wanted === null ? '' : ` for: ${wanted}`}: ${command} mcp-servers login ${name}`];
}

function reviewText(review: ServerReview, width: number, command: string): string {
  const { name, digest, isAccepted, about, software, tools, notices, launch, findings, differences } = review;
  const accept = `${command} mcp-servers accept ${name} --as ${digest.slice(0, 16)}`;
  return lines(
    ...tools.map((tool) => toolText(tool, width)),
    layoutFields([['calls itself', software || 'nothing'], ...launchFields(launch), ...lockFields(review.lock)], width),
    about === '' ? null : lines('What the server says of itself:', layoutLines(about.trimEnd(), width)),
    ...differences.map((difference) => layoutText(`differs: ${difference}`, width)),
    ...findings.map((finding) => layoutText(`look: ${finding}`, width)),
    ...notices.map((notice) => layoutParagraph(notice, width)),
    isAccepted
      ? `All of this is accepted already.`
      : `What is new or changed here is not accepted yet. To accept exactly this: ${accept}`,
  );
}

function toolText({ name, exposed, change, description, differences, findings }: ReviewedTool, width: number): string {
  return lines(
    layoutParagraph(`${change.toUpperCase()} ${name} (called ${exposed})`, width),
    change === 'same' ? null : layoutLines(description.trimEnd(), width),
    ...differences.map((difference) => layoutText(`differs: ${difference}`, width)),
    ...findings.map((finding) => layoutText(`look: ${finding}`, width)),
  );
}
