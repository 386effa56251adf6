// Lays out what a search for tools found, one line a tool: as few tokens as name, arguments and purpose can be told in.
import type { FoundTools, ToolSummary } from '../../contract/index.ts';
import { counted, cutHead, escapeVisible, foreignName } from '../../text/index.ts';

const longestPurpose = 92;
const mostArguments = 6;
const longestArguments = 56;
const longestSource = 40;
const plainArgument = /^[\p{L}\p{N}_.$@/:[\]-]+$/u;

export function renderFound(found: FoundTools): string {
  return found.tools.length === 0 ? nothing(found) : found.tools.map(foundLine).join('\n');
}

/** `name(argument, optional?) [source]: what it does`. */
export function foundLine(tool: ToolSummary): string {
  const locked = tool.locked ? ', locked: every call is refused' : '';
  const purpose = purposeOf(tool);
  return `${tool.name}(${argumentText(tool)}) [${foreignName(tool.source, longestSource)}${locked}]${purpose === '' ? '' : `: ${purpose}`}`;
}

function nothing({ query, total, sources, nearest }: FoundTools): string {
  if (total === 0) return 'There are no tools here for you.';
  const what = query === '' ? 'The query holds no words.' : 'No tool fits.';
  const there = sources.map(({ source, tools }) => `${foreignName(source, longestSource)} (${tools})`).join(', ');
  const near = nearest.length === 0 ? '' : ` Names spelled alike: ${nearest.join(', ')}.`;
  return `${what}${near} There ${total === 1 ? 'is' : 'are'} ${counted(total, 'tool')}, most from: ${there}. Try other words for the task.`;
}

function argumentText({ required, optional }: ToolSummary): string {
  const names = [...required.map(argumentName), ...optional.map((name) => `${argumentName(name)}?`)];
  const shown: string[] = [];
  for (const name of names.slice(0, mostArguments)) {
    if ([...shown, name].join(', ').length > longestArguments) break;
    shown.push(name);
  }
  return [...shown, ...(shown.length < names.length ? ['…'] : [])].join(', ');
}

/** Names of arguments are anybody's: one with a blank, a comma or a bracket could end the list and tell of another tool. */
function argumentName(name: string): string {
  return plainArgument.test(name) ? name : foreignName(name, longestArguments);
}

/** The first sentence where it is short enough, else as many words as are. */
function purposeOf({ description }: ToolSummary): string {
  const text = escapeVisible(description.replaceAll(/\s+/g, ' ').trim());
  const sentence = /^.*?[.!?。！？](?=\s|$|(?<=[。！？]))/u.exec(text)?.[0] ?? text;
  if (sentence.length <= longestPurpose) return sentence;
  const start = cutHead(sentence, longestPurpose).text;
  const atWord = start.lastIndexOf(' ');
  return `${atWord > longestPurpose / 2 ? start.slice(0, atWord) : start}…`;
}
