// The headers and cookies that arguments fill.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { holeText, isList, isObject, percentEncode } from '../../../text/index.ts';
import type { ParameterPlan } from '../tools/arguments.ts';

export interface ArgumentHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly (readonly [string, string])[];
  /** Names of arguments that cannot stand in a header. */
  readonly unfit: readonly string[];
}

export function argumentHeaders(parameters: readonly ParameterPlan[], args: JsonObject): ArgumentHeaders {
  const headers: Record<string, string> = {};
  const cookies: [string, string][] = [];
  const unfit: string[] = [];
  for (const plan of parameters) {
    const value = Object.hasOwn(args, plan.property) ? (args[plan.property] ?? null) : null;
    if (value === null || (plan.place !== 'header' && plan.place !== 'cookie')) continue;
    const text = valueText(plan, value);
    if (/\p{Cc}/u.test(text)) unfit.push(plan.property);
    else if (plan.place === 'header') headers[plan.name.toLowerCase()] = headerText(text);
    else cookies.push([plan.name, percentEncode(text, cookieMarks)]);
  }
  return { headers, cookies, unfit };
}

/** Of the characters that a cookie may hold as they are. */
const cookieMarks = ":/!$'()*@";

function valueText({ style, name, explode }: ParameterPlan, value: JsonValue): string {
  if (style === 'json' || (isList(value) && value.some(isObject))) return JSON.stringify(value);
  return holeText({ pointer: '', encode: 'raw', style: 'simple', name, explode }, value);
}

/** A header is bytes: what is no ASCII goes as UTF-8. */
export function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
