// Brings what reads an agent.yaml when it is asked for: it is no part of a start.
import type * as agentImport from './init-from-agent.ts';

export function openAgentImport(): Promise<typeof agentImport> {
  return import('./init-from-agent.ts');
}
