// Shows the person at a terminal what a call says while it runs: on the error output, so that results stay what they are.
import type { Call, ProgressNotice } from '../../../../contract/index.ts';
import type { Invocation } from '../../invocation.ts';
import { renderNotice } from '../../render/notice.ts';

/** A line of progress is read, and the next one is not missed. */
const progressMs = 1_000;

/** Undefined where nobody looks. */
export function noticesShown({ streams, output }: Pick<Invocation, 'streams' | 'output'>): Call['onNotice'] {
  if (streams.stderr.isTTY !== true) return undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  return (notice) => {
    if (notice.kind === 'progress' && !isDue(notice)) return;
    output.note(renderNotice(notice));
  };

  function isDue({ progress, total }: ProgressNotice): boolean {
    const now = performance.now();
    if (now - shownAt < progressMs && progress !== total) return false;
    shownAt = now;
    return true;
  }
}
