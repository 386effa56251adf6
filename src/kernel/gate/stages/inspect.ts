// Stage 4: the guards that the tool's mode names look at the world. Whatever cannot be found out counts as the strictest.
import type {
  CheckedUrl,
  ConfinedPath,
  Fact,
  GuardFinding,
  GuardRequest,
  JsonObject,
  Target,
  Tool,
} from '../../../contract/index.ts';
import { pointerGet } from '../../../text/index.ts';
import { faultText } from '../frame/fault.ts';
import type { GateDeps } from '../frame/gate-deps.ts';
import { go, type Step } from '../frame/step.ts';
import { targetValues } from '../frame/target-values.ts';
import type { Validated } from './validate.ts';

export interface Inspected extends Validated {
  readonly action: string | null;
  readonly facts: readonly Fact[];
  readonly targets: readonly Target[];
  readonly paths: Readonly<Record<string, ConfinedPath>>;
  readonly urls: Readonly<Record<string, CheckedUrl>>;
}

const none: readonly never[] = Object.freeze([]);
const nothing = Object.freeze({});

export async function inspect(validated: Validated, deps: GateDeps, explaining: boolean): Promise<Step<Inspected>> {
  const { tool, args, call } = validated;
  const action = actionOf(tool, args);
  const stated = statedTargets(tool, args);
  const guards = deps.findMode(tool.mode)?.guards ?? none;
  if (guards.length === 0) {
    return go({ ...validated, action, facts: none, targets: stated, paths: nothing, urls: nothing });
  }
  const request: GuardRequest = { tool, arguments: args, caller: call.caller, targets: stated, explaining };
  const findings = await askAll(guards, request, deps);
  return go({
    ...validated,
    action,
    facts: findings.flatMap((finding) => finding.facts),
    targets: resolvedTargets(stated, findings),
    paths: Object.assign({}, ...findings.map((finding) => finding.paths)),
    urls: Object.assign({}, ...findings.map((finding) => finding.urls)),
  });
}

/** A guard that does not answer in time is no answer: the call is refused, and not kept waiting for ever. */
async function askAll(
  names: readonly string[],
  request: GuardRequest,
  deps: GateDeps,
): Promise<readonly GuardFinding[]> {
  const found = new Map<string, GuardFinding>();
  const all = Promise.all(names.map(async (name) => found.set(name, await ask(name, request, deps))));
  const { guardMs } = deps.limits;
  const time = Promise.withResolvers<void>();
  const cancel = deps.clock.after(guardMs, time.resolve);
  await Promise.race([all, time.promise]);
  cancel();
  return names.map(
    (name) => found.get(name) ?? unknownFinding(name, `The guard ${name} did not answer within ${guardMs} ms.`),
  );
}

async function ask(name: string, request: GuardRequest, { guards, redact }: GateDeps): Promise<GuardFinding> {
  const guard = guards.get(name);
  if (guard === undefined) return unknownFinding(name, `There is no guard named ${name} here.`);
  try {
    return await guard.inspect(request);
  } catch (cause) {
    return unknownFinding(name, redact(`The guard ${name} failed: ${faultText(cause)}`));
  }
}

function unknownFinding(guard: string, text: string): GuardFinding {
  const fact: Fact = { guard, name: 'guard_failed', value: null, verdict: 'unknown', targets: none, text };
  return { facts: [fact], targets: none, paths: nothing, urls: nothing };
}

function actionOf(tool: Tool, args: JsonObject): string | null {
  if (tool.actionPointer === null) return null;
  const value = pointerGet(args, tool.actionPointer);
  return typeof value === 'string' ? value : null;
}

function statedTargets(tool: Tool, args: JsonObject): readonly Target[] {
  if (tool.targets.length === 0) return none;
  const targets: Target[] = [];
  for (const target of tool.targets) {
    for (const found of targetValues(args, target)) {
      // Validated to be nothing but texts.
      if (found.kind === 'problem' || typeof found.value !== 'string') continue;
      const { pointer, value } = found;
      targets.push({ kind: target.kind, action: target.action, value, pointer, identity: null });
    }
  }
  return targets;
}

/** A guard's word on a pointer replaces what the arguments stated there; targets it found besides are added. */
function resolvedTargets(stated: readonly Target[], findings: readonly GuardFinding[]): readonly Target[] {
  const found = findings.flatMap((finding) => finding.targets);
  if (found.length === 0) return stated;
  const spoken = new Set(found.map((target) => target.pointer));
  return [...stated.filter((target) => !spoken.has(target.pointer)), ...found];
}
