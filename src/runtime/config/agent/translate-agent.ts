// From what an agent.yaml says to a configuration of ours, and an account of each of its keys.
import { basename, isAbsolute, join } from 'node:path';
import type { JsonValue } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';
import { agentKeys, type KeyMeaning } from './agent-keys.ts';
import type { AgentFile } from './agent-schema.ts';
import { exposedTools } from './exposed-tools.ts';
import { sourceTimeout } from './go-duration.ts';

export interface AgentPlace {
  /** Absolute path of the agent.yaml. */
  readonly file: string;
  /** Where the configuration is to be. */
  readonly out: string;
}

/** What became of one key. */
export interface KeyAccount {
  readonly key: string;
  readonly became: 'acts' | 'so' | 'kept';
  /** Where, or when. */
  readonly text: string;
}

export interface Translated {
  readonly text: string;
  readonly account: readonly KeyAccount[];
  /** Whether a profile narrows what is exposed. */
  readonly hasProfile: boolean;
}

export function translateAgent(agent: AgentFile, { file, out }: AgentPlace): Translated {
  const name = sourceName(agent);
  const exposed = exposedTools(agent);
  const sections = {
    sources: agent.application_path === undefined ? null : { [name]: sourceOf(agent, file) },
    tools: { builtins: asksHuman(agent) ? [...humanTools] : 'none' },
    ...(agent.llm?.no_tool_search === true ? { deferral: false } : {}),
    policy: agent.application_path === undefined ? confirmTags(agent) : null,
    profiles: profileOf(exposed.allow, exposed.deny),
  };
  const account = leavesOf(agent).map(([key, value]) =>
    accountOf(key, value, { agent, name, elsewhere: exposed.elsewhere }),
  );
  const kept = leavesOf(agent).filter((_leaf, at) => account[at]?.became === 'kept');
  const hasProfile = sections.profiles !== null;
  const serve = `gatehouse mcp --config ${out}${hasProfile ? ' --profile exposed' : ''}`;
  const lines = [
    `# Made from ${escapeVisible(file)} by gatehouse init --from. It is served alone: ${escapeVisible(serve)}`,
    ...Object.entries(sections).flatMap(([key, value]) => (value === null ? [] : ['', ...block(key, value, 0)])),
    ...(kept.length === 0 ? [] : ['', '# What the agent.yaml says besides, and when it acts:']),
    ...kept.map(([key, value]) => keptLine(key, value, account.find((item) => item.key === key)?.text ?? '')),
  ];
  return { text: `${lines.join('\n')}\n`, account, hasProfile };
}

const humanTools = ['ask_human_confirm', 'ask_human_input', 'ask_human_select'] as const;

function asksHuman({ harness }: AgentFile): boolean {
  return harness?.human_in_the_loop?.enabled === true;
}

function confirmTags({ harness }: AgentFile): JsonValue {
  const tags = tagsOf(harness?.confirm_tags);
  return tags.length === 0 ? null : { confirmTags: tags };
}

function tagsOf(tags: readonly string[] = []): readonly string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function sourceName({ identity, application_path: path }: AgentFile): string {
  const name = (identity ?? basename(path ?? '')).replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 32);
  return name === '' ? 'application' : name;
}

function sourceOf(agent: AgentFile, file: string): JsonValue {
  const { include, exclude } = exposedTools(agent);
  const flags = [...new Set((agent.global_flags ?? []).map((flag) => flag.trim().replace(/^-+/, '')))];
  const tags = tagsOf(agent.harness?.confirm_tags);
  const timeout = timeoutOf(agent);
  return {
    kind: 'cli',
    command: programOf(agent.application_path ?? '', file),
    as: 'fisk',
    ...(include === null ? {} : { include: { ...include } }),
    ...(exclude === null ? {} : { exclude: { ...exclude } }),
    ...(flags.length === 0 ? {} : { globalFlags: flags }),
    ...(tags.length === 0 ? {} : { confirmTags: tags }),
    ...(timeout === null ? {} : { timeout }),
  };
}

