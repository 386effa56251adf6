// The table of our own failures: what a code means, whom it speaks to, and whether trying again helps. A tool's errors stay in the tool.

export interface ErrorCode {
  readonly meaning: string;
  readonly audience: 'model' | 'operator';
  readonly retry: 'never' | 'after-fix' | 'later';
}

function code(meaning: string, audience: ErrorCode['audience'], retry: ErrorCode['retry']): ErrorCode {
  return { meaning, audience, retry };
}

export const errorCodes = {
  unknown_tool: code('No tool of that name is visible to this caller.', 'model', 'after-fix'),
  forbidden_context: code('A rehearsal or a replay asked to run something.', 'model', 'never'),
  not_permitted: code('The trust or the lists of this caller do not include the tool.', 'model', 'never'),
  invalid_arguments: code(
    'The arguments are not JSON, not within the limits, or fail the schema of the tool.',
    'model',
    'after-fix',
  ),
  denied: code('The decision was DENY.', 'model', 'never'),
  drift: code('What was checked is no longer what is there.', 'model', 'later'),
  guard_failed: code('A guard could not find out what it had to know.', 'operator', 'later'),
  approval_denied: code('The approver said no.', 'model', 'never'),
  approval_over: code('The request for approval ended without an execution.', 'model', 'after-fix'),
  unknown_approval: code('No request for approval of that id is open to this caller.', 'model', 'after-fix'),
  not_answerable: code('The request for approval cannot be answered that way now.', 'operator', 'after-fix'),
  tool_failed: code('The tool threw.', 'model', 'after-fix'),
  tool_timeout: code('The tool did not end within its time.', 'model', 'later'),
  content_withheld: code('The result could not be made safe to show.', 'operator', 'later'),
  duplicate_name: code('A tool of that name or alias is registered already.', 'operator', 'after-fix'),
  invalid_tool: code('A tool description breaks the rules of the registry.', 'operator', 'after-fix'),
  unknown_mode: code('A tool names a mode that does not exist.', 'operator', 'after-fix'),
  invalid_rule: code('A rule cannot be read.', 'operator', 'after-fix'),
  unknown_rule: code('No rule of that id is in force.', 'operator', 'after-fix'),
  unknown_grant: code('No grant of that id is live.', 'operator', 'after-fix'),
  unknown_server: code('No MCP server of that name is configured.', 'operator', 'after-fix'),
  invalid_config: code('The configuration cannot be read.', 'operator', 'after-fix'),
  not_the_owner: code('Only the deciding authority may do this.', 'operator', 'never'),
  unauthenticated: code('The request carries no valid token.', 'operator', 'after-fix'),
  foreign_origin: code('The request names a host or an origin that is not ours.', 'operator', 'never'),
  malformed_request: code('The request is not of the form the route takes.', 'model', 'after-fix'),
  store_unavailable: code('The store cannot be opened, read or written.', 'operator', 'later'),
  store_newer: code('The store was written by a newer version.', 'operator', 'after-fix'),
  store_locked: code('Another process holds the store.', 'operator', 'later'),
  secret_unavailable: code('A secret cannot be kept or read.', 'operator', 'after-fix'),
  runtime_closed: code('The runtime is closing and takes no calls.', 'operator', 'later'),
  daemon_unreachable: code('The daemon does not answer on its socket.', 'operator', 'later'),
  address_refused: code('The address is internal or not one that may be dialled.', 'model', 'never'),
  fetch_failed: code('The page could not be fetched.', 'model', 'later'),
  path_refused: code('The path may not be used that way.', 'model', 'after-fix'),
  process_failed: code('A program could not be started.', 'operator', 'after-fix'),
  server_unavailable: code('An MCP server is disabled, or cannot be started or reached.', 'operator', 'after-fix'),
  login_needed: code('An MCP server gives its tools only after its owner has logged in.', 'model', 'never'),
  login_failed: code('Logging in to an MCP server, or renewing a login, did not work.', 'operator', 'later'),
  server_loop: code('The request came through this Gatehouse before, or through too many.', 'operator', 'after-fix'),
  internal: code('A fault of ours.', 'operator', 'later'),
} as const satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof errorCodes;
