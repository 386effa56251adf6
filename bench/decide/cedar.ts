// Cedar: a permit for each allowed tool, a forbid for each refusal, parsed beforehand and kept in the engine.
import {
  preparsePolicySet,
  statefulIsAuthorized,
  type StatefulAuthorizationCall,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { Engine, Refusal, Rules } from './questions.ts';

export function cedarEngine({ allowed, refusals }: Rules): Engine {
  const policies = [...allowed.map(permit), ...refusals.map(forbid)];
  const id = `bench-${policies.length}`;
  const parsed = preparsePolicySet(id, { staticPolicies: policies.join('\n') });
  if (parsed.type === 'failure') throw new Error(`Cedar does not take the policies: ${JSON.stringify(parsed.errors)}`);
  return {
    name: 'Cedar, policies parsed beforehand',
    prepare({ tool, path, minute }) {
      const call: StatefulAuthorizationCall = {
        principal: { type: 'User', id: '1' },
        action: { type: 'Action', id: 'call' },
        resource: { type: 'Tool', id: tool },
        context: { path, minute },
        preparsedPolicySetId: id,
        entities: [],
      };
      return () => {
        const answer = statefulIsAuthorized(call);
        return answer.type === 'success' && answer.response.decision === 'allow';
      };
    },
  };
}

function permit(tool: string): string {
  return `permit(principal, action, resource == Tool::"${tool}");`;
}

function forbid({ tool, folder, hours }: Refusal): string {
  const within = hours === null ? '' : ` && context.minute >= ${hours.from} && context.minute < ${hours.to}`;
  return `forbid(principal, action, resource == Tool::"${tool}") when { context.path like "${folder}/*"${within} };`;
}
