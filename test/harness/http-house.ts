// HTTP tools behind a whole gate with the real guards and network, and a server on loopback that they may call.
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonValue, Outcome, ToolPorts } from '../../src/contract/index.ts';
import {
  createNetAccess,
  createNetGuard,
  createNetPolicy,
  createRedactor,
  createSecretsGuard,
  type Redactor,
} from '../../src/host/index.ts';
import { httpTools, type HttpSettings, type HttpToolSettings } from '../../src/sources/index.ts';
import { createTestGate, type TestGate } from './test-gate.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

export interface ApiForTest {
  readonly origin: string;
  readonly seen: Seen[];
}

export async function apiForTest(answer: (seen: Seen) => Answer = () => ({ body: 'ok' })): Promise<ApiForTest> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const each = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(each);
      const given = answer(each);
      response.writeHead(given.status ?? 200, given.headers).end(given.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // `listen` on a port makes the address an object.
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export interface HttpHouseOptions extends Partial<Omit<HttpSettings, 'manifest'>> {
  /** The text of tools.txt. */
  readonly lines?: string;
  readonly listed?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

type WebTools = Awaited<ReturnType<typeof httpTools>>['tools'];

export interface WebHouse extends TestGate {
  /** The text of a call that ran. */
  run(
    tool: string,
    args?: JsonValue,
  ): Promise<{ readonly text: string; readonly isError: boolean; readonly outcome: Outcome }>;
}

export interface HttpHouse extends WebHouse {
  readonly left: readonly string[];
  readonly names: readonly string[];
  readonly tools: WebTools;
}

export const httpEntry = (more: Partial<HttpToolSettings>): HttpToolSettings => ({
  description: null,
  method: null,
  url: null,
  headers: null,
  body: null,
  parameters: null,
  filter: null,
  extract: null,
  timeoutMs: null,
  ...more,
});

export async function httpHouse({
  lines,
  listed = [],
  secrets = {},
  env = {},
  ...more
}: HttpHouseOptions): Promise<HttpHouse> {
  const redactor = createRedactor();
  const manifest = lines === undefined ? null : { file: 'tools.txt', text: lines };
  const { tools, left } = await httpTools(
    { source: 'api', manifest, values: {}, tools: {}, ...more },
    {
      env,
      secretValue: async (name) => secrets[name] ?? Promise.reject(new Error(`There is no secret ${name}.`)),
      registerSecret: redactor.register,
    },
  );
  const house = await webHouse(tools, { listed, redactor });
  return { ...house, left, names: tools.map(({ tool }) => tool.name), tools };
}

/** A gate with the guards and the network of tools that send requests, to the origins that are listed. */
export async function webHouse(
  tools: WebTools,
  { listed, redactor }: { readonly listed: readonly string[]; readonly redactor: Redactor },
): Promise<WebHouse> {
  const policy = createNetPolicy({ internalOrigins: listed, blockedHosts: [], allowedHosts: [] });
  const net = createNetAccess({ policy });
  const gate = await createTestGate({
    tools: tools.map((each) => ({ ...each, runs: [] })),
    guards: { net: createNetGuard({ policy }).inspect, secrets: createSecretsGuard(redactor).inspect },
    mode: 'full-auto',
    // What the flow of a session asks about is tested elsewhere.
    settings: { flow: 'off' },
    redact: redactor.redact,
    // These tools take no other port.
    ports: () => ({ net }) as ToolPorts,
  });
  const run: WebHouse['run'] = async (tool, args = {}) => {
    const outcome = await gate.call(tool, args);
    if (outcome.kind !== 'completed') return { text: JSON.stringify(outcome), isError: true, outcome };
    const text = outcome.observation.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
    return { text, isError: outcome.observation.isError === true, outcome };
  };
  return { ...gate, run };
}
