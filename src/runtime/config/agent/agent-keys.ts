// What becomes of each key of an agent.yaml: where it acts here, or what it waits for.

/** `acts`: it is written into the file. `so`: it holds here without a word. `kept`: it stands there as a comment, with when it acts. */
export type KeyMeaning = { readonly acts: string } | { readonly so: string } | { readonly kept: string };

const agents = 'acts once Gatehouse runs agents itself';
const memory = 'acts once agents of Gatehouse have a memory';
const knowledge = 'acts once Gatehouse searches documents';
const nats = 'acts once tools are taken from and served to agents over NATS';
const window = 'acts once Gatehouse shows agents in a window of the terminal';

/** `NAME` is the source. What depends on the value is told by whoever translates it. */
export const agentKeys: Readonly<Record<string, KeyMeaning>> = {
  identity: { acts: 'sources.NAME' },
  application_path: { acts: 'sources.NAME.command' },
  nats_context: { kept: nats },
  system_prompt: { kept: agents },
  'include.tools': { acts: 'sources.NAME.include' },
  'include.tags': { acts: 'sources.NAME.include' },
  'exclude.tools': { acts: 'sources.NAME.exclude' },
  'exclude.tags': { acts: 'sources.NAME.exclude' },
  global_flags: { acts: 'sources.NAME.globalFlags' },
  remote_agents: { kept: nats },
  remote_tools: { kept: nats },
  'expose.agent.agent_to_agent': { kept: nats },
  'expose.agent.a2a.max_concurrent_tools': { kept: nats },
  'expose.agent.a2a.tool_timeout': { kept: nats },
  'expose.agent.tools.include.tools': { acts: 'profiles.exposed.allow' },
  'expose.agent.tools.include.tags': { acts: 'sources.NAME.include' },
  'expose.agent.tools.exclude.tools': { acts: 'profiles.exposed.deny' },
  'expose.agent.tools.exclude.tags': { acts: 'sources.NAME.exclude' },
  'expose.agent.mcp.port': { kept: 'is an option here: gatehouse up --port PORT --config FILE' },
  'expose.agent.mcp.address': { kept: 'never acts: Gatehouse listens on loopback alone' },
  'expose.agent.mcp.instructions': { kept: 'never acts: the MCP server of Gatehouse gives instructions of its own' },
  'expose.agent.mcp.confirm_over_mcp': { so: 'what asks asks; whose clients may say yes is for approvals.elicitation' },
  'expose.agent.mcp.builtins': { kept: knowledge },
  'expose.agent.mcp.max_concurrent_tools': {
    kept: 'never acts: calls of a client are limited by requests, not by tools',
  },
  'expose.agent.mcp.tool_timeout': { acts: 'sources.NAME.timeout' },
  'harness.human_in_the_loop.enabled': { acts: 'tools.builtins' },
  'harness.confirm_tags': { acts: 'sources.NAME.confirmTags' },
  'harness.tool_timeout': { acts: 'sources.NAME.timeout' },
  'harness.no_tui': { kept: window },
  'harness.no_bell': { kept: window },
  'harness.memory.enabled': { kept: memory },
  'harness.memory.backend': { kept: memory },
  'harness.memory.no_index': { kept: memory },
  'harness.memory.options': { kept: memory },
  'harness.sessions.backend': { kept: agents },
  'harness.sessions.options': { kept: agents },
  'harness.knowledge.enabled': { kept: knowledge },
  'harness.knowledge.paths': { kept: knowledge },
  'harness.knowledge.directory': { kept: knowledge },
  'harness.knowledge.top_k': { kept: knowledge },
  'harness.knowledge.max_injected_tokens': { kept: knowledge },
  'harness.knowledge.embeddings.base_url': { kept: knowledge },
  'harness.knowledge.embeddings.model': { kept: knowledge },
  'harness.knowledge.embeddings.api_key_env': { kept: knowledge },
  'harness.knowledge.embeddings.timeout': { kept: knowledge },
  'harness.knowledge.embeddings.query_prefix': { kept: knowledge },
  'harness.knowledge.embeddings.document_prefix': { kept: knowledge },
  'llm.model': { kept: agents },
  'llm.provider': { kept: agents },
  'llm.budget.max_tokens': { kept: agents },
  'llm.budget.max_output_tokens': { kept: agents },
  'llm.budget.max_iterations': { kept: agents },
  'llm.budget.call_timeout': { kept: agents },
  'llm.thinking.enabled': { kept: agents },
  'llm.no_prompt_cache': { kept: agents },
  'llm.no_tool_search': { acts: 'deferral' },
};
