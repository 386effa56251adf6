// What the daemon says when it is up: where it is, and three things to try that work in any folder.

export interface Place {
  readonly url: string;
  readonly tokenFile: string;
  readonly workspace: string;
  /** What the user types before a command. */
  readonly command: string;
  /** The one file that it serves; null where all that is configured acts. */
  readonly config: string | null;
}

export function welcome(place: Place): string {
  const { url, tokenFile, workspace, config } = place;
  return `${config === null ? 'Gatehouse is up.' : `Gatehouse is up, and serves what ${config} names alone.`}
  HTTP API    ${url}/api (described at ${url}/api/openapi.json)
  MCP         ${url}/mcp
  token       in ${tokenFile}
  workspace   ${workspace}

${config === null ? trials(place) : looks(place)}

Stop with Ctrl-C.`;
}

function looks({ command }: Place): string {
  return `See, in another terminal in that folder, what it has and what asks:
     ${command} tools
     ${command} info`;
}

function trials({ command }: Place): string {
  return `Try, in another terminal in that folder:
  1. a call that runs at once
     ${command} call calculate --arg 'expression=2**64 + 1'
  2. a call that asks you first: it writes a file
     ${command} call file_write --arg filename=hello.txt --arg content=Hello
     ${command} approvals
     ${command} approvals approve ID
  3. why it asked, and what was recorded
     ${command} policy why file_write --arg filename=hello.txt --arg content=Hello
     ${command} audit tail`;
}
