// Brings what changes the sources in the owner's file, and what looks at one before, when it is asked for: neither is a part of a start.
import type { prepareSource, prepareSourceRemoval } from '../config/edit/own-sources.ts';
import type { detectKind } from './detect-kind.ts';
import type { trySource } from './try-source.ts';

export interface SourceEdits {
  readonly prepareSource: typeof prepareSource;
  readonly prepareSourceRemoval: typeof prepareSourceRemoval;
  readonly trySource: typeof trySource;
  readonly detectKind: typeof detectKind;
}

export async function openSourceEdits(): Promise<SourceEdits> {
  const [edits, { trySource: tries }, { detectKind: detects }] = await Promise.all([
    import('../config/edit/own-sources.ts'),
    import('./try-source.ts'),
    import('./detect-kind.ts'),
  ]);
  return { ...edits, trySource: tries, detectKind: detects };
}