/** A path is one from the folder of the file; a name alone is looked for where programs are. */
function programOf(path: string, file: string): string {
  return !path.includes('/') || isAbsolute(path) || path.startsWith('~/') ? path : join(file, '..', path);
}

function timeoutOf({ expose, harness }: AgentFile): string | null {
  return sourceTimeout(expose?.agent?.mcp?.tool_timeout ?? harness?.tool_timeout ?? '0');
}

function profileOf(allow: readonly string[] | null, deny: readonly string[]): JsonValue {
  if (allow === null && deny.length === 0) return null;
  return { exposed: { ...(allow === null ? {} : { allow }), ...(deny.length === 0 ? {} : { deny }) } };
}

interface KeyPlace {
  readonly agent: AgentFile;
  readonly name: string;
  readonly elsewhere: ReadonlyMap<string, string>;
}

function accountOf(key: string, value: JsonValue, { agent, name, elsewhere }: KeyPlace): KeyAccount {
  const meaning = byValue[key]?.(value, agent) ??
    withoutProgram(key, agent) ??
    agentKeys[key] ?? { kept: 'is not known here' };
  const named = (text: string) => text.replaceAll('NAME', name);
  if ('acts' in meaning) return { key, became: 'acts', text: named(elsewhere.get(key) ?? meaning.acts) };
  return 'so' in meaning ? { key, became: 'so', text: meaning.so } : { key, became: 'kept', text: meaning.kept };
}

type ByValue = (value: JsonValue, agent: AgentFile) => KeyMeaning | null;

const unlessTrue =
  (so: string): ByValue =>
  (value) =>
    value === true ? null : { so };

/** Where the value, or what stands beside it, says what becomes of a key. */
const byValue: Readonly<Record<string, ByValue>> = {
  'harness.tool_timeout': (_value, { expose }) =>
    expose?.agent?.mcp?.tool_timeout === undefined
      ? null
      : { so: 'expose.agent.mcp.tool_timeout holds for what is served' },
  'harness.confirm_tags': (_value, { application_path: path }) =>
    path === undefined ? { acts: 'policy.confirmTags' } : null,
  'harness.human_in_the_loop.enabled': unlessTrue('tools.builtins names no ask_human tools'),
  'llm.no_tool_search': unlessTrue('tools are deferred from ten on'),
  'expose.agent.mcp.confirm_over_mcp': (value) =>
    value === 'never' ? { kept: 'never acts: what asks asks, whoever calls' } : null,
  'expose.agent.mcp.address': (value) =>
    value === '127.0.0.1' || value === 'localhost' || value === '::1' ? { so: 'Gatehouse listens on loopback' } : null,
};

function withoutProgram(key: string, { application_path: path }: AgentFile): KeyMeaning | null {
  const meaning = agentKeys[key];
  const isOfSource = meaning !== undefined && 'acts' in meaning && meaning.acts.startsWith('sources.');
  return path === undefined && isOfSource ? { kept: 'is about the program, and application_path names none' } : null;
}

/** Each key that has a value of its own; lists and options are one. */
function leavesOf(section: object, before = ''): readonly (readonly [string, JsonValue])[] {
  return Object.entries(section).flatMap(([key, value]: [string, unknown]) => {
    const path = `${before}${key}`;
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'options';
    // What was read from YAML is plain.
    return isSection ? leavesOf(value, `${path}.`) : value === undefined ? [] : [[path, value as JsonValue] as const];
  });
}

/** Maps in lines, all else as JSON, which YAML holds. */
function block(key: string, value: JsonValue, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${indent}${key}: ${flow(value)}`];
  return [`${indent}${key}:`, ...Object.entries(value).flatMap(([each, inner]) => block(each, inner, depth + 1))];
}

function flow(value: JsonValue): string {
  if (typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_]*$/.test(value) && !reserved.test(value)) return value;
  return JSON.stringify(value).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const reserved = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

/** Options of a backend may hold a credential: they stay where they are. */
function keptLine(key: string, value: JsonValue, when: string): string {
  const shown = key.endsWith('.options') ? 'as in the agent.yaml' : escapeVisible(flow(value));
  return `#${key}: ${shown}  # ${when}`;
}
