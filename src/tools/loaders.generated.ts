// Written by scripts/generate-catalog.ts; change the tools and run it again.
import type { HandlerLoader } from '../contract/index.ts';
import { builtinHandler } from './builtin-handler.ts';

/** The code of each built-in tool, imported when it is first called. */
export const builtinLoaders: Readonly<Record<string, HandlerLoader>> = {
  add_mcp_server: async () => builtinHandler((await import('./servers/add-mcp-server.ts')).addMcpServer),
  ask_human_confirm: async () => builtinHandler((await import('./human/ask-human-confirm.ts')).askHumanConfirm),
  ask_human_input: async () => builtinHandler((await import('./human/ask-human-input.ts')).askHumanInput),
  ask_human_select: async () => builtinHandler((await import('./human/ask-human-select.ts')).askHumanSelect),
  calculate: async () => builtinHandler((await import('./compute/calculate.ts')).calculate),
  content_search: async () => builtinHandler((await import('./file/content-search.ts')).contentSearch),
  delete_database: async () => builtinHandler((await import('./locked/delete-database.ts')).deleteDatabase),
  describe_capabilities: async () => builtinHandler((await import('./introspect/describe-capabilities.ts')).describeCapabilities),
  describe_tool: async () => builtinHandler((await import('./introspect/describe-tool.ts')).describeTool),
  file_edit: async () => builtinHandler((await import('./file/file-edit.ts')).fileEdit),
  file_read: async () => builtinHandler((await import('./file/file-read.ts')).fileRead),
  file_write: async () => builtinHandler((await import('./file/file-write.ts')).fileWrite),
  git_read: async () => builtinHandler((await import('./git/git-read.ts')).gitRead),
  git_write: async () => builtinHandler((await import('./git/git-write.ts')).gitWrite),
  glob_search: async () => builtinHandler((await import('./file/glob-search.ts')).globSearch),
  last_output: async () => builtinHandler((await import('./results/last-output.ts')).lastOutput),
  list_mcp_servers: async () => builtinHandler((await import('./servers/list-mcp-servers.ts')).listMcpServers),
  note: async () => builtinHandler((await import('./memory/note.ts')).note),
  read_content: async () => builtinHandler((await import('./results/read-content.ts')).readContent),
  remove_mcp_server: async () => builtinHandler((await import('./servers/remove-mcp-server.ts')).removeMcpServer),
  request_directory_access: async () => builtinHandler((await import('./system/request-directory-access.ts')).requestDirectoryAccess),
  run_sandboxed: async () => builtinHandler((await import('./system/run-sandboxed.ts')).runSandboxed),
  shell: async () => builtinHandler((await import('./system/shell.ts')).shell),
  sudo_shell: async () => builtinHandler((await import('./locked/sudo-shell.ts')).sudoShell),
  tool_call: async () => builtinHandler((await import('./introspect/tool-call.ts')).toolCall),
  tool_help: async () => builtinHandler((await import('./introspect/tool-help.ts')).toolHelp),
  tool_search: async () => builtinHandler((await import('./introspect/tool-search.ts')).toolSearch),
  web_fetch: async () => builtinHandler((await import('./web/web-fetch.ts')).webFetch),
};
