// Ajv's keywords with what foreign schemas make necessary: each evaluation is paid for, and nothing is quadratic or inherited.
import type { _, Ajv, KeywordCxt, Name } from 'ajv';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { WorkBudget } from './work-budget.ts';

/** What ajv writes code with. Passed in, since ajv is loaded on the first check only. */
export interface CodeWords {
  readonly _: typeof _;
  readonly Name: typeof Name;
}

/** Keywords that look at each item, member or character of the value. */
const looping: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'format',
  'items',
  'maxLength',
  'maxProperties',
  'minLength',
  'minProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Changes the keywords of this one instance. Before anything is compiled with it. */
export function guardKeywords(ajv: Ajv, budget: WorkBudget, words: CodeWords): void {
  replaceUniqueItems(ajv, budget);
  for (const rule of Object.values(ajv.RULES.all)) {
    if (typeof rule !== 'object' || !('code' in rule.definition)) continue;
    const { definition } = rule;
    const { code } = definition;
    rule.definition = {
      ...definition,
      code(cxt, ruleType) {
        charge(cxt, budget, words);
        if (cxt.keyword === 'unevaluatedProperties') disinherit(cxt, words);
        code(cxt, ruleType);
      },
    };
  }
}

/** Writes the payment in front of the code of a keyword. */
function charge({ gen, keyword, schema, data }: KeywordCxt, budget: WorkBudget, { _ }: CodeWords): void {
  const paid = gen.scopeValue('obj', { ref: budget });
  const own = 1 + (keyword === 'enum' || keyword === 'const' ? nodesOf(schema) : budget.sizeOf(schema));
  gen.code(looping.has(keyword) ? _`${paid}.spend(${own} + ${paid}.sizeOf(${data}))` : _`${paid}.spend(${own})`);
}

/** Ajv notes evaluated names in an ordinary object, where `constructor` and its like would count as evaluated. */
function disinherit({ gen, it }: KeywordCxt, { _, Name: NameClass }: CodeWords): void {
  const { props } = it;
  if (props instanceof NameClass) gen.code(_`if (typeof ${props} == "object") Object.setPrototypeOf(${props}, null)`);
}

/** Ajv's own compares every item with every other one. */
function replaceUniqueItems(ajv: Ajv, budget: WorkBudget): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not hold the same item twice' },
    errors: false,
    validate: (isWanted: boolean, items: readonly JsonValue[]) => !isWanted || areUnique(items, budget),
  });
}

function areUnique(items: readonly JsonValue[], budget: WorkBudget): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = textOf(item);
    budget.spend(1 + (text.length >> 6));
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** Canonical where it can be: a number beyond a double has become Infinity on its way here, and JSON.stringify knows what to do. */
function textOf(item: JsonValue): string {
  try {
    return canonicalJson(item);
  } catch {
    return JSON.stringify(item);
  }
}

/** Comparing with a value costs what it holds. */
function nodesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + nodesOf(child), 1);
}
