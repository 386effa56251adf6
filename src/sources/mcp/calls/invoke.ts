// Runs one call on its server: only where the server still says of the tool what was accepted, and with its answer checked and told whole.
import {
  CapabilityError,
  type Handler,
  type JsonObject,
  type JsonValue,
  type ToolResult,
} from '../../../contract/index.ts';
import { createSchemas } from '../../../text/index.ts';
import { toolFingerprint, type ServerTool } from '../tools/definition.ts';
import type { CallEnd } from '../asks/run-call.ts';
import { voiceOf, type CallVoice } from '../asks/under-way.ts';
import type { Server } from '../server/server.ts';
import type { ServerSpec } from '../spec/server-spec.ts';
import { answerOf, onceMore } from './answer.ts';
import { toToolResult } from './result.ts';

export interface InvokeNeeds {
  readonly server: Server;
  readonly spec: Pick<ServerSpec, 'name' | 'timeoutMs'>;
  readonly identity: string;
}

export function invokeServerTool(tool: ServerTool, { server, spec, identity }: InvokeNeeds): Handler {
  const fingerprint = toolFingerprint(identity, tool);
  const checkOutput = outputCheck(tool, fingerprint);
  const call = async (args: JsonObject, signal: AbortSignal, voice: CallVoice): Promise<CallEnd> => {
    const { tools } = await server.ready(signal);
    const now = tools.get(tool.name);
    if (now === undefined)
      throw new CapabilityError('drift', `The server ${spec.name} has no tool ${tool.name} any more.`);
    if (toolFingerprint(identity, now) !== fingerprint)
      throw new CapabilityError(
        'drift',
        `The server ${spec.name} says something else of ${tool.name} than what was accepted. The owner looks at it: gatehouse mcp-servers accept ${spec.name}`,
      );
    return server.call(tool, args, { idleMs: spec.timeoutMs, signal, voice });
  };
  return async (args, context) => {
    // Where this process lives on after the call it is to come back when it drops.
    server.keep();
    const end = answerOf(await onceMore(() => call(args, context.signal, voiceOf(context))), spec);
    return 'refused' in end ? refusedCall(end.refused) : checkOutput(toToolResult(end.result));
  };
}

function refusedCall(why: string): ToolResult {
  return { blocks: [{ type: 'text', text: `The server refused the call: ${why}` }], isError: true };
}

type OutputCheck = (result: ToolResult) => Promise<ToolResult>;

/** A result that breaks the schema its own server gave is an error that says so: a program would take it for what it is not. */
function outputCheck({ outputSchema }: ServerTool, fingerprint: string): OutputCheck {
  if (outputSchema === null) return (result) => Promise.resolve(result);
  const schemas = createSchemas(1);
  return async (result) => {
    if (result.isError === true) return result;
    const problem = await outputProblem(outputSchema, result.structured, (schema) =>
      schemas.compile(fingerprint, schema),
    );
    if (problem === null) return result;
    const text = `The server's answer breaks the schema that it gave for it: ${problem}.`;
    return { blocks: [{ type: 'text', text }, ...result.blocks], isError: true };
  };
}

type Compile = (schema: JsonObject) => ReturnType<ReturnType<typeof createSchemas>['compile']>;

async function outputProblem(
  schema: JsonObject,
  value: JsonValue | undefined,
  compile: Compile,
): Promise<string | null> {
  if (value === undefined) return 'it has no structured part';
  try {
    const [first] = (await compile(schema))(value);
    return first === undefined ? null : `${first.path === '' ? 'it' : first.path} ${first.message}`;
  } catch {
    // A schema that cannot be used says nothing of the result, which is text from others either way.
    return null;
  }
}
