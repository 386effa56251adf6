// Calls one operation: at the address that was judged, with what the arguments and the owner's configuration put into the request.
import type {
  Admitted,
  FetchRequest,
  Handler,
  HandlerContext,
  HttpMethod,
  JsonObject,
  ToolPorts,
  ToolResult,
} from '../../../contract/index.ts';
import { own } from '../../../text/index.ts';
import type { SecretNeeds } from '../../http/values.ts';
import type { ApiMethod } from '../document/operations.ts';
import type { OpenApiSettings } from '../openapi-settings.ts';
import type { CallPlan } from './call-plan.ts';
import { carryCredentials, type Carried } from './credentials.ts';
import { encodeBody, type EncodedBody } from './encode-body.ts';
import { argumentHeaders, headerText } from './headers.ts';
import { apiResult, maxBodyBytes } from './result.ts';

export function invokeOperation(
  plan: CallPlan,
  settings: Pick<OpenApiSettings, 'headers' | 'timeoutMs'>,
  needs: SecretNeeds,
): Handler {
  const { access, isMain } = plan;
  const wanted = { credentials: access.credentials, headers: settings.headers, isMain };
  return async (args, context) => {
    if (access.missing !== null) return notSent(plan.name, access.missing);
    const made = makeRequest(plan, args);
    if ('problem' in made) return notSent(plan.name, made.problem);
    const carrying = await carryCredentials(wanted, needs);
    if (!carrying.ok) return notSent(plan.name, carrying.problems.join('\n'));
    return send({ ...made, carried: carrying.carried }, context, settings.timeoutMs);
  };
}

interface MadeRequest {
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly (readonly [string, string])[];
  readonly body: string | null;
}

const methods: Readonly<Record<ApiMethod, HttpMethod>> = {
  get: 'GET',
  head: 'HEAD',
  options: 'OPTIONS',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

const acceptAnything = '*/*;q=0.5';

function makeRequest(plan: CallPlan, args: Admitted<JsonObject>): MadeRequest | { readonly problem: string } {
  const { headers, cookies, unfit } = argumentHeaders(plan.args.parameters, args);
  if (unfit.length > 0) return { problem: `A control character cannot be sent in a header: ${unfit.join(', ')}.` };
  const body = bodyOf(plan, args);
  if (body === 'unfit') return { problem: 'The argument body is not what is sent: see the schema of the tool.' };
  return {
    method: methods[plan.method],
    headers: {
      accept: [...(plan.accepts.length === 0 ? ['application/json'] : plan.accepts), acceptAnything].join(', '),
      'user-agent': 'Gatehouse',
      ...headers,
      ...(body === null ? {} : { 'content-type': body.contentType }),
    },
    cookies,
    body: body?.text ?? null,
  };
}

/** Null where none is sent. */
function bodyOf({ args: { body: plan } }: CallPlan, args: JsonObject): EncodedBody | 'unfit' | null {
  const given = own(args, 'body');
  if (plan === null || given === undefined) return null;
  return encodeBody(plan, given) ?? 'unfit';
}

async function send(
  request: MadeRequest & { readonly carried: Carried },
  { urls, ports, signal }: HandlerContext<keyof ToolPorts>,
  timeoutMs: number,
): Promise<ToolResult> {
  const url = urls[''];
  if (url === undefined) throw new Error('The address of the operation came without a proof that it was checked.');
  const { carried, method, body } = request;
  const cookies = [...request.cookies, ...carried.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const carriedHeaders = Object.entries(carried.headers).map(([name, value]) => [name, headerText(value)]);
  const wanted: FetchRequest = {
    method,
    headers: {
      ...request.headers,
      ...(cookies === '' ? {} : { cookie: cookies }),
      ...Object.fromEntries(carriedHeaders),
    },
    ...(body === null ? {} : { body }),
    fill: carried.fill,
    maxBytes: maxBodyBytes,
    withinMs: timeoutMs,
    signal,
  };
  return apiResult(await ports.net.fetch(url, wanted), url.href);
}

function notSent(name: string, why: string): ToolResult {
  return { blocks: [{ type: 'text', text: `${name} was not called: nothing was sent.\n${why}` }], isError: true };
}
