// Filters and queries as a request names them: behind the question mark, or in a body.
import {
  longestToolQuery,
  type ApprovalFilter,
  type EventQuery,
  type SearchOptions,
  type ToolFilter,
} from '../../contract/index.ts';
import { cutHead } from '../../text/index.ts';

/** The most that one answer of the API lists; a longer limit means as much as there is to get at once. */
const mostListed = 1000;

export function approvalParameters({ show, limit }: ApprovalFilter): string {
  return parameters({ show, limit: limit === undefined ? undefined : String(Math.min(limit, mostListed)) });
}

export function filterParameters(filter: ToolFilter): string {
  const { kind, trust, policy, policyClasses, allowedTools, excludedNames, excludedCategories, includeHidden } = filter;
  const { allow, deny } = policy === undefined || 'allow' in policy ? (policy ?? {}) : { allow: policy, deny: [] };
  return parameters({
    kind,
    trust: trust === null || trust === '' ? 'guest' : trust,
    class: listed(policyClasses),
    allow: listed(allow),
    deny: listed(deny),
    names: listed(allowedTools),
    excludedNames: listed(excludedNames),
    excludedCategories: listed(excludedCategories),
    hidden: includeHidden === true ? 'true' : undefined,
  });
}

/** Cut as the other side would cut it: a longer query fits into no request. */
export function searchParameters(query: string, { limit, explain }: SearchOptions): string {
  return parameters({
    q: cutHead(query, longestToolQuery).text.toWellFormed(),
    limit: limit?.toString(),
    explain: explain?.toString(),
  });
}

export function eventParameters({ since, limit, ...query }: EventQuery): string {
  return parameters({
    ...namesOf(query),
    since: since?.toString(),
    limit: limit === undefined ? undefined : String(Math.min(Math.max(limit, 0), mostListed)),
  });
}

export function exportBody({
  since,
  limit,
  ...query
}: EventQuery): Readonly<Record<string, string | number | undefined>> {
  return { ...namesOf(query), since, limit };
}

function namesOf({ kinds, tool, callId, session, after }: EventQuery): Readonly<Record<string, string | undefined>> {
  return {
    kinds: listed(kinds),
    tool,
    call: callId,
    session,
    after: after === undefined ? undefined : `${after.at}:${after.writer}:${after.seq}`,
  };
}

function listed(names: readonly string[] | null | undefined): string | undefined {
  return names?.join(',');
}

function parameters(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.toString();
}
