// What the daemon says when it is up: where it is, and three things to try that work in any folder.

export interface Place {
  readonly url: string;
  readonly tokenFile: string;
  readonly workspace: string;
  /** What the user types before a command. */
  readonly command: string;
}

export function welcome({ url, tokenFile, workspace, command }: Place): string {
  return `Gatehouse is up.
  HTTP API    ${url}/api (described at ${url}/api/openapi.json)
  MCP         ${url}/mcp
  token       in ${tokenFile}
  workspace   ${workspace}

Try, in another terminal in that folder:
  1. a call that runs at once
     ${command} call calculate --arg 'expression=2**64 + 1'
  2. a call that asks you first: it writes a file
     ${command} call file_write --arg filename=hello.txt --arg content=Hello
     ${command} approvals
     ${command} approvals approve ID
  3. why it asked, and what was recorded
     ${command} policy why file_write --arg filename=hello.txt --arg content=Hello
     ${command} audit tail

Stop with Ctrl-C.`;
}
