// Stage 3: the arguments, lossless and as the schema wants them. What is approved later is exactly what was validated here.
import {
  bridges,
  type ArgumentProblem,
  type JsonObject,
  type JsonValue,
  type TargetPointer,
  type Tool,
} from '../../../contract/index.ts';
import { coerceArguments } from '../../../text/index.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import type { ReadCall } from '../frame/read-call.ts';
import { targetValues } from '../frame/target-values.ts';
import type { Resolved } from './resolve.ts';
import { go, refuse, type Step } from '../frame/step.ts';

export interface Validated {
  readonly call: ReadCall;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** Texts that were read as what the schema wants. Recorded. */
  readonly coercions: readonly JsonObject[];
}

/** Of a schema that is told with a refusal, so that a model whose call did not fit needs no other one. Nearly all are far below it. */
const longestSchema = 16_000;

export async function validate(resolved: Resolved, deps: GateDeps): Promise<Step<Validated>> {
  const { tool, read, call } = resolved;
  if (!read.ok) return invalid(tool, [read.problem]);
  const coerced = coerceArguments(tool.parameters, read.value);
  const problems = await deps.checkSchema(tool, coerced.value);
  if (problems.length > 0) return invalid(tool, problems);
  const unclean = uncleanTargets(tool, coerced.value);
  if (unclean.length > 0) return invalid(tool, unclean);
  const coercions = coerced.coercions.map(({ path, to }) => ({ path, to }));
  return go({ call, tool, args: coerced.value, coercions });
}

function invalid(tool: Tool, problems: readonly ArgumentProblem[]): Step<never> {
  const first = problems[0];
  const where = first === undefined || first.path === '' ? 'The arguments' : first.path;
  const isShort = JSON.stringify(tool.parameters).length <= longestSchema;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return refuse('validate', 'invalid_arguments', {
    reason: `${where}: ${first?.message.replace(/\.$/, '') ?? 'not valid'}; expected ${first?.expected ?? 'what the schema says'}${more}. Nothing was run.`,
    hint: `Call ${tool.name} again with arguments that fit its schema.${isShort ? '' : ` ${bridges.describe} tells it: it is too long for here.`}`,
    problems,
    schema: isShort ? tool.parameters : null,
  });
}

/** What a call acts on must be a text, and the one that people read: no NUL or control byte in a path, a URL, a host or a name. */
function uncleanTargets(tool: Tool, args: JsonObject): readonly ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  for (const target of tool.targets) {
    for (const found of targetValues(args, target)) {
      const problem = found.kind === 'problem' ? found.problem : problemOf(target.kind, found);
      if (problem !== null) problems.push(problem);
    }
  }
  return problems;
}

function problemOf(
  kind: TargetPointer['kind'],
  { pointer: path, value }: { readonly pointer: string; readonly value: JsonValue },
): ArgumentProblem | null {
  // What names no text names nothing that a rule or a guard could look at.
  if (typeof value !== 'string')
    return { path, message: 'names what the call acts on and is no text', expected: 'a text, or a list of texts' };
  // Commands may hold newlines.
  const banned = kind === 'command' ? /\0/ : /\p{Cc}/u;
  if (banned.test(value))
    return { path, message: 'holds a control character', expected: 'text without control characters' };
  if (kind !== 'url' || /^https?:\/\//i.test(value.trim())) return null;
  return { path, message: 'is not an http or https URL', expected: 'a URL that starts with http:// or https://' };
}
