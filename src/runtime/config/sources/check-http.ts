// What the schema cannot say of requests that are tools.
import type { IssueText } from '../describe-issue.ts';
import type { HttpEntry } from '../schema/sources/http-schema.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { issue, placeProblem } from './check-cli.ts';

export function checkHttp(path: Path, { file, tools = {} }: HttpEntry): readonly IssueText[] {
  const isEmpty = file === undefined && Object.keys(tools).length === 0;
  return [
    ...issue(path, isEmpty ? 'It needs file or tools: without them it brings nothing.' : null),
    ...issue([...path, 'file'], file === undefined ? null : placeProblem(file)),
  ];
}
