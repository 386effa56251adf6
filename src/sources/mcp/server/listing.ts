// What a server lists, read tool by tool: one that cannot be taken takes no other with it.
import { readServerTool, type ServerTool } from '../tools/definition.ts';
import type { Connection } from './connection.ts';

export interface ServerListing {
  /** By the server's own names. */
  readonly tools: ReadonlyMap<string, ServerTool>;
  readonly instructions: string;
  /** Name and version that it gives itself. */
  readonly software: string;
  /** What was left out, and why. */
  readonly notices: readonly string[];
}

/** Rejects where the list as a whole cannot be had. */
export async function readListing(connection: Connection, signal: AbortSignal): Promise<ServerListing> {
  const listed = await connection.listTools(signal);
  const tools = new Map<string, ServerTool>();
  const twice = new Set<string>();
  const notices: string[] = [];
  for (const value of listed) {
    const reading = readServerTool(value);
    if (!reading.ok) {
      notices.push(reading.problem);
      continue;
    }
    const { tool } = reading;
    const other = tools.get(tool.name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(tool)) twice.add(tool.name);
    tools.set(tool.name, tool);
  }
  for (const name of twice) {
    tools.delete(name);
    notices.push(
      `The tool ${JSON.stringify(name.slice(0, 80))} is left out: it is listed twice with different definitions.`,
    );
  }
  return { tools, instructions: connection.instructions, software: connection.software, notices };
}
