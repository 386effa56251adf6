// gatehouse tokens: who may call over HTTP and MCP. A token calls and reads; none decides.
import { CapabilityError, trustLevels, type TokenNarrowing } from '../../../../../contract/index.ts';
import { layoutTable } from '../../../../../text/index.ts';
import type { Action } from '../../../command-spec.ts';
import { timeText } from '../../../render/times.ts';

export const listTokens: Action = async ({ owner, output }) => {
  const tokens = await (await owner()).tokens();
  output.document(tokens);
  const rows = tokens.map((token) => [
    token.trust,
    timeText(token.createdAt),
    narrowingText(token),
    token.principal,
    token.name,
  ]);
  const headers = ['TRUST', 'SINCE (UTC)', 'NARROWED TO', 'PRINCIPAL', 'NAME'];
  output.say(
    rows.length === 0
      ? 'No tokens but the one a daemon makes for itself.'
      : layoutTable(rows, { width: output.width, headers }),
  );
  return 0;
};

function narrowingText({ readOnly = false, profile }: TokenNarrowing): string {
  return [...(readOnly ? ['read-only'] : []), ...(profile === undefined ? [] : [`profile ${profile}`])].join(', ');
}

interface CreateOptions extends TokenNarrowing {
  readonly trust?: string;
}

export const createToken: Action<CreateOptions> = async (invocation, [name = ''], options) => {
  const given = options.trust ?? 'guest';
  const trust = trustLevels.find((item) => item === given);
  if (trust === undefined)
    throw new CapabilityError(
      'malformed_request',
      `--trust takes one of ${trustLevels.join(', ')}, not ${JSON.stringify(given)}.`,
    );
  const owner = await invocation.owner();
  const { view, token } = await owner.addToken(
    {
      name,
      trust,
      ...(options.readOnly === true ? { readOnly: true } : {}),
      ...(options.profile === undefined ? {} : { profile: options.profile }),
    },
    invocation.by,
  );
  invocation.output.document({ ...view, token });
  invocation.output.note(
    `The token of ${view.name} (${[view.trust, narrowingText(view)].filter((word) => word !== '').join(', ')}). This is the only time it is shown.`,
  );
  invocation.output.say(token);
  return 0;
};

export const revokeToken: Action = async (invocation, [name = '']) => {
  const owner = await invocation.owner();
  await owner.revokeToken(name, invocation.by);
  invocation.output.document({ name, revoked: true });
  invocation.output.say(`Revoked ${name}: whoever holds it is no longer let in.`);
  return 0;
};
