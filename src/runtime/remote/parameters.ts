// Filters and queries as the parameters of a request.
import type { EventQuery, ToolFilter } from '../../contract/index.ts';

export function filterParameters(filter: ToolFilter): string {
  const { kind, trust, policyClasses, allowedTools, excludedNames, excludedCategories, includeHidden } = filter;
  return parameters({
    kind,
    trust: trust === null || trust === '' ? 'guest' : trust,
    class: policyClasses?.join(','),
    names: allowedTools?.join(','),
    excludedNames: excludedNames?.join(','),
    excludedCategories: excludedCategories?.join(','),
    hidden: includeHidden === true ? 'true' : undefined,
  });
}

export function eventParameters({ kinds, tool, callId, session, since, limit, after }: EventQuery): string {
  return parameters({
    kinds: kinds?.join(','),
    tool,
    call: callId,
    session,
    since: since?.toString(),
    limit: limit?.toString(),
    after: after === undefined ? undefined : `${after.at}:${after.writer}:${after.seq}`,
  });
}

function parameters(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.toString();
}
