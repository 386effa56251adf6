// What holds for a server of which nothing else is said.

export const serverDefaults = {
  include: null,
  exclude: [],
  timeoutMs: 60_000,
  startTimeoutMs: 60_000,
  policyClass: 'external_api',
  hidden: false,
  trustReadOnly: false,
  disabled: false,
  tools: [],
} as const;
