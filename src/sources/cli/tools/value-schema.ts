// What the schema of a tool says of one argument: in the description's own words where it has some that can be used, else made from its type.
import type { JsonObject } from '../../../contract/index.ts';
import { ownObject } from '../../../text/index.ts';
import type { TreeArgument, TreeFlag, ValueType } from '../command-tree.ts';
import { isUsableSchema, type PatternCheck } from './own-schema.ts';

export interface SchemaNeeds {
  /** The whole schema of the command's arguments, as its description has it. */
  readonly whole: JsonObject | null;
  readonly isPattern: PatternCheck;
}

export interface ArgumentSchema {
  readonly schema: JsonObject;
  /** The description has one that could not be taken. */
  readonly isReplaced: boolean;
}

/** What kind of value is meant: one flag or argument of that name may be another's double. */
type Form = 'switch' | 'count' | 'one' | 'many' | 'map';

/** `isDouble`: the name is an argument's too, and the schema under it is that one's where it fits both. */
export function flagSchema(flag: TreeFlag, isDouble: boolean, needs: SchemaNeeds): ArgumentSchema {
  const form = flag.kind === 'value' ? (flag.many ? 'many' : 'one') : flag.kind;
  return described(isDouble && form === 'one' ? { ...needs, whole: null } : needs, flag, form);
}

export function argumentSchema(argument: TreeArgument, needs: SchemaNeeds): ArgumentSchema {
  return described(needs, argument, argument.many ? 'many' : 'one');
}

interface Described {
  readonly name: string;
  readonly value: ValueType;
  readonly description: string;
}

function described(needs: SchemaNeeds, { name, value, description }: Described, form: Form): ArgumentSchema {
  // How often is a number or a yes, whatever a list of it is called.
  const isSaid = (needs.whole !== null || value.schema !== null) && form !== 'count';
  if (!isSaid) return { schema: derivedSchema(value, form, description), isReplaced: false };
  const said = [ownSchema(needs.whole, name), listed(value.schema, form)];
  const fitting = said.filter((schema) => schema !== null && isOfForm(schema, form));
  const own = fitting.find((schema) => isUsableSchema(schema, needs.isPattern));
  if (own === undefined) {
    return { schema: derivedSchema(value, form, description), isReplaced: fitting.length > 0 };
  }
  const isSilent = own['description'] !== undefined || description === '';
  return { schema: isSilent ? own : { ...own, description }, isReplaced: false };
}

function ownSchema(whole: JsonObject | null, name: string): JsonObject | null {
  const properties = whole === null ? null : ownObject(whole, 'properties');
  return properties === null ? null : ownObject(properties, name);
}

/** A schema may be that of one value of many. */
function listed(schema: JsonObject | null, form: Form): JsonObject | null {
  if (schema === null || isOfForm(schema, form)) return schema;
  if (form === 'many') return { type: 'array', items: schema };
  return form === 'map' ? { type: 'object', additionalProperties: schema } : schema;
}

function isOfForm({ type }: JsonObject, form: Form): boolean {
  switch (form) {
    case 'switch':
      return type === 'boolean';
    case 'many':
      return type === 'array';
    case 'map':
      return type === 'object';
    case 'one':
      return type !== 'array' && type !== 'object' && type !== 'boolean';
    case 'count':
      return false;
  }
}

/** How often a flag is given at most. As `commandWords` has it. */
const maxCount = 100;

function derivedSchema(value: ValueType, form: Form, description: string): JsonObject {
  const told = description === '' ? none : { description };
  switch (form) {
    case 'switch':
      return description === '' ? { type: 'boolean' } : { type: 'boolean', description };
    case 'count':
      return { type: ['integer', 'boolean'], minimum: 0, maximum: maxCount, ...told };
    case 'one':
      if (value.choices === null && description !== '') return { type: value.type, description };
      return { ...scalarSchema(value), ...told };
    case 'many':
      return { type: 'array', items: scalarSchema(value), ...told };
    case 'map':
      return { type: 'object', additionalProperties: scalarSchema(value), ...told };
  }
}

const none: JsonObject = {};

function scalarSchema({ type, choices }: ValueType): JsonObject {
  if (choices === null || choices.length === 0) return { type };
  const distinct = [...new Set(choices)];
  if (type === 'string') return { type, enum: distinct };
  const numbers = distinct.map(Number);
  // What is no number is a choice all the same: a text then, as it is written.
  return numbers.every(Number.isFinite) ? { type, enum: numbers } : { type: 'string', enum: distinct };
}
