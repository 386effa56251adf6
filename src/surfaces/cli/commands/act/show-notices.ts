// Tells the person what a call says while it runs: on the error output, so that results stay what they are.
import type { Call, ProgressNotice } from '../../../../contract/index.ts';
import type { Invocation } from '../../invocation.ts';
import { renderNotice } from '../../render/notice.ts';

/** A line of progress is read, and the next one is not missed. */
const progressMs = 1_000;

/** Progress and log are for a terminal; a question is told wherever the output goes, since the call waits for its answer. */
export function noticesShown({
  streams,
  output,
  command,
}: Pick<Invocation, 'streams' | 'output' | 'command'>): NonNullable<Call['onNotice']> {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (notice) => {
    if (notice.kind !== 'question' && streams.stderr.isTTY !== true) return;
    if (notice.kind === 'progress' && !isDue(notice)) return;
    const text = renderNotice(notice, command);
    if (text !== '') output.note(text);
  };

  function isDue({ progress, total }: ProgressNotice): boolean {
    const now = performance.now();
    if (now - shownAt < progressMs && progress !== total) return false;
    shownAt = now;
    return true;
  }
}
