// The guard `net`: judges every URL a call is aimed at, by its text alone. Names are judged by their addresses when they are dialled.
import type { CheckedUrl, Fact, Guard, GuardFinding, Target } from '../../contract/index.ts';
import { checkUrl } from '../net/check-url.ts';
import type { NetPolicy } from '../net/net-policy.ts';

const name = 'net';

/** Looks up no name, so that an explanation equals the call and a refused call leaks no DNS query. */
export function createNetGuard({ policy }: { readonly policy: NetPolicy }): Guard {
  return {
    name,
    async inspect({ targets }): Promise<GuardFinding> {
      const facts: Fact[] = [];
      const resolved: Target[] = [];
      const urls: Record<string, CheckedUrl> = {};
      for (const target of targets) {
        if (target.kind !== 'url') continue;
        const verdict = checkUrl(target.value, policy);
        const value = verdict.ok ? verdict.url.href : target.value;
        resolved.push({ ...target, value });
        if (!verdict.ok) {
          facts.push({
            guard: name,
            name: verdict.problem,
            value: null,
            verdict: 'floor',
            targets: [value],
            text: verdict.text,
          });
          continue;
        }
        if (target.pointer !== null) urls[target.pointer] = verdict.url;
        const origin = verdict.internal ? 'listed' : 'public';
        facts.push({
          guard: name,
          name: 'origin',
          value: origin,
          verdict: 'clear',
          targets: [value],
          text: originTexts[origin],
        });
      }
      return { facts, targets: resolved, paths: {}, urls };
    },
  };
}

const originTexts = {
  listed: 'The operator lists this internal origin as allowed.',
  public: 'The address is judged again when it is dialled.',
};
