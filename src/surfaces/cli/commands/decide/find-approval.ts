// Finds the request that an id, or the first characters of one, stands for.
import { CapabilityError, type ApprovalView } from '../../../../contract/index.ts';
import type { Invocation } from '../../invocation.ts';

/** Throws `unknown_approval`. */
export async function findApproval(id: string, { runtime, caller, command }: Invocation): Promise<ApprovalView> {
  const view = await (await runtime()).approval(caller, id);
  if (view !== null) return view;
  if (id.startsWith('qst_'))
    throw new CapabilityError(
      'unknown_approval',
      `${id.slice(0, 80)} is a question of a running call, not a request for approval: ${command} approvals answer ${id.slice(0, 80)}`,
    );
  throw new CapabilityError(
    'unknown_approval',
    `No request for approval, or more than one, has an id that begins with ${JSON.stringify(id.slice(0, 80))} (6 characters or more). ${command} approvals --all lists them.`,
    { details: { id: id.slice(0, 80) } },
  );
}
