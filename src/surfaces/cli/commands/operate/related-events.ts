// Finds all that is recorded of a call, or of a request for approval and the calls that asked for it and ran it.
import type { ApprovalView, EventQuery, JsonValue, RecordedEvent, Runtime } from '../../../../contract/index.ts';

/** In the order of the record. */
export function eventsOfCall(callId: string, runtime: Runtime): Promise<readonly RecordedEvent[]> {
  return allOf({ callId }, runtime);
}

/** Clocks of processes may differ a little. */
const clockSlackMs = 60_000;

export async function eventsOfApproval(approval: ApprovalView, runtime: Runtime): Promise<readonly RecordedEvent[]> {
  const since = Date.parse(approval.createdAt) - clockSlackMs;
  const ofTool = await allOf({ tool: approval.tool, since }, runtime);
  const about = ofTool.filter(
    ({ envelope }) => envelope['approval'] === approval.id || envelope['replacement'] === approval.id,
  );
  const calls = new Set(
    about.flatMap(({ envelope }) => (typeof envelope['call'] === 'string' ? [envelope['call']] : [])),
  );
  return ofTool.filter((event) => about.includes(event) || isOneOf(calls, event.envelope['call']));
}

function isOneOf(ids: ReadonlySet<string>, id: JsonValue | undefined): boolean {
  return typeof id === 'string' && ids.has(id);
}

const pageSize = 1000;

async function allOf(query: EventQuery, runtime: Runtime): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let after: NonNullable<EventQuery['after']> = { at: 0, writer: '', seq: 0 };
  for (;;) {
    const page = await runtime.events({ ...query, after, limit: pageSize });
    events.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return events;
    after = { at: last.at, writer: last.writer, seq: last.seq };
  }
}
