// The stored rules, and how they come and go. What a rule means is the kernel's part.
import {
  effects,
  type JsonObject,
  type JsonValue,
  type NewEvent,
  type Rule,
  type RuleWindow,
  type Store,
  type StoredRecord,
} from '../contract/index.ts';
import { bodyOf, bodyVersion, objectOf, oneOf, textOf, textOrNull } from './record-body.ts';

const collection = 'rules';

export interface StoredRule extends Rule {
  /** Fingerprint of the only definition that it holds for; null where it holds for whatever has the name. */
  readonly pin: string | null;
}

export interface Rules {
  /** In the order they were added. */
  list(): Promise<readonly StoredRule[]>;
  add(rule: Rule, by: string, pin?: string | null): Promise<void>;
  /** The rule that was; null when there was none of that id. */
  remove(id: string, by: string): Promise<Rule | null>;
}

export function createRules(store: Store): Rules {
  return {
    async list() {
      return (await store.list(collection)).map(toRule);
    },
    async add(rule, by, pin = null) {
      const record: StoredRecord = {
        collection,
        id: rule.id,
        group: rule.tool,
        version: bodyVersion,
        body: { ...toBody(rule), ...(pin === null ? {} : { pin }) },
      };
      await store.write({ puts: [record], events: [changedEvent('added', rule, by)], movesPolicy: true });
    },
    async remove(id, by) {
      const record = await store.get(collection, id);
      if (record === null) return null;
      const { pin: _pin, ...rule } = toRule(record);
      await store.write({
        removes: [{ collection, id }],
        events: [changedEvent('removed', rule, by)],
        movesPolicy: true,
      });
      return rule;
    },
  };
}

function changedEvent(change: 'added' | 'removed', rule: Rule, by: string): NewEvent {
  const { id, effect, agent, tool } = rule;
  return {
    kind: 'policy_changed',
    envelope: { change, rule: id, effect, tool, agent, by },
    values: { rule: toBody(rule) },
  };
}

function toBody({ effect, agent, tool, target, action, window, note }: Rule): JsonObject {
  return { effect, agent, tool, target, action, window: window === null ? null : { ...window }, note };
}

function toRule(record: StoredRecord): StoredRule {
  const body = bodyOf(record);
  return {
    id: record.id,
    effect: oneOf(record, 'effect', effects),
    agent: textOrNull(body['agent']),
    tool: textOrNull(body['tool']),
    target: textOrNull(body['target']),
    action: textOrNull(body['action']),
    window: toWindow(body['window']),
    note: textOrNull(body['note']),
    source: { kind: 'store' },
    pin: textOrNull(body['pin']),
  };
}

function toWindow(value: JsonValue | undefined): RuleWindow | null {
  if (value === null || value === undefined) return null;
  // Damage must not make a rule that allows for some hours one that always allows.
  const { from, to, zone } = objectOf(value);
  return { from: textOf(from), to: textOf(to), zone: textOf(zone) };
}
