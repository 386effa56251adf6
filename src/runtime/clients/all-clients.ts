// The clients that are known, by the name people type.
import { CapabilityError } from '../../contract/index.ts';
import type { Client } from './client.ts';
import { claudeCode } from './kinds/claude-code.ts';
import { claudeDesktop } from './kinds/claude-desktop.ts';
import { codex } from './kinds/codex.ts';
import { cursor } from './kinds/cursor.ts';
import { geminiCli } from './kinds/gemini-cli.ts';
import { opencode } from './kinds/opencode.ts';
import { vscode } from './kinds/vscode.ts';
import { windsurf } from './kinds/windsurf.ts';

export const allClients: readonly Client[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vscode,
  windsurf,
  codex,
  geminiCli,
  opencode,
];

/** Throws `malformed_request` with the names there are. */
export function clientNamed(id: string): Client {
  const client = allClients.find((item) => item.id === id);
  if (client !== undefined) return client;
  const ids = allClients.map((item) => item.id).join(', ');
  throw new CapabilityError('malformed_request', `No client is called ${JSON.stringify(id)}. Known: ${ids}.`);
}
