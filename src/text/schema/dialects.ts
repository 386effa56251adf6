// The dialects of JSON Schema that are spoken, each loaded with its first schema. Every schema is compiled by an ajv of its own.
import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';
import type { JsonObject } from '../json/json-value.ts';
import { boundFormats } from './formats.ts';
import { guardKeywords } from './keywords.ts';
import { compilePattern } from './linear-pattern.ts';
import type { WorkBudget } from './work-budget.ts';

export type DialectName = '2020-12' | '2019-09' | 'draft-07';

export interface Dialect {
  /** What makes the schema none, by the schema of schemas. */
  faults(schema: JsonObject): readonly ErrorObject[];
  /** Throws where the schema cannot be compiled. `allErrors`: goes on after the first problem. */
  compile(schema: JsonObject, options: { readonly allErrors: boolean; readonly budget: WorkBudget }): ValidateFunction;
}

export interface Dialects {
  load(name: DialectName): Promise<Dialect>;
}

export function createDialects(): Dialects {
  const loading = new Map<DialectName, Promise<Dialect>>();
  return {
    async load(name) {
      let dialect = loading.get(name);
      if (dialect === undefined) {
        dialect = loadDialect(name);
        loading.set(name, dialect);
      }
      try {
        return await dialect;
      } catch (cause) {
        // A file that could not be read now may be readable next time.
        loading.delete(name);
        throw cause;
      }
    },
  };
}

type AjvClass = new (options: Options) => Ajv;

async function loadClass(name: DialectName): Promise<AjvClass> {
  if (name === '2020-12') return (await import('ajv/dist/2020.js')).Ajv2020;
  if (name === '2019-09') return (await import('ajv/dist/2019.js')).Ajv2019;
  return (await import('ajv')).Ajv;
}

const shared: Options = {
  strict: false,
  inlineRefs: false,
  logger: false,
  // What is no finite number is none.
  strictNumbers: true,
  // Else `constructor` and its like are found in every object.
  ownProperties: true,
};

async function loadDialect(name: DialectName): Promise<Dialect> {
  const [AjvOfDialect, words, formats, { RE2JS: engine }] = await Promise.all([
    loadClass(name),
    import('ajv'),
    import('ajv-formats'),
    import('re2js'),
  ]);
  const schemas = new AjvOfDialect({ ...shared, meta: true });
  formats.default.default(schemas);
  const bounded = boundFormats(schemas.formats);
  for (const [format, check] of Object.entries(bounded)) schemas.addFormat(format, check);
  return {
    faults: (schema) => (schemas.validateSchema(schema) === true ? [] : (schemas.errors ?? [])),
    compile(schema, { allErrors, budget }) {
      const regExp = (pattern: string) => compilePattern(pattern, { engine, budget });
      // Ajv writes this name into code that is made to be saved, which this is not.
      regExp.code = 'compilePattern';
      const options: Options = { allErrors, validateSchema: false, meta: false, formats: bounded };
      // Without optimizing, compiling is linear in the schema.
      const ajv = new AjvOfDialect({ ...shared, ...options, code: { regExp, optimize: false } });
      // Ajv's list of what was looked at throws where patternProperties stands beside anyOf: it is kept only where the schema asks for it.
      if (!JSON.stringify(schema).includes('"unevaluated')) ajv.opts.unevaluated = false;
      guardKeywords(ajv, budget, words);
      return ajv.compile(schema);
    },
  };
}
