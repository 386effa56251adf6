// What an agent.yaml of Fisk AI may say: all of its keys and no others, as its own reader has it.
import { z } from 'zod';
import { list, section, words } from '../schema/schema-parts.ts';

const anyText = z.string({ error: 'a text' });
const flag = z.boolean({ error: 'true or false' });
const name = anyText.regex(/^[a-zA-Z0-9_-]+$/, { error: 'a name of letters, digits, "_" and "-"' });
const count = z
  .int({ error: 'a whole number that is not negative' })
  .min(0, { error: 'a whole number that is not negative' });
const many = z
  .int({ error: 'a whole number from 0 to 1024' })
  .min(0, { error: 'a whole number from 0 to 1024' })
  .max(1024, {
    error: 'a whole number from 0 to 1024',
  });
/** As Go writes them. */
const duration = anyText.regex(/^(?:0|(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+)$/, {
  error: 'a duration such as 30s or 1m30s',
});
const options = z.record(anyText, z.unknown(), { error: 'a map of options' });

const selection = section({
  tools: list(anyText, 'regular expressions').optional(),
  tags: list(anyText, 'tags').optional(),
});

const remote = { name, alias: name.optional() };

const mcp = section({
  port: z.int({ error: 'a port' }).min(0, { error: 'a port' }).max(65_535, { error: 'a port' }).optional(),
  address: anyText.optional(),
  instructions: anyText.optional(),
  confirm_over_mcp: words(['auto', 'always', 'never']).optional(),
  builtins: list(anyText, 'names of built-in tools').optional(),
  max_concurrent_tools: many.optional(),
  tool_timeout: duration.optional(),
});

const agent = section({
  agent_to_agent: flag.optional(),
  a2a: section({ max_concurrent_tools: many.optional(), tool_timeout: duration.optional() }).optional(),
  tools: section({ include: selection.optional(), exclude: selection.optional() }).optional(),
  mcp: mcp.optional(),
});

const embeddings = section({
  base_url: anyText.optional(),
  model: anyText.optional(),
  api_key_env: anyText.optional(),
  timeout: duration.optional(),
  query_prefix: anyText.optional(),
  document_prefix: anyText.optional(),
});

const harness = section({
  human_in_the_loop: section({ enabled: flag.optional() }).optional(),
  confirm_tags: list(anyText, 'tags').optional(),
  tool_timeout: duration.optional(),
  no_tui: flag.optional(),
  no_bell: flag.optional(),
  memory: section({
    enabled: flag.optional(),
    backend: anyText.optional(),
    no_index: flag.optional(),
    options: options.optional(),
  }).optional(),
  sessions: section({ backend: anyText.optional(), options: options.optional() }).optional(),
  knowledge: section({
    enabled: flag.optional(),
    paths: list(anyText, 'paths').optional(),
    directory: anyText.optional(),
    top_k: count.optional(),
    max_injected_tokens: count.optional(),
    embeddings: embeddings.optional(),
  }).optional(),
});

const llm = section({
  model: anyText.optional(),
  provider: anyText.optional(),
  budget: section({
    max_tokens: count.optional(),
    max_output_tokens: count.optional(),
    max_iterations: count.optional(),
    call_timeout: duration.optional(),
  }).optional(),
  thinking: section({ enabled: flag.optional() }).optional(),
  no_prompt_cache: flag.optional(),
  no_tool_search: flag.optional(),
});

export const agentSchema = section({
  identity: name.optional(),
  application_path: anyText.min(1, { error: 'the path of a program' }).optional(),
  nats_context: anyText.optional(),
  system_prompt: anyText.optional(),
  include: selection.optional(),
  exclude: selection.optional(),
  global_flags: list(anyText, 'names of flags').optional(),
  remote_agents: list(section(remote), 'remote agents').optional(),
  remote_tools: list(
    section({ ...remote, include: selection.optional(), exclude: selection.optional() }),
    'remote agents whose tools are taken',
  ).optional(),
  expose: section({ agent: agent.optional() }).optional(),
  harness: harness.optional(),
  llm: llm.optional(),
});

export type AgentFile = z.infer<typeof agentSchema>;
