// Which operations the operator wants as tools.
import { CapabilityError } from '../../../contract/index.ts';
import { compileTargetGlob, normalTarget, type Patterns } from '../../../text/index.ts';
import type { ApiOperation } from '../document/operations.ts';
import type { OpenApiSettings, OperationSelection } from '../openapi-settings.ts';

export type IsWanted = (operation: ApiOperation, tool: string) => boolean;

/** Throws `invalid_config` for a pattern that is none. Operations with the tag `ai:deny` are out whatever else is said. */
export function selectOperations(settings: OpenApiSettings, patterns: Patterns): IsWanted {
  const where = `sources.${settings.source}`;
  const included = settings.include?.map((one) => compile(one, `${where}.include`, patterns)) ?? null;
  const excluded = settings.exclude.map((one) => compile(one, `${where}.exclude`, patterns));
  return (operation, tool) => {
    if (operation.tags.includes('ai:deny')) return false;
    if (included !== null && !included.some((fits) => fits(operation, tool))) return false;
    return !excluded.some((fits) => fits(operation, tool));
  };
}

function compile({ tags, paths, methods, tools }: OperationSelection, where: string, patterns: Patterns): IsWanted {
  const globs = paths.map((path) => {
    const parsed = compileTargetGlob(path);
    if (!parsed.ok) throw invalid(`${where}.paths`, parsed.message);
    return parsed.glob;
  });
  const names = tools.map((pattern) => {
    try {
      return patterns.compile(pattern);
    } catch (cause) {
      throw invalid(`${where}.tools`, `${JSON.stringify(pattern.slice(0, 80))}: ${String(cause)}`, cause);
    }
  });
  return (operation, tool) => {
    const isTagged = tags.length === 0 || tags.some((tag) => hasTag(operation.tags, tag));
    const isOfMethod = methods.length === 0 || methods.includes(operation.method);
    if (!isTagged || !isOfMethod || (names.length > 0 && !names.some((test) => test(tool)))) return false;
    return globs.length === 0 || globs.some((glob) => glob.matches(normalTarget(operation.path, 'path')));
  };
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tag === '' ? tags.length === 0 : tags.includes(tag);
}

function invalid(where: string, why: string, cause?: unknown): CapabilityError {
  return new CapabilityError('invalid_config', `${where}: ${why}`, cause === undefined ? {} : { cause });
}
