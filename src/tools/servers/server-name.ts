// The arguments that tools about MCP servers share.
import { z } from 'zod';

export const serverName = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'Up to 32 letters, digits, "_" and "-".');

export const project = z
  .boolean()
  .default(false)
  .describe("In the workspace's .mcp.json instead of the owner's configuration.");
