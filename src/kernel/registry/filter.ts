// Which tools a listing shows, and which a caller may know of at all.
import type { Caller, PolicyClass, Tool, ToolFilter } from '../../contract/index.ts';
import { findMode } from '../policy/modes/tool-modes.ts';
import { resolvePolicy } from '../trust/resolve-policy.ts';
import { isOfClasses, type Scopes } from './scopes.ts';
import type { Snapshot } from './snapshot.ts';

type Test = (tool: Tool) => boolean;

/** The filters in their fixed order: kind, policy, allow list, excluded names, excluded categories, hidden. */
export function filterTools(snapshot: Snapshot, filter: ToolFilter): readonly Tool[] {
  const all = snapshot.all();
  const tests = [
    kindTest(filter),
    classTest(filter),
    ownerTest(filter),
    allowTest(snapshot, filter),
    nameTest(snapshot, filter),
    categoryTest(filter),
    hiddenTest(filter),
  ].filter((test) => test !== null);
  return tests.length === 0 ? all : all.filter((tool) => tests.every((test) => test(tool)));
}

function kindTest({ kind }: ToolFilter): Test | null {
  return kind === undefined || kind === 'all' ? null : (tool) => tool.kind === kind;
}

/** None when neither trust nor policy nor classes were named: the unfiltered primitive. */
function classTest({ trust, policy, policyClasses }: ToolFilter): Test | null {
  if (trust === undefined && policy === undefined && policyClasses === undefined) return null;
  const { allow } = resolvePolicy(trust === undefined ? 'operator' : trust, policy);
  const classes: ReadonlySet<PolicyClass> = new Set(allow.filter((item) => policyClasses?.includes(item) ?? true));
  return (tool) => classes.has(tool.policyClass);
}

/** A guest never sees the owner's private data, whatever classes are asked for. */
function ownerTest({ trust }: ToolFilter): Test | null {
  return trust === undefined || trust === 'operator' ? null : (tool) => !tool.ownerOnly;
}

function allowTest(snapshot: Snapshot, { allowedTools }: ToolFilter): Test | null {
  if (allowedTools === undefined || allowedTools === null) return null;
  const allowed = canonicalNames(snapshot, allowedTools);
  return (tool) => allowed.has(tool.name);
}

function nameTest(snapshot: Snapshot, { excludedNames = [] }: ToolFilter): Test | null {
  if (excludedNames.length === 0) return null;
  const excluded = canonicalNames(snapshot, excludedNames);
  return (tool) => !excluded.has(tool.name);
}

function categoryTest({ excludedCategories = [] }: ToolFilter): Test | null {
  if (excludedCategories.length === 0) return null;
  const excluded = new Set(excludedCategories);
  return (tool) => !excluded.has(tool.category);
}

function hiddenTest({ includeHidden }: ToolFilter): Test | null {
  return includeHidden === true ? null : (tool) => !tool.hidden;
}

/** Aliases count for the tool they stand for. */
function canonicalNames(snapshot: Snapshot, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => snapshot.find(name)?.name ?? name));
}

/**
 * Whether a caller may know that a tool exists: its trust's classes, its own narrowing, its profiles, owner-only data, hidden tools. The gate, lists,
 * searches and descriptions all ask here, so that none of them tells more than another.
 */
export function isVisible(tool: Tool, caller: Caller, scopes: Scopes): boolean {
  if (tool.hidden && !caller.seesHidden) return false;
  return isPermitted(tool, caller, scopes);
}

/** The same without the hidden flag: what trust and lists let a caller use. */
export function isPermitted(tool: Tool, caller: Caller, scopes: Scopes): boolean {
  if (!scopes.permits(tool, caller)) return false;
  if (tool.ownerOnly && caller.trust !== 'operator') return false;
  // Where nobody is there such a tool could only be refused: it is not offered.
  if (!caller.attended && findMode(tool.mode)?.attendedOnly === true) return false;
  if (!resolvePolicy(caller.trust).allow.includes(tool.policyClass)) return false;
  if (caller.policyClasses !== null && !isOfClasses(tool, caller.policyClasses)) return false;
  if (caller.allowedTools === null) return true;
  return caller.allowedTools.includes(tool.name) || tool.aliases.some((alias) => caller.allowedTools?.includes(alias));
}
