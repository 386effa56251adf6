// What whoever describes a tool may leave out.
import type { Tool } from './tool.ts';

export const unsaidOfTool = {
  defaultEffect: null,
  locked: false,
  ownerOnly: false,
  hidden: false,
  alwaysAsk: false,
  tags: [],
  aliases: [],
  argumentAliases: {},
  examples: [],
  failureModes: [],
  requiresSetup: null,
  secrets: [],
  targets: [],
  actionPointer: null,
  untrustedResult: false,
} as const satisfies Partial<Tool>;
