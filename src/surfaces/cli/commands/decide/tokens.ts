// gatehouse tokens: who may call over HTTP and MCP. A token calls and reads; none decides.
import { layoutTable } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';

export const listTokens: Action = async (invocation) => {
  const tokens = await (await invocation.owner()).tokens();
  invocation.output.document(tokens);
  const rows = tokens.map((token) => [token.name, token.trust, token.principal, token.createdAt.slice(0, 19).replace('T', ' ')]);
  invocation.output.say(rows.length === 0 ? 'No tokens but the daemon’s own.' : layoutTable(rows, { width: invocation.output.width, headers: ['NAME', 'TRUST', 'PRINCIPAL', 'SINCE (UTC)'] }));
  return 0;
};

export const createToken: Action<{ readonly trust?: string }> = async (invocation, [name = ''], options) => {
  const owner = await invocation.owner();
  const { view, token } = await owner.addToken(name, options.trust ?? 'guest', invocation.by);
  invocation.output.document({ ...view, token });
  invocation.output.note('This is the only time the token is shown.');
  invocation.output.say(token);
  return 0;
};

export const revokeToken: Action = async (invocation, [name = '']) => {
  const owner = await invocation.owner();
  await owner.revokeToken(name, invocation.by);
  invocation.output.document({ name, revoked: true });
  invocation.output.say(`Revoked ${name}.`);
  return 0;
};
