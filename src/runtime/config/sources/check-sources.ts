// What the schema cannot say of sources, by their kinds.
import { commandFamily } from '../../../sources/index.ts';
import type { Patterns } from '../../../text/index.ts';
import type { ConfigFile } from '../config-schema.ts';
import type { IssueText } from '../describe-issue.ts';
import type { SourceEntry } from '../schema/sources-schema.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { checkCli, issue } from './check-cli.ts';
import { checkHttp } from './check-http.ts';
import { checkOpenApi } from './check-openapi.ts';

export function checkSources({ sources = {}, mcp }: ConfigFile, patterns: Patterns): readonly IssueText[] {
  return Object.entries(sources).flatMap(([name, entry]) => {
    const path = ['sources', name];
    const taken = reservedNames.includes(name)
      ? issue(path, `${name} says where tools of Gatehouse come from. Give the source another name.`)
      : [];
    // A profile, a review and a record name either by this name alone.
    const twice = Object.hasOwn(mcp?.servers ?? {}, name)
      ? issue(path, `${name} is the name of an MCP server too (mcp.servers). Give one of them another name.`)
      : [];
    return [...taken, ...twice, ...issuesOf(path, entry, patterns)];
  });
}

/** What has one of them as its source is taken for our own. */
const reservedNames: readonly string[] = ['builtin', commandFamily.source];

function issuesOf(path: Path, entry: SourceEntry, patterns: Patterns): readonly IssueText[] {
  switch (entry.kind) {
    case 'cli':
      return checkCli(path, entry, patterns);
    case 'http':
      return checkHttp(path, entry);
    case 'openapi':
      return checkOpenApi(path, entry, patterns);
  }
}
