// What a person should know before accepting a tool: what is hidden in its words, what speaks to the model, and whose name it takes.
import type { JsonValue } from '../../../contract/index.ts';
import { canonicalJson, neutraliseForModel } from '../../../text/index.ts';
import type { ServerTool } from './definition.ts';

/** Words that are meant for whoever carries them out, not for whoever chooses a tool. */
const orders = [
  /<\s*\/?\s*(?:important|system|secret|instructions?)\b/i,
  /\bignore\s+(?:all|any|the|previous|prior|other)\b/i,
  /\bdo\s+not\s+(?:tell|mention|inform|reveal|show)\b|\b(?:never|don't)\s+(?:tell|mention|reveal)\b/i,
  /\b(?:system|hidden)\s+prompt\b|\breveal\s+(?:the|this|your)\s+(?:conversation|instructions|prompt)\b/i,
  /\bbefore\s+(?:use|using|calling|you\s+(?:use|call))\b.{0,80}\b(?:read|send|call|fetch|include|pass|attach)\b/is,
  /\b(?:also|first|then|now|always)\s+(?:forward|e?-?mail|send|upload|post|copy|read|call|run|execute|invoke)\s/i,
  /\botherwise\s+(?:the|this)\s+tool\s+(?:fails|will\s+fail|does\s+not)\b/i,
  /^\s*(?:system|admin(?:istrator)?|developer|assistant)(?:\s+(?:note|message|prompt))?\s*:/im,
  /~\/\.(?:ssh|aws|config)|\bid_rsa\b/i,
];

const address = /[\w.+-]+@[\w-]+\.[a-z]{2,}|\bhttps?:\/\/[^\s"]+/i;
const acting = /\b(?:(?:delet|remov|eras|overwrit|creat|execut)(?:es?|ing)|writes?|sends?|drops?|kills?)\b/i;

/** `elsewhere` are names of tools, in lower case. */
export function findingsOf(tool: ServerTool, elsewhere: ReadonlySet<string>): readonly string[] {
  const { name, title, description, inputSchema, readOnlyHint } = tool;
  const inSchema = textsIn(inputSchema);
  const filledIn = inSchema.find(({ key, text }) => (key === 'default' || key === 'const') && address.test(text));
  const act = readOnlyHint ? acting.exec([name.replaceAll('_', ' '), description].join(' '))?.[0] : undefined;
  return [
    ...wordFindings([name, title, description, ...inSchema.flatMap(({ key, text }) => [key, text])]),
    ...(filledIn === undefined
      ? []
      : [`A value that is filled in where none is given holds an address: ${filledIn.text.slice(0, 200)}`]),
    ...(act === undefined ? [] : [`It says that it only reads, and its words say otherwise: ${act}.`]),
    ...(elsewhere.has(name.toLowerCase()) ? [`Its name is that of a tool from elsewhere: ${name}.`] : []),
  ];
}

interface KeyedText {
  /** The member that holds it; of an item of a list that of the list. */
  readonly key: string;
  readonly text: string;
}

/** Names of members too: a model is shown them. */
function textsIn(schema: JsonValue): readonly KeyedText[] {
  const texts: KeyedText[] = [];
  const waiting: [string, JsonValue][] = [['', schema]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [key, value] = next;
    if (typeof value === 'string') texts.push({ key, text: value });
    else if (Array.isArray(value)) for (const item of value) waiting.push([key, item]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        texts.push({ key: '', text: name });
        waiting.push([name, member]);
      }
  }
  return texts;
}

/** Of words that models are shown. */
export function wordFindings(words: readonly string[]): readonly string[] {
  return [
    ...(words.some((text) => neutraliseForModel(text) !== text)
      ? ['It holds characters that nobody sees, or tokens of a chat template.']
      : []),
    ...(words.some((text) => orders.some((order) => order.test(text)))
      ? ['It speaks to the model: read its description.']
      : []),
  ];
}

/** Which parts of a definition differ, with both sides. */
export function differencesOf(before: ServerTool, after: ServerTool): readonly string[] {
  const keys = Object.keys(after).filter((key): key is keyof ServerTool => key in before);
  return keys.flatMap((key) => {
    const [was, is] = [JSON.stringify(before[key]), JSON.stringify(after[key])];
    return isEqual(before[key], after[key]) ? [] : [`${key}: ${was} → ${is}`];
  });
}

/** The order of members says nothing. */
function isEqual(before: ServerTool[keyof ServerTool], after: ServerTool[keyof ServerTool]): boolean {
  return canonicalJson(before) === canonicalJson(after);
}
