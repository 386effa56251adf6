// Checked by the compiler alone: a handler takes what the gate admitted, and a proof is not made by writing down its members.
import type {
  Admitted,
  CheckedUrl,
  ConfinedPath,
  FileAccess,
  FetchRequest,
  Handler,
  HandlerContext,
  JsonObject,
  NetAccess,
  ToolPorts,
} from '../src/contract/index.ts';

declare const handler: Handler;
declare const context: HandlerContext<keyof ToolPorts>;
declare const admitted: Admitted<JsonObject>;
declare const files: FileAccess;
declare const net: NetAccess;
declare const request: FetchRequest;
declare const bare: JsonObject;

void handler(admitted, context);

// @ts-expect-error: bare arguments were not admitted
void handler(bare, context);
// @ts-expect-error: nor was an object that looks like some
void handler({ path: 'a.txt' }, context);
// @ts-expect-error: the context of a call is no smaller
void handler(admitted, { callId: 'call_1' });

const looksLikePath = { asked: 'a', real: '/a', shown: 'a', action: 'read', identity: { kind: 'absent' } } as const;
// @ts-expect-error: the members of a path are not its proof
export const forgedPath: ConfinedPath = looksLikePath;
// @ts-expect-error: a path in a string was not judged
void files.stat('/etc/passwd');

const looksLikeUrl = { asked: 'http://a/', href: 'http://a/', host: 'a' } as const;
// @ts-expect-error: the members of a URL are not its proof
export const forgedUrl: CheckedUrl = looksLikeUrl;
// @ts-expect-error: a URL in a string was not judged
void net.fetch('http://169.254.169.254/', request);

const { paths, urls } = context;
// @ts-expect-error: the proofs of a call are those that its guards gave
paths['/path'] = looksLikePath;
// @ts-expect-error: the same for URLs
urls['/url'] = looksLikeUrl;

// @ts-expect-error: what one tool was admitted with is not what another is run with
export const other: Admitted<{ readonly command: string }> = admitted;
