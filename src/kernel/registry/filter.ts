// Which tools a listing shows, and which a caller may know of at all.
import type { Caller, PolicyClass, Tool, ToolFilter } from '../../contract/index.ts';
import { resolvePolicy } from '../trust/resolve-policy.ts';
import type { Snapshot } from './snapshot.ts';

/** The filters in their fixed order: kind, policy, allow list, excluded names, excluded categories, hidden. */
export function filterTools(snapshot: Snapshot, filter: ToolFilter): readonly Tool[] {
  const all = snapshot.all();
  const tests = filterTests(snapshot, filter);
  if (tests.length === 0) return all;
  return all.filter((tool) => tests.every((test) => test(tool)));
}

function filterTests(snapshot: Snapshot, filter: ToolFilter): ((tool: Tool) => boolean)[] {
  const tests: ((tool: Tool) => boolean)[] = [];
  const { kind, allowedTools, excludedNames, excludedCategories } = filter;
  if (kind !== undefined && kind !== 'all') tests.push((tool) => tool.kind === kind);
  const classes = filteredClasses(filter);
  if (classes !== null) tests.push((tool) => classes.has(tool.policyClass));
  // A guest never sees the owner's private data, whatever classes are asked for.
  if (filter.trust !== undefined && filter.trust !== 'operator') tests.push((tool) => !tool.ownerOnly);
  if (allowedTools !== undefined && allowedTools !== null) {
    const allowed = canonicalNames(snapshot, allowedTools);
    tests.push((tool) => allowed.has(tool.name));
  }
  if (excludedNames !== undefined && excludedNames.length > 0) {
    const excluded = canonicalNames(snapshot, excludedNames);
    tests.push((tool) => !excluded.has(tool.name));
  }
  if (excludedCategories !== undefined && excludedCategories.length > 0) {
    const excluded = new Set(excludedCategories);
    tests.push((tool) => !excluded.has(tool.category));
  }
  if (filter.includeHidden !== true) tests.push((tool) => !tool.hidden);
  return tests;
}

/** Null when neither trust nor policy nor classes were named: the unfiltered primitive. */
function filteredClasses(filter: ToolFilter): ReadonlySet<PolicyClass> | null {
  const named = filter.trust !== undefined || filter.policy !== undefined || filter.policyClasses !== undefined;
  if (!named) return null;
  const trust = filter.trust === undefined ? 'operator' : filter.trust;
  const allowed = resolvePolicy(trust, filter.policy).allow;
  const { policyClasses } = filter;
  return new Set(policyClasses === undefined ? allowed : allowed.filter((item) => policyClasses.includes(item)));
}

/** Aliases count for the tool they stand for. */
function canonicalNames(snapshot: Snapshot, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => snapshot.find(name)?.name ?? name));
}

/**
 * Whether a caller may know that a tool exists: its trust's classes, its own narrowing, owner-only data, hidden tools. The gate, lists,
 * searches and descriptions all ask here, so that none of them tells more than another.
 */
export function isVisible(tool: Tool, caller: Caller): boolean {
  if (tool.hidden && !caller.seesHidden) return false;
  return isPermitted(tool, caller);
}

/** The same without the hidden flag: what trust and lists let a caller use. */
export function isPermitted(tool: Tool, caller: Caller): boolean {
  const operator = caller.trust === 'operator';
  if (!operator && (tool.ownerOnly || tool.policyClass !== 'read_only')) return false;
  if (caller.policyClasses !== null && !caller.policyClasses.includes(tool.policyClass)) return false;
  if (caller.allowedTools === null) return true;
  return caller.allowedTools.includes(tool.name) || tool.aliases.some((alias) => caller.allowedTools?.includes(alias));
}
