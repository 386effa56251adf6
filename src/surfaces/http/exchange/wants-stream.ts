// Whether a client asks for its answer as server-sent events.

export function wantsStream(headers: Headers): boolean {
  return /(?:^|,)\s*text\/event-stream\s*(?:[;,]|$)/i.test(headers.get('accept') ?? '');
}
