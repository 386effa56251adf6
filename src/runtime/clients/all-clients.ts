// The clients that are known, by the name people type.
import { CapabilityError } from '../../contract/index.ts';
import { nearNames } from '../../text/index.ts';
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
  const near = allClients.filter((item) => id !== '' && item.id.startsWith(id.toLowerCase())).map((item) => item.id);
  const named =
    near.length > 0
      ? near
      : nearNames(
          id,
          allClients.map((item) => item.id),
          1,
        );
  const hint = named.length === 0 ? '' : ` Did you mean ${named.join(' or ')}?`;
  const ids = allClients.map((item) => item.id).join(', ');
  throw new CapabilityError('malformed_request', `No client is called ${JSON.stringify(id)}.${hint} Known: ${ids}.`);
}
