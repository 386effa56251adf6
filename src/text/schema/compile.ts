// Turns a JSON Schema into a check, once per schema. Foreign patterns run in linear time; nothing is ever fetched.
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import type { JsonObject } from '../json/json-value.ts';
import { escapePointerSegment } from '../json/pointer.ts';

/** One thing wrong with a value. `path` is a JSON pointer, empty for the whole. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
  readonly expected: string;
}

export type SchemaCheck = (value: unknown) => readonly SchemaProblem[];

export interface Schemas {
  /**
   * The check of a schema, compiled on first use and kept under `key` (a hash of the schema). Rejects with a TypeError when the
   * schema itself is not one.
   */
  compile(key: string, schema: JsonObject): Promise<SchemaCheck>;
}

const maxProblems = 20;

/** `keep` bounds how many compiled checks are held; the least recently used goes first. */
export function createSchemas(keep = 2000): Schemas {
  const checks = new Map<string, SchemaCheck>();
  let compilers: Promise<Compilers> | null = null;
  return {
    async compile(key, schema) {
      const known = checks.get(key);
      if (known !== undefined) return known;
      compilers ??= loadCompilers();
      const check = compileCheck(await compilers, schema);
      if (checks.size >= keep) checks.delete(checks.keys().next().value ?? '');
      checks.set(key, check);
      return check;
    },
  };
}

interface Compilers {
  readonly draft2020: (schema: JsonObject) => ValidateFunction;
  readonly draft07: (schema: JsonObject) => ValidateFunction;
}

async function loadCompilers(): Promise<Compilers> {
  const [modern, older, formats, linear] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv'),
    import('ajv-formats'),
    import('re2js'),
  ]);
  const options: Options = {
    strict: false,
    allErrors: true,
    validateSchema: true,
    addUsedSchema: false,
    inlineRefs: false,
    logger: false,
    code: { regExp: linearRegExp(linear.RE2JS) },
  };
  const draft2020 = new modern.Ajv2020(options);
  const draft07 = new older.Ajv(options);
  for (const instance of [draft2020, draft07]) formats.default.default(instance);
  return { draft2020: (schema) => draft2020.compile(schema), draft07: (schema) => draft07.compile(schema) };
}

/** Ajv asks for something like RegExp; RE2 answers `test` in time linear in the text, where a backtracking engine can be made to hang. */
function linearRegExp(engine: typeof import('re2js').RE2JS) {
  const build = (pattern: string) => {
    const compiled = engine.compile(engine.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  };
  // Ajv prints this name into generated code; it is never evaluated, since standalone code is not used.
  build.code = 'linearRegExp';
  return build;
}

function compileCheck(compilers: Compilers, schema: JsonObject): SchemaCheck {
  const { $id: _id, $schema: dialect, ...rest } = schema;
  const older = typeof dialect === 'string' && /draft-0[467]/.test(dialect);
  const validate = compileOrExplain(older ? compilers.draft07 : compilers.draft2020, rest);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, maxProblems).map(toProblem);
  };
}

function compileOrExplain(compile: (schema: JsonObject) => ValidateFunction, schema: JsonObject): ValidateFunction {
  try {
    return compile(schema);
  } catch (cause) {
    throw new TypeError(`The schema cannot be compiled: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function toProblem(error: ErrorObject): SchemaProblem {
  const params: Record<string, unknown> = error.params;
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
    return { path: `${error.instancePath}/${escapePointerSegment(name)}`, message: `unknown parameter ${JSON.stringify(name)}`, expected: 'no such parameter' };
  }
  if (error.keyword === 'required') {
    const name = String(params['missingProperty']);
    return { path: `${error.instancePath}/${escapePointerSegment(name)}`, message: 'is missing', expected: 'a value' };
  }
  return { path: error.instancePath, message: error.message ?? `fails ${error.keyword}`, expected: expectation(error.keyword, params) };
}

function expectation(keyword: string, params: Readonly<Record<string, unknown>>): string {
  if (keyword === 'type') return String(params['type']);
  if (keyword === 'enum') return `one of ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return JSON.stringify(params['allowedValue']);
  if ('limit' in params) return `${keyword} ${String(params['limit'])}`;
  if ('pattern' in params) return `text matching ${String(params['pattern'])}`;
  if ('format' in params) return `format ${String(params['format'])}`;
  return keyword;
}
