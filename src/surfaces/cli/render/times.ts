// Points in time for people, in UTC.

/** `2026-01-31 10:00:00`, of an ISO text or milliseconds since the epoch. */
export function timeText(at: string | number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
