// What is known of a tool, as the fields it is found by, each with its weight.
import type { JsonValue, Tool } from '../../../contract/index.ts';
import { contentWords } from '../query/words.ts';

/** How much a word counts in a field, how far the length of the field lowers that, and how long such a field usually is, in words. */
interface FieldShape {
  readonly weight: number;
  readonly lengthShare: number;
  readonly usualLength: number;
}

/** Usual lengths are fixed and not those of the catalogue at hand: what a tool scores does not depend on which others came first. */
export const fieldShapes = {
  name: { weight: 2, lengthShare: 0.75, usualLength: 2.6 },
  description: { weight: 1.2, lengthShare: 0.65, usualLength: 12 },
  arguments: { weight: 1.25, lengthShare: 0.6, usualLength: 3 },
  argumentTexts: { weight: 0.6, lengthShare: 0.6, usualLength: 18 },
  source: { weight: 1.5, lengthShare: 0.75, usualLength: 1.8 },
  sourceText: { weight: 0.9, lengthShare: 0.45, usualLength: 20 },
} as const satisfies Record<string, FieldShape>;

export type FieldName = keyof typeof fieldShapes;
export const fieldNames: readonly FieldName[] = [
  'name',
  'description',
  'arguments',
  'argumentTexts',
  'source',
  'sourceText',
];

export type ToolFields = Readonly<Record<FieldName, readonly string[]>>;

const maxDepth = 4;
const maxProperties = 500;

export function toolFields(tool: Tool): ToolFields {
  const { names, texts } = argumentsOf(tool.parameters);
  const { source, about = '' } = tool.origin;
  return {
    name: contentWords([tool.name, ...tool.aliases].join(' ')),
    description: contentWords([titleBesides(tool), tool.description, tool.whenToUse].join(' ')),
    arguments: contentWords(names.join(' ')),
    argumentTexts: contentWords(texts.join(' ')),
    source: contentWords([source, ...tool.tags].join(' ')),
    sourceText: contentWords(about),
  };
}

/** A title that only repeats the name would count twice. */
function titleBesides({ name, title }: Tool): string {
  return contentWords(title).join(' ') === contentWords(name).join(' ') ? '' : title;
}

export interface ToolArguments {
  readonly names: string[];
  readonly texts: string[];
}

/** Names and descriptions of what a call may give, nested ones included, as deep and as many as are worth reading. */
export function argumentsOf(schema: JsonValue): ToolArguments {
  const found: ToolArguments = { names: [], texts: [] };
  const open: (readonly [JsonValue | undefined, number])[] = [[schema, 0]];
  for (const [value, depth] of open) {
    if (depth > maxDepth || found.names.length > maxProperties || !isMap(value)) continue;
    const { properties } = value;
    if (!isMap(properties)) continue;
    for (const [name, member] of Object.entries(properties)) {
      found.names.push(name);
      if (!isMap(member)) continue;
      found.texts.push(...describedBy(member));
      open.push([member, depth + 1], [member['items'], depth + 1]);
    }
  }
  return found;
}

function describedBy({ description, enum: values }: Readonly<Record<string, JsonValue>>): string[] {
  const texts = Array.isArray(values)
    ? values.slice(0, maxProperties).filter((value) => typeof value === 'string')
    : [];
  return typeof description === 'string' ? [description, ...texts] : texts;
}

function isMap(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
