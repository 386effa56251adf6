// What an entry of `.mcp.json` may say of the server's tools: what takes some away. Whoever writes the file of a project is not who runs it.
import type { ServerSpec, ToolSettings } from '../../../sources/index.ts';
import { escapeVisible, parseSegment } from '../../../text/index.ts';
import { isPlainMap, type Entry } from './read-server-entry.ts';

export interface ProjectSettings {
  readonly settings: Pick<ServerSpec, 'include' | 'exclude' | 'tools' | 'disabled'>;
  /** What of it is not taken, and why. */
  readonly problems: readonly string[];
}

/** What would loosen something, or put the project's words in place of the server's. */
const ownersAlone = [
  'policyClass',
  'trustReadOnly',
  'timeout',
  'startTimeout',
  'passEnv',
  'hidden',
  'roots',
  'sampling',
];
const ofOneTool = ['policyClass', 'trustReadOnly', 'timeout', 'rename', 'description'];

export function readProjectSettings(entry: Entry): ProjectSettings {
  const problems: string[] = [];
  const include = readPatterns(entry, 'include', problems);
  const exclude = readPatterns(entry, 'exclude', problems) ?? [];
  problems.push(...ownersAlone.filter((key) => Object.hasOwn(entry, key)).map(ownersText));
  const disabled = isTakenAway(entry, { key: 'disabled', place: 'disabled' }, problems);
  return { settings: { include, exclude, disabled, tools: readTools(entry['tools'], problems) }, problems };
}

function ownersText(key: string): string {
  return `${key} is not read here; your own configuration may set it`;
}

/** What cannot be read takes all away: it was meant to take some. */
function readPatterns(entry: Entry, key: 'include' | 'exclude', problems: string[]): readonly string[] | null {
  const value = entry[key];
  if (value === undefined) return null;
  const isRead = Array.isArray(value) && value.every((item) => typeof item === 'string' && parseSegment(item).ok);
  if (isRead) return value.map(String);
  problems.push(`${key} is no list of names of tools, so that none of its tools is taken`);
  return key === 'include' ? [] : ['*'];
}

interface Said {
  readonly key: string;
  /** As the person finds it. */
  readonly place: string;
}

/** As for patterns: what is neither yes nor no was meant to take something away. */
function isTakenAway(entry: Entry, { key, place }: Said, problems: string[]): boolean {
  const value = Object.hasOwn(entry, key) ? entry[key] : false;
  if (typeof value !== 'boolean') problems.push(`${place} is neither true nor false, and counts as true`);
  return value !== false;
}

function readTools(value: unknown, problems: string[]): readonly ToolSettings[] {
  if (value === undefined) return [];
  if (!isPlainMap(value)) {
    problems.push('tools is no map of names of tools and is not read');
    return [];
  }
  return Object.entries(value).flatMap(([tool, said]) => {
    const settings = isPlainMap(said) ? said : {};
    const place = `tools.${escapeVisible(tool.slice(0, 80))}`;
    for (const key of ofOneTool) if (Object.hasOwn(settings, key)) problems.push(ownersText(`${place}.${key}`));
    const isHidden = isTakenAway(settings, { key: 'hidden', place: `${place}.hidden` }, problems);
    return isHidden ? [{ ...nothingSaid, tool, hidden: true }] : [];
  });
}

const nothingSaid = {
  rename: null,
  description: null,
  policyClass: null,
  timeoutMs: null,
  trustReadOnly: null,
} as const;
