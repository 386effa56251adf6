// The modes of a session. They say how tools are gated while it lasts; only the deciding authority changes them.

export const sessionModes = ['readonly', 'plan-only', 'full-auto'] as const;

export type SessionMode = (typeof sessionModes)[number];
