// The tools by which what a server has besides tools is listed, read and completed. They are ours, and the same for every server.

export const offeredTools = [
  'list_resources',
  'read_resource',
  'list_prompts',
  'get_prompt',
  'complete_argument',
] as const;
export type OfferedTool = (typeof offeredTools)[number];

/** Marks such a tool. No tool of a server carries it: what a server says of itself sets no tags. */
export function offeredTag(tool: OfferedTool): string {
  return `mcp:${tool}`;
}
