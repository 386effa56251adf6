// The effective matrix of now, and the self-model of each agent that follows from it.
import type { Clock, MatrixRow, Trust } from '../../contract/index.ts';
import { matrixRow, selfModel, type Registry } from '../../kernel/index.ts';
import type { Grants, SelfModels } from '../../state/index.ts';
import { sha256Hex } from '../../text/index.ts';
import type { PolicySource } from './policy-source.ts';

export interface MatrixParts {
  readonly registry: Registry;
  readonly policy: PolicySource;
  readonly grants: Grants;
  readonly selfModels: SelfModels;
  readonly clock: Clock;
}

const trusts: readonly Trust[] = ['operator', 'guest'];
const defaultAgent = 'default';

/** Every agent that rules name, and the default one; guests have rows of their own. In the default session mode, somebody being there. */
export async function effectiveMatrix(parts: MatrixParts): Promise<readonly MatrixRow[]> {
  const [view, rules, live] = [
    await parts.policy.current(),
    await parts.policy.rules(),
    await parts.grants.list(parts.clock.now()),
  ];
  const agents = new Set([defaultAgent, ...rules.flatMap((rule) => (rule.agent === null ? [] : [rule.agent]))]);
  const { settings, compiled, defaultMode } = view;
  return [...agents].flatMap((agent) => {
    const grants = live.filter((grant) => grant.agent === agent);
    return trusts.flatMap((trust) =>
      parts.registry
        .list({ includeHidden: true })
        .map((tool) =>
          matrixRow({ agent, trust, attended: true, sessionMode: defaultMode, settings, tool }, compiled, grants),
        ),
    );
  });
}

/** Recomputes what each agent may say of itself; `self_model_updated` is recorded where it changed. */
export async function updateSelfModels(parts: MatrixParts): Promise<void> {
  const rows = await effectiveMatrix(parts);
  for (const agent of new Set(rows.map((row) => row.agent))) {
    const { digestInput, capabilities } = selfModel(agent, rows);
    await parts.selfModels.update(agent, {
      digest: sha256Hex(digestInput),
      capabilities: capabilities.map((item) => ({
        ...item,
        possible: [...item.possible],
        dependsOn: [...item.dependsOn],
      })),
    });
  }
}
