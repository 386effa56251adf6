// What the schema cannot say of an OpenAPI document: places that are none, and patterns that are none.
import { compileTargetGlob, type Patterns } from '../../../text/index.ts';
import { shown, type IssueText } from '../describe-issue.ts';
import type { OpenApiEntry } from '../schema/sources/openapi-schema.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { checkSelection, issue, placeProblem } from './check-cli.ts';
import { isAddress } from './settle-openapi.ts';

export function checkOpenApi(path: Path, entry: OpenApiEntry, patterns: Patterns): readonly IssueText[] {
  const { document, server } = entry;
  const isFetched = isAddress(document);
  return [
    ...issue([...path, 'document'], isFetched ? addressProblem(document) : placeProblem(document)),
    ...issue([...path, 'server'], server === undefined ? null : addressProblem(server)),
    ...(['include', 'exclude'] as const).flatMap((key) =>
      (entry[key] ?? []).flatMap((selection, at) => [
        ...checkSelection([...path, key, at], selection, patterns),
        ...(selection.paths ?? []).flatMap((glob, index) =>
          issue([...path, key, at, 'paths', index], globProblem(glob)),
        ),
      ]),
    ),
  ];
}

/** What stands in an address is told to whoever asks what a call does. */
function addressProblem(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || /[\p{Cc}{}\s]/u.test(address))
    return `found ${shown(address)}; expected an http or https address.`;
  return url.username === '' && url.password === '' ? null : 'it holds a user or a password: name a secret under auth.';
}

function globProblem(glob: string): string | null {
  const parsed = compileTargetGlob(glob);
  return parsed.ok ? null : parsed.message;
}
