// What holds for a server of which nothing else is said.

import { noLoginSettings } from '../../../sources/index.ts';

export const serverDefaults = {
  include: null,
  exclude: [],
  timeoutMs: 60_000,
  startTimeoutMs: 60_000,
  policyClass: 'external_api',
  hidden: false,
  trustReadOnly: false,
  disabled: false,
  roots: [],
  sampling: false,
  tools: [],
  oauth: noLoginSettings,
} as const;
