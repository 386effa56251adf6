// gatehouse doctor: what Gatehouse stands on, each with what to do about it.
import type { Action } from '../../command-spec.ts';
import { exitCodes } from '../../exit-code.ts';
import { layoutText } from '../../render/fields.ts';

const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;
const hanging = 'warning  '.length;

export const doctor: Action = async (invocation) => {
  const findings = await (await invocation.owner()).diagnose();
  const { output } = invocation;
  output.document(findings);
  for (const { name, state, text, advice } of findings) {
    output.say(
      layoutText(`${marks[state]}  ${name}: ${text}${advice === '' ? '' : ` ${advice}`}`, output.width, hanging),
    );
  }
  return findings.some((finding) => finding.state === 'problem') ? exitCodes.failed : exitCodes.completed;
};
