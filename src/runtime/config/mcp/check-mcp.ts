// What the schema cannot say of MCP servers: that each is a program or an address, and which settings go with which.
import { isAbsolute } from 'node:path';
import { isNameFor } from '../../../sources/index.ts';
import { parseSegment } from '../../../text/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import { pathText, shown, type IssueText } from '../describe-issue.ts';
import type { ServerEntry } from '../schema/mcp-schema.ts';
import type { Path } from '../yaml/read-yaml.ts';

const ofPrograms = ['args', 'env', 'passEnv', 'cwd'] as const;
const ofAddresses = ['headers', 'oauth'] as const;

export function checkMcp({ mcp = {} }: ConfigFile): readonly IssueText[] {
  return Object.entries(mcp.servers ?? {}).flatMap(([name, entry]) => {
    const path: Path = ['mcp', 'servers', name];
    return [
      ...kindIssues(path, entry),
      ...folderIssues(path, entry),
      ...patternIssues(path, entry),
      ...renameIssues(name, entry),
      ...loginIssues([...path, 'oauth'], entry),
    ];
  });
}

function kindIssues(path: Path, entry: ServerEntry): readonly IssueText[] {
  const { command, url } = entry;
  if (command === undefined && url === undefined)
    return [issue(path, 'a server needs command (a program) or url (an address).')];
  if (command !== undefined && url !== undefined)
    return [issue([...path, 'url'], 'a server has a command or a url, not both; remove one.')];
  const [problem, misplaced] =
    url === undefined
      ? [programProblem(path, command ?? ''), ofAddresses.filter((key) => entry[key] !== undefined)]
      : [addressProblem(path, url), ofPrograms.filter((key) => entry[key] !== undefined)];
  const partner = url === undefined ? 'url' : 'command';
  return [...problem, ...misplaced.map((key) => issue([...path, key], `${key} goes with ${partner}.`))];
}

function programProblem(path: Path, command: string): readonly IssueText[] {
  if (command !== '' && !command.startsWith('-')) return [];
  return [issue([...path, 'command'], `found ${shown(command)}; expected the name of a program.`)];
}

/** Relative to what would depend on who starts Gatehouse. */
function folderIssues(path: Path, { cwd }: ServerEntry): readonly IssueText[] {
  if (cwd === undefined || isAbsolute(cwd) || /^~(?:\/|$)/.test(cwd)) return [];
  return [issue([...path, 'cwd'], `found ${shown(cwd)}; expected an absolute path, or one that begins with ~/.`)];
}

function addressProblem(path: Path, url: string): readonly IssueText[] {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return [];
  return [issue([...path, 'url'], `found ${shown(url)}; expected an address such as https://example.com/mcp.`)];
}

function patternIssues(path: Path, entry: ServerEntry): readonly IssueText[] {
  return (['include', 'exclude'] as const).flatMap((key) =>
    (entry[key] ?? []).flatMap((pattern, at) => {
      const parse = parseSegment(pattern);
      return parse.ok ? [] : [issue([...path, key, at], parse.message)];
    }),
  );
}

function renameIssues(server: string, { tools = {} }: ServerEntry): readonly IssueText[] {
  const holders = new Map<string, string>();
  return Object.entries(tools).flatMap(([tool, { rename }]) => {
    if (rename === undefined) return [];
    const path: Path = ['mcp', 'servers', server, 'tools', tool, 'rename'];
    if (!isNameFor(server, rename))
      return [issue(path, `mcp_${server}_${rename} has more than 64 letters; choose a shorter name.`)];
    const holder = holders.get(rename);
    if (holder !== undefined)
      return [issue(path, `${shown(rename)} is the new name of ${shown(holder)} already; choose another one.`)];
    holders.set(rename, tool);
    return [];
  });
}

function loginIssues(path: Path, { oauth, headers = {} }: ServerEntry): readonly IssueText[] {
  if (oauth === undefined) return [];
  const { clientId, clientSecret, issuer, redirectUri } = oauth;
  const issues: IssueText[] = [];
  if (Object.keys(headers).some((name) => /^authorization$/i.test(name)))
    issues.push(issue(path, 'a server has a header Authorization or a login, not both; remove one.'));
  if (clientSecret !== undefined && (clientId === undefined || issuer === undefined))
    issues.push(issue([...path, 'clientSecret'], 'it needs clientId and issuer: it is sent there and to nobody else.'));
  if (issuer !== undefined && !/^https?:\/\//i.test(issuer))
    issues.push(issue([...path, 'issuer'], `found ${shown(issuer)}; expected an address such as https://example.com.`));
  if (redirectUri !== undefined && !isRedirectUri(redirectUri))
    issues.push(
      issue(
        [...path, 'redirectUri'],
        `found ${shown(redirectUri)}; expected http://127.0.0.1 or http://localhost with a port and a path.`,
      ),
    );
  return issues;
}

function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  const isLoopback = url !== null && ['127.0.0.1', 'localhost'].includes(url.hostname) && url.protocol === 'http:';
  return (
    isLoopback && url.port !== '' && url.href === text && url.search === '' && url.hash === '' && url.username === ''
  );
}

function issue(path: Path, message: string): IssueText {
  return { path, part: 'value', message: `${pathText(path)}: ${message}` };
}
