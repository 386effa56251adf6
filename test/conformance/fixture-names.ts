// A hop in front of the daemon for the scenarios. They name tools, prompts, resources and questions as their own fixture does, where Gatehouse
// puts the server before the first three and gives each question an id; and each scenario is a session of its own, where Gatehouse keeps one for each token. Nothing else is touched.
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Hop {
  readonly url: string;
  close(): Promise<void>;
}

export interface HopOptions {
  /** Of the daemon, such as `127.0.0.1:4000`. */
  readonly authority: string;
  readonly server: string;
  /** A token that nobody has used. */
  readonly newToken: () => Promise<string>;
}

const isCall = /"(?:tools\/call|resources\/read|prompts\/get)"/;

const ownNames = /("name"\s*:\s*")(?=test_|json_schema_)/g;

/** A scenario of a completion looks for that alone: its client shows no forms, so that the yes is the owner's to say. */
const samplingTool = 'test_input_required_result_sampling';
const formsDeclared = /"elicitation":\{[^{}]*\},?/;

/** The name that the scenario of one question looks for. */
const ownQuestion = 'user_name';
const askingTool = 'test_input_required_result_elicitation';

export async function openHop({ authority, server, newToken }: HopOptions): Promise<Hop> {
  const prefix = `mcp_${server}_`;
  const promptPrefix = `${server}_`;
  const uriPrefix = `gatehouse://${server}/`;
  const ofFixture = (text: string): string =>
    text.replaceAll(`"${prefix}`, '"').replaceAll(`"${promptPrefix}`, '"').replaceAll(`"${uriPrefix}`, '"');
  let question = ownQuestion;
  const namedQuestion = (text: string): string =>
    text.replace(/("inputRequests":\{")([^"]+)/, (_all, before: string, id: string) => {
      question = id;
      return `${before}${ownQuestion}`;
    });
  const tokens = new Map<string, string>();
  let last = '';

  /** One for each session; where there are none, for each call that is not the next round of the one before it. */
  async function tokenFor(session: string | undefined, body: string): Promise<string> {
    const known = session === undefined ? undefined : tokens.get(session);
    if (known !== undefined) return known;
    const isNextRound = body.includes('"inputResponses"') || body.includes('"requestState"');
    if (session === undefined && last !== '' && (isNextRound || !isCall.test(body))) return last;
    last = await newToken();
    return last;
  }

  const hop = createServer((incoming, outgoing) => {
    void carry(incoming, outgoing).catch((error: unknown) => outgoing.destroy(new Error(String(error))));
  });

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const sent = Buffer.concat(chunks).toString();
    const isOfPrompt = /"method"\s*:\s*"(?:prompts\/get|completion\/complete)"/.test(sent);
    const before = isOfPrompt ? promptPrefix : prefix;
    const asksOnce = sent.includes(askingTool);
    const answered = asksOnce ? sent.replace(`"${ownQuestion}":`, `"${question}":`) : sent;
    const declared = sent.includes(samplingTool) ? answered.replace(formsDeclared, '') : answered;
    const body = declared.replaceAll(ownNames, `$1${before}`);
    const shown = (text: string): string => (asksOnce ? namedQuestion(ofFixture(text)) : ofFixture(text));
    const { host, ...headers } = incoming.headers;
    const session = headers['mcp-session-id'];
    const isInitialize = body.includes('"method":"initialize"');
    const token = isInitialize
      ? await newToken()
      : await tokenFor(session === undefined ? undefined : String(session), body);
    const named = headers['mcp-name'];
    const to = send(
      {
        host: '127.0.0.1',
        port: Number(authority.split(':')[1]),
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...headers,
          // A host that somebody forged stays forged.
          host: host === own ? authority : host,
          ...(headers.origin === `http://${own}` ? { origin: `http://${authority}` } : {}),
          ...(typeof named === 'string' && /^(?:test_|json_schema_)/.test(named)
            ? { 'mcp-name': `${before}${named}` }
            : {}),
          authorization: `Bearer ${token}`,
          'content-length': String(Buffer.byteLength(body)),
        },
      },
      (answer) => {
        const given = answer.headers['mcp-session-id'];
        if (isInitialize && typeof given === 'string') tokens.set(given, token);
        const { 'content-length': _length, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest);
        outgoing.flushHeaders();
        answer.setEncoding('utf8');
        let held = '';
        const isStream = answer.headers['content-type']?.includes('event-stream') === true;
        answer.on('data', (chunk: string) => {
          held += chunk;
          // A name may lie across two chunks, but never across two events.
          const whole = isStream ? held.lastIndexOf('\n\n') + 2 : 0;
          if (whole < 2) return;
          outgoing.write(shown(held.slice(0, whole)));
          held = held.slice(whole);
        });
        answer.on('end', () => outgoing.end(shown(held)));
        answer.on('error', () => outgoing.destroy());
        outgoing.on('close', () => answer.destroy());
      },
    );
    to.on('error', () => outgoing.destroy());
    to.end(body);
  }

  await new Promise<void>((resolve) => hop.listen(0, '127.0.0.1', resolve));
  // A TCP server's address.
  const own = `127.0.0.1:${(hop.address() as AddressInfo).port}`;
  return {
    url: `http://${own}/mcp`,
    async close() {
      hop.closeAllConnections();
      await new Promise((resolve) => hop.close(resolve));
    },
  };
}
