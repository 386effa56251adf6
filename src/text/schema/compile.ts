// Turns a JSON Schema into a check, once per schema. Foreign schemas are hostile: nothing is fetched, and each step has a bound.
import type { ValidateFunction } from 'ajv';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { createDialects, type Dialect, type DialectName, type Dialects } from './dialects.ts';
import { numericShadow } from './numeric-shadow.ts';
import { schemaProblem, type SchemaProblem } from './schema-problem.ts';
import { oversize } from './schema-size.ts';
import { BudgetSpent, createWorkBudget, type WorkBudget } from './work-budget.ts';

export type { SchemaProblem } from './schema-problem.ts';

/** The problems of a value, at most 20; none when it fits. Takes raw numbers. */
export type SchemaCheck = (value: JsonValue) => readonly SchemaProblem[];

export interface Schemas {
  /**
   * The check of a schema, compiled on first use and kept under `key` (a hash of the schema). Rejects with a TypeError when the
   * schema is none, is too large, leads outside itself, or has a pattern that cannot be checked in linear time.
   */
  compile(key: string, schema: JsonObject): Promise<SchemaCheck>;
}

const maxProblems = 20;
/** A check that finds all problems: so many at most are made before it gives up. */
const thoroughUnits = 100_000;
/** A check that stops at the first problem: some tenths of a second. */
const quickUnits = 2_000_000;

/** `keep` bounds how many checks are held; the least recently used goes first. */
export function createSchemas(keep = 2000): Schemas {
  // Failures too: a hostile schema must not cost its compilation at every call.
  const kept = new Map<string, SchemaCheck | TypeError>();
  const dialects = createDialects();
  return {
    async compile(key, schema) {
      const check = kept.get(key) ?? (await compileCheck(schema, dialects));
      kept.delete(key);
      kept.set(key, check);
      if (kept.size > keep) kept.delete(kept.keys().next().value ?? key);
      if (check instanceof TypeError) throw check;
      return check;
    },
  };
}

async function compileCheck(schema: JsonObject, dialects: Dialects): Promise<SchemaCheck | TypeError> {
  const tooMuch = oversize(schema);
  if (tooMuch !== null) return unusable(tooMuch);
  // Under its own name a schema could be found by another; an asynchronous one would answer a promise, which is never false.
  const { $id: _id, $schema: named, $async: _async, ...rest } = schema;
  const body = numericShadow(rest);
  const found = await findDialect(body, named, dialects);
  if (!found.ok) return unusable(found.fault);
  try {
    return createCheck(body, found.dialect);
  } catch (cause) {
    if (cause instanceof RangeError) return unusable('it is nested or linked too deeply', cause);
    return unusable(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unusable(why: string, cause?: unknown): TypeError {
  return new TypeError(`The schema cannot be used: ${why}.`, cause === undefined ? {} : { cause });
}

type FoundDialect = { readonly ok: true; readonly dialect: Dialect } | { readonly ok: false; readonly fault: string };

async function findDialect(body: JsonObject, named: JsonValue | undefined, dialects: Dialects): Promise<FoundDialect> {
  const names = dialectNames(typeof named === 'string' ? named : null);
  let fault = '';
  for (const name of names) {
    const dialect = await dialects.load(name);
    const [first] = dialect.faults(body);
    if (first === undefined) return { ok: true, dialect };
    const { path, message } = schemaProblem(first);
    fault ||= `${path === '' ? 'it' : path} ${message}`;
  }
  return { ok: false, fault };
}

/** A schema that does not say what it is may be an older one: lists of `items` mean nothing today. */
function dialectNames(named: string | null): readonly DialectName[] {
  if (named === null) return ['2020-12', 'draft-07'];
  if (/draft-0[3-7]/.test(named)) return ['draft-07'];
  return named.includes('2019-09') ? ['2019-09'] : ['2020-12'];
}

const costsTooMuch: SchemaProblem = {
  path: '',
  message: 'cannot be checked against the schema with reasonable effort',
  expected: 'smaller or simpler arguments',
};

/** Throws as the compiler does. */
function createCheck(body: JsonObject, dialect: Dialect): SchemaCheck {
  const budget = createWorkBudget();
  const thorough = dialect.compile(body, { allErrors: true, budget });
  let quick: ValidateFunction | null = null;
  return (value) => {
    const shadow = numericShadow(value);
    const problems = run(thorough, shadow, { budget, units: thoroughUnits });
    if (problems !== null) return problems;
    quick ??= dialect.compile(body, { allErrors: false, budget });
    return run(quick, shadow, { budget, units: quickUnits }) ?? [costsTooMuch];
  };
}

interface Means {
  readonly budget: WorkBudget;
  readonly units: number;
}

/** Null when it would have cost too much: the budget is spent, or a schema that refers to itself has filled the stack. */
function run(validate: ValidateFunction, value: JsonValue, { budget, units }: Means): readonly SchemaProblem[] | null {
  budget.reset(units);
  try {
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, maxProblems).map(schemaProblem);
  } catch (cause) {
    if (cause instanceof BudgetSpent || cause instanceof RangeError) return null;
    throw cause;
  } finally {
    validate.errors = null;
  }
}
