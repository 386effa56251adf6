// The operator's zones for writing: where it is refused, asked about in every mode, or never asked about.
import { CapabilityError } from '../../../contract/index.ts';
import { compileTargetGlob, normalTarget, type TargetGlob } from '../../../text/index.ts';

const zoneNames = ['blocked', 'prompt', 'silent'] as const;
export type ZoneName = (typeof zoneNames)[number];

/** Paths (with all below them) or globs of the policy language; relative ones start at the workspace. */
export type ZoneSettings = Readonly<Record<ZoneName, readonly string[]>>;

/** The strictest zone that covers a path, given as rules see it and as it really is; null where none does. */
export type FindZone = (shown: string, real: string) => ZoneName | null;

/** Throws `invalid_config` naming the entry that cannot be read: a blocked zone with a hole in it is worse than no start. */
export function createZones(settings: ZoneSettings): FindZone {
  const zones = zoneNames.map((name) => ({
    name,
    globs: settings[name].flatMap((entry) => compileEntry(name, entry)),
  }));
  return (shown, real) => {
    const targets = [normalTarget(shown, 'path'), normalTarget(real, 'path')];
    const covers = (glob: TargetGlob) => targets.some((target) => glob.matches(target));
    return zones.find(({ globs }) => globs.some(covers))?.name ?? null;
  };
}

function compileEntry(zone: ZoneName, entry: string): readonly TargetGlob[] {
  const trimmed = entry.length > 1 ? entry.replace(/\/+$/, '') : entry;
  const sources = [trimmed, ...(/[*?[]/.test(trimmed) ? [] : [`${trimmed === '/' ? '' : trimmed}/**`])];
  return sources.map((source) => {
    const parse = compileTargetGlob(source);
    if (parse.ok) return parse.glob;
    throw new CapabilityError('invalid_config', `workspace.zones.${zone}: ${parse.message}`);
  });
}
