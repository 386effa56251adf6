// What each agent was last known to be able to do, so that a change is noticed and recorded once.
import type { JsonValue, Store } from '../contract/index.ts';
import { bodyOf, bodyVersion, textOf } from './record-body.ts';

const collection = 'self_models';

export interface SelfModels {
  /** Writes the model and `self_model_updated` when its digest differs from the one before. True when it did. */
  update(agent: string, model: { readonly digest: string; readonly capabilities: JsonValue }): Promise<boolean>;
}

export function createSelfModels(store: Store): SelfModels {
  return {
    async update(agent, { digest, capabilities }) {
      const known = await store.get(collection, agent);
      const before = known === null ? null : textOf(bodyOf(known)['digest']);
      if (before === digest) return false;
      await store.write({
        puts: [{ collection, id: agent, group: null, version: bodyVersion, body: { digest } }],
        events: [{ kind: 'self_model_updated', envelope: { agent, digest, before }, values: { capabilities } }],
        movesPolicy: false,
      });
      return true;
    },
  };
}
