// One case of the injection vectors: a text that others wrote, the call that an obedient agent makes of it, and what has to become of both.
import { z } from 'zod';

const attackCall = z.object({
  tool: z.string(),
  capability: z.string(),
  action: z.string(),
  args: z.record(z.string(), z.unknown()),
  effects: z.array(z.string()),
});

export const injectionCase = z.object({
  id: z.string(),
  class: z.string(),
  carrier: z.object({ kind: z.string(), tool: z.string(), field: z.string() }).nullable(),
  text: z.string().nullable(),
  user_text: z.string().nullish(),
  private: z.array(z.string()).default([]),
  mode: z.enum(['readonly', 'plan-only', 'full-auto']),
  attack_call: attackCall.nullable(),
  expect: z.looseObject({
    wrapped: z.boolean().default(false),
    provenance: z.string().optional(),
    min_effect: z.enum(['NONE', 'ASK', 'DENY']).default('NONE'),
    max_effect: z.enum(['NONE', 'ASK', 'DENY']).default('DENY'),
  }),
});

export type InjectionCase = z.infer<typeof injectionCase>;
export type AttackCall = z.infer<typeof attackCall>;
