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
  sandbox: {
    setting: 'prefer',
    env: { mode: 'selected', allow: [], deny: [], from: {} },
    network: { hosts: [] },
    commands: { profile: 'bare', presets: [], explicit: [] },
    images: { python: 'python:3.13-slim', javascript: 'node:24-slim', shell: 'debian:stable-slim' },
  },
  net: { internalOrigins: [], allowedHosts: [], blockedHosts: [], proxy: 'direct' },
  mcp: { servers: {} },
  sources: {},
  policy: { rules: [], confirmTags: [], unattended: 'deny', flow: 'strict', expiry: '24h' },
  approvals: { elicitation: [], questionExpiry: '10m' },
  tools: { builtins: 'all', disable: [], timeouts: {}, readPageLines: 200, resultChars: 50_000 },
  profiles: {},
  deferral: { budget: 2_700, learn: true },
  audit: { durability: 'process', signEvery: 256 },
};
