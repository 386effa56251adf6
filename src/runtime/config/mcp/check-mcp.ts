// What the schema cannot say of MCP servers: that each is a program or an address, and which settings go with which.
import { parseSegment } from '../../../text/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import { pathText, shown, type IssueText } from '../describe-issue.ts';
import type { ServerEntry } from '../schema/mcp-schema.ts';
import type { Path } from '../yaml/read-yaml.ts';

const ofPrograms = ['args', 'env', 'passEnv'] as const;

export function checkMcp({ mcp = {} }: ConfigFile): readonly IssueText[] {
  return Object.entries(mcp.servers ?? {}).flatMap(([name, entry]) => {
    const path: Path = ['mcp', 'servers', name];
    return [...kindIssues(path, entry), ...patternIssues(path, entry)];
  });
}

function kindIssues(path: Path, { command, url, ...rest }: ServerEntry): readonly IssueText[] {
  if (command === undefined && url === undefined)
    return [issue(path, 'a server needs command (a program) or url (an address).')];
  if (command !== undefined && url !== undefined)
    return [issue([...path, 'url'], 'a server has a command or a url, not both; remove one.')];
  if (command !== undefined) {
    const program = command === '' || command.startsWith('-') ? [issue([...path, 'command'], `found ${shown(command)}; expected the name of a program.`)] : [];
    return rest.headers === undefined ? program : [...program, issue([...path, 'headers'], 'headers go with url.')];
  }
  const isWeb = /^https?:\/\//i.test(url ?? '') && URL.canParse(url ?? '');
  const address = isWeb ? [] : [issue([...path, 'url'], `found ${shown(url ?? null)}; expected an address such as https://example.com/mcp.`)];
  const misplaced = ofPrograms.filter((key) => rest[key] !== undefined);
  return [...address, ...misplaced.map((key) => issue([...path, key], `${key} goes with command.`))];
}

function patternIssues(path: Path, entry: ServerEntry): readonly IssueText[] {
  return (['include', 'exclude'] as const).flatMap((key) =>
    (entry[key] ?? []).flatMap((pattern, at) => {
      const parse = parseSegment(pattern);
      return parse.ok ? [] : [issue([...path, key, at], parse.message)];
    }),
  );
}

function issue(path: Path, message: string): IssueText {
  return { path, part: 'value', message: `${pathText(path)}: ${message}` };
}
