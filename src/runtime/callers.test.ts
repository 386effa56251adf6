import { expect, it } from 'vitest';
import { httpCaller, mcpCaller, type TokenIdentity } from './callers.ts';

const token: TokenIdentity = { principal: 'token:ci', trust: 'operator' };

it.each([
  [token, false, null, undefined],
  [token, true, ['read_only'], undefined],
  [{ ...token, readOnly: true }, false, ['read_only'], undefined],
  [{ ...token, readOnly: true }, true, ['read_only'], undefined],
  [{ ...token, profile: 'issues' }, false, null, ['issues']],
])('a token %j, read-only asked for: %j, is left what both leave', (identity, readOnly, policyClasses, profiles) => {
  const caller = mcpCaller(identity, '/work', readOnly);
  expect([caller.policyClasses, caller.profiles]).toEqual([policyClasses, profiles]);
  if (!readOnly) expect(httpCaller(identity, '/work', null).policyClasses).toEqual(policyClasses);
});
