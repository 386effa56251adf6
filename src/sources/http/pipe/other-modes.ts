// What becomes of the lines of a tools file that describe no HTTP request.

const counterparts: Readonly<Record<string, string>> = {
  shell: 'write command=program {argument}, or mode=http_get',
  python_eval: 'calculate does this here',
  read_text: 'file_read does this here',
  write_text: 'file_write and file_edit do this here',
  last_output: 'last_output and read_content do this here',
  introspect: 'describe_capabilities and describe_tool do this here',
  docker: 'run_sandboxed does this here',
  memory: 'note does this here',
  mcp_manage: 'add_mcp_server, list_mcp_servers and remove_mcp_server do this here',
  mcp: 'the tools of a server are there by mcp.servers',
};

const without: ReadonlySet<string> = new Set([
  'autotest',
  'browser',
  'cli_anything',
  'code_review',
  'cron',
  'image',
  'local_models',
  'plan',
  'repomap',
  'search',
  'skill',
  'subagent',
]);

/** The whole reason why a line of that mode stays out. */
export function otherMode(mode: string, isDefault: boolean): string {
  const named = isDefault ? 'it has no mode, which means shell' : `its mode is ${JSON.stringify(mode)}`;
  const counterpart = Object.hasOwn(counterparts, mode) ? counterparts[mode] : undefined;
  if (counterpart !== undefined) return `${named}, and no HTTP request: ${counterpart}`;
  if (without.has(mode)) return `${named}, and no HTTP request: a tools file brings none of these here`;
  return `${named}, which is unknown; write mode=http_get or mode=http_post`;
}
