// gatehouse mcp --for CLIENT: what the configuration of a client is to say of Gatehouse, printed or written into its file.
import { CapabilityError } from '../../../../contract/index.ts';
import { commandLine } from '../../../../text/index.ts';
import { worksIn } from '../works-in.ts';
import { openClients } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';
import { lines } from '../../render/lines.ts';

interface ClientOptions {
  readonly for?: string;
  readonly write?: boolean;
  readonly readOnly?: boolean;
}

export const configureClient: Action<ClientOptions> = async (invocation, _args, options) => {
  const { output, caller, environment, command, config } = invocation;
  if (options.for === undefined)
    throw new CapabilityError('malformed_request', `--write needs the client: ${command} mcp --for cursor --write`);
  // A file that cannot be read would be found out by a client that says little of it.
  if (config !== null) await invocation.listing();
  const wishes = {
    client: options.for,
    workspace: options.workspace === undefined ? null : caller.workspace,
    readOnly: options.readOnly === true,
    config,
  };
  const { ownConfiguration, putOwnConfiguration } = await openClients();
  const place = { env: environment.env, platform: process.platform, workspace: caller.workspace };
  if (options.write !== true) {
    const { title, path, text, workspace } = ownConfiguration(wishes, place);
    output.document({ client: options.for, file: path, text, workspace });
    output.say(text);
    output.note(
      `${command}: this belongs into ${path} of ${title}; --write puts it there. ${worksIn(title, { workspace })}`,
    );
    return 0;
  }
  const { title, path, name, copy, workspace, isSame } = putOwnConfiguration(wishes, place, Date.now());
  output.document({ client: options.for, file: path, name, copy, workspace });
  output.say(
    lines(
      isSame
        ? `${path} says so already: ${title} has Gatehouse as the server ${name}.`
        : `Wrote ${path}: ${title} has Gatehouse as the server ${name} from its next start on.`,
      worksIn(title, { workspace }),
      copy === null ? null : `To have it as it was: ${commandLine(['cp', copy, path])}`,
      isSame ? null : `To take it back: ${command} mcp-servers import --undo`,
    ),
  );
  return 0;
};
