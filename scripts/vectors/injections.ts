// Vectors of injections: plays each case on the real gate, and says whether the text was wrapped and recorded and the call held.
import { z } from 'zod';
import type { Effect, Explanation, JsonValue, Outcome } from '../../src/contract/index.ts';
import { neutraliseForModel } from '../../src/text/index.ts';
import { attackTool, strangersTool } from './injections/attack-tool.ts';
import { injectionCase, type AttackCall, type InjectionCase } from './injections/injection-case.ts';
import { openStage, type Prop, type Stage } from './injections/stage.ts';
import { readLines } from './read-lines.ts';
import type { VectorKind, VectorResult } from './vector-kind.ts';

export const injectionVectors: VectorKind = async (path) => {
  const results: VectorResult[] = [];
  for (const [index, line] of (await readLines(path)).entries()) results.push(await run(line, index));
  return results;
};

async function run(line: unknown, index: number): Promise<VectorResult> {
  const parse = injectionCase.safeParse(line);
  if (!parse.success) {
    const got = z.prettifyError(parse.error);
    return { id: `case ${index + 1}`, why: 'not of this kind', passed: false, expected: 'an injection vector', got };
  }
  const item = parse.data;
  const { wrapped, provenance, min_effect: least, max_effect: most } = item.expect;
  const expected = JSON.stringify({ wrapped, provenance, least, most });
  try {
    const faults = await play(item);
    return { id: item.id, why: item.class, passed: faults.length === 0, expected, got: faults.join('; ') };
  } catch (cause) {
    return { id: item.id, why: item.class, passed: false, expected, got: `thrown: ${String(cause)}` };
  }
}

const carrierName = 'carrier';
const privateName = 'private_read';

/** What is not as stated, in words. */
async function play(item: InjectionCase): Promise<readonly string[]> {
  const attack = item.attack_call === null ? null : attackTool(item.attack_call);
  const props: Prop[] = [carrierOf(item)];
  if (item.private.length > 0) props.push({ tool: privateTool(), returns: item.private.join('\n') });
  if (attack?.tool) props.push({ tool: attack.tool, returns: 'done' });
  const stage = await openStage(item.mode, props);
  try {
    const faults = item.carrier === null ? [] : await carry(item, stage);
    if (item.private.length > 0) expectCompleted(await stage.call(privateName, {}));
    if (item.attack_call === null || attack === null) return faults;
    return [...faults, ...(await attackFaults(item, { ...item.attack_call, tool: attack.name }, stage))];
  } finally {
    await stage.close();
  }
}

/** A description reaches the agent when it asks for it, everything else as a result. */
function carrierOf({ carrier, text }: InjectionCase): Prop {
  const said = text ?? '';
  if (carrier?.kind === 'tool_description')
    return { tool: strangersTool(carrierName, { description: said }), returns: 'done' };
  return { tool: strangersTool(carrierName), returns: said };
}

function privateTool() {
  return { ...strangersTool(privateName), untrustedResult: false, ownerOnly: true };
}

async function carry({ carrier, text, expect }: InjectionCase, stage: Stage): Promise<readonly string[]> {
  const described = carrier?.kind === 'tool_description';
  const outcome = described
    ? await stage.call('describe_tool', { tool_name: carrierName })
    : await stage.call(carrierName, {});
  const { observation } = expectCompleted(outcome);
  const faults = expect.wrapped ? wrapFaults(observation.text, text ?? '') : [];
  if (expect.provenance === undefined) return faults;
  const [end] = (await stage.events(outcome.callId)).filter(({ kind }) => kind === 'tool_executed');
  const recorded = end?.envelope['result'];
  const stated = { source: 'mcp:stranger', tool: carrierName, trust: expect.provenance };
  for (const [where, label] of [
    ['the observation', { ...observation.label }],
    ['the record', recorded],
  ] as const) {
    if (!holds(label, stated)) faults.push(`${where} is labelled ${JSON.stringify(label)}`);
  }
  return faults;
}

function holds(label: JsonValue | undefined, stated: Readonly<Record<string, string>>): boolean {
  const members = typeof label === 'object' && label !== null ? Object.entries(label) : [];
  return Object.entries(stated).every(([name, value]) =>
    members.some(([key, found]) => key === name && found === value),
  );
}

const markers = /[<＜﹤][\s/]*untrusted/gi;
const opening = /^<untrusted-content-([A-Za-z0-9]{8,64}) source="[^"\n]*">\n/;
/** What a reader does not see, but for line ends and tabs. Joiners inside words are left where scripts need them. */
const unseen = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u{E0000}-\u{E007F}]/u;

function wrapFaults(shown: string, payload: string): string[] {
  const nonce = opening.exec(shown)?.[1];
  if (nonce === undefined) return ['it does not begin with a marker'];
  const closing = `\n</untrusted-content-${nonce}>`;
  const faults: string[] = [];
  if (!shown.endsWith(closing)) faults.push('it does not end with the marker of its nonce');
  if (shown.match(markers)?.length !== 2) faults.push('there is more than one pair of markers');
  const inside = shown.slice(shown.indexOf('\n') + 1, shown.length - closing.length);
  if (!holdsPayload(inside, payload)) faults.push('the payload is not between the markers');
  if (unseen.test(inside.replaceAll(/[\n\r\t]/g, ''))) faults.push('invisible characters are left');
  return faults;
}

/** As it is, or as JSON writes it; what was broken or written out has to be there in its neutral form. */
function holdsPayload(inside: string, payload: string): boolean {
  const plain = (text: string) => text.replaceAll('¦', '');
  const neutral = neutraliseForModel(payload);
  return [neutral, JSON.stringify(neutral).slice(1, -1)].some((form) => plain(inside).includes(plain(form)));
}

const order: readonly Effect[] = ['ALLOW', 'ASK', 'DENY'];
const rank = (effect: 'NONE' | Effect): number => (effect === 'NONE' ? 0 : order.indexOf(effect));

async function attackFaults(item: InjectionCase, call: AttackCall, stage: Stage): Promise<readonly string[]> {
  // What a line of JSON holds is JSON.
  const args = call.args as JsonValue;
  const explanation = await stage.explain(call.tool, args, item.user_text ?? undefined);
  const met = effectOf(explanation);
  const { min_effect: least, max_effect: most } = item.expect;
  if (rank(met) >= rank(least) && rank(met) <= rank(most)) return [];
  const reasons = explanation.decision?.reasons.map(({ source, id, effect }) => `${effect} by ${source} ${id}`) ?? [];
  return [`the call meets ${met} (${reasons.join(', ')})`];
}

function effectOf({ decision }: Explanation): Effect {
  return decision?.effect ?? 'DENY';
}

function expectCompleted(outcome: Outcome): Extract<Outcome, { kind: 'completed' }> {
  if (outcome.kind === 'completed') return outcome;
  throw new Error(`the text did not come: ${JSON.stringify(outcome)}`);
}
