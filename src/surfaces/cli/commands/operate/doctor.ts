// gatehouse doctor: what Gatehouse stands on, each with what to do about it.
import type { Action } from '../../command-spec.ts';

const marks = { ok: 'ok  ', warning: 'warn', problem: 'BAD ' } as const;

export const doctor: Action = async (invocation) => {
  const findings = await (await invocation.owner()).diagnose();
  invocation.output.document(findings);
  for (const finding of findings) {
    invocation.output.say(`${marks[finding.state]}  ${finding.name}: ${finding.text}`);
    if (finding.advice !== '') invocation.output.say(`      ${finding.advice}`);
  }
  return findings.some((finding) => finding.state === 'problem') ? 1 : 0;
};
