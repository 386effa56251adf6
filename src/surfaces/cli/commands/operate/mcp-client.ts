// gatehouse mcp --for CLIENT: what the configuration of a client is to say of Gatehouse, printed or written into its file.
import { CapabilityError } from '../../../../contract/index.ts';
import { commandLine } from '../../../../text/index.ts';
import { openClients } from '../../../../runtime/index.ts';
import type { Action } from '../../command-spec.ts';
import { lines } from '../../render/lines.ts';

interface ClientOptions {
  readonly for?: string;
  readonly write?: boolean;
  readonly readOnly?: boolean;
}

export const configureClient: Action<ClientOptions> = async (invocation, _args, options) => {
  const { output, caller, environment, command } = invocation;
  if (options.for === undefined)
    throw new CapabilityError('malformed_request', `--write needs the client: ${command} mcp --for cursor --write`);
  const wishes = {
    client: options.for,
    workspace: options.workspace === undefined ? null : caller.workspace,
    readOnly: options.readOnly === true,
  };
  const { ownConfiguration, putOwnConfiguration } = await openClients();
  const place = { env: environment.env, platform: process.platform, workspace: caller.workspace };
  if (options.write !== true) {
    const { title, path, text } = ownConfiguration(wishes, place);
    output.document({ client: options.for, file: path, text });
    output.say(text);
    output.note(`${command}: this belongs into ${path} of ${title}; --write puts it there.`);
    return 0;
  }
  const { title, path, name, copy } = putOwnConfiguration(wishes, place, Date.now());
  output.document({ client: options.for, file: path, name, copy });
  output.say(
    lines(
      `Wrote ${path}: ${title} has Gatehouse as the server ${name} from its next start on.`,
      copy === null ? null : `To have it as it was: ${commandLine(['cp', copy, path])}`,
    ),
  );
  return 0;
};
