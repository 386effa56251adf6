// What a person should know before accepting a tool: what is hidden in its words, what speaks to the model, and whose name it takes.
import { canonicalJson, neutraliseForModel } from '../../../text/index.ts';
import type { ServerTool } from './definition.ts';

/** Words that are meant for whoever carries them out, not for whoever chooses a tool. */
const orders =
  /<\s*\/?\s*(?:important|system|secret|instructions?)\b|\bignore\s+(?:all|any|the|previous|prior|other)\b|\bdo\s+not\s+(?:tell|mention|inform|reveal|show)\b|\b(?:never|don't)\s+(?:tell|mention|reveal)\b|\b(?:system|hidden)\s+prompt\b|\bbefore\s+(?:using|calling|you\s+(?:use|call))\b.{0,80}\b(?:read|send|call|fetch)\b|~\/\.(?:ssh|aws|config)|\bid_rsa\b/is;

/** Names of tools elsewhere, in lower case. */
export function findingsOf(tool: ServerTool, elsewhere: ReadonlySet<string>): readonly string[] {
  const words = [tool.name, tool.title, tool.description, JSON.stringify(tool.inputSchema)];
  return [
    ...wordFindings(words),
    ...(elsewhere.has(tool.name.toLowerCase()) ? [`Its name is that of a tool from elsewhere: ${tool.name}.`] : []),
  ];
}

/** Of words that models are shown. */
export function wordFindings(words: readonly string[]): readonly string[] {
  return [
    ...(words.some((text) => neutraliseForModel(text) !== text)
      ? ['It holds characters that nobody sees, or tokens of a chat template.']
      : []),
    ...(words.some((text) => orders.test(text)) ? ['It speaks to the model: read its description.'] : []),
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
