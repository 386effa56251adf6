// What holds where no file says anything. Plain values: without a file neither the schema nor a parser is loaded.
import type { Settings } from './config-schema.ts';

export const defaultSettings: Settings = {
  mode: 'readonly',
  workspace: {
    readRoots: ['.'],
    writeRoots: ['.'],
    guestRoots: [],
    zones: { blocked: [], silent: [], prompt: [] },
    protected: [],
  },
  sandbox: 'prefer',
  net: { internalOrigins: [], allowedHosts: [], blockedHosts: [] },
  policy: { rules: [], confirmTags: [], unattended: 'deny', expiry: '24h' },
  approvals: { elicitation: [] },
  tools: { disable: [], timeouts: {}, readPageLines: 200, resultChars: 50_000 },
  audit: { durability: 'process', signEvery: 256 },
};
