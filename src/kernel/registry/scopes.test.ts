import { describe, expect, it } from 'vitest';
import type { Caller, Tool } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';
import { createScopes, type Profile } from './scopes.ts';

const open: Profile = { for: [], readOnly: false, classes: null, allow: null, sources: null, deny: [], maxTools: null };
const named = (more: Partial<Caller> = {}) => sampleCaller({ profiles: ['ci'], ...more });
const permits = (profile: Partial<Profile>, tool: Partial<Tool>, caller = named()) =>
  createScopes(new Map([['ci', { ...open, ...profile }]])).permits(toolForTest(tool), caller);

const remote: Partial<Tool> = {
  name: 'mcp_github_list',
  kind: 'mcp',
  policyClass: 'external_api',
  effects: ['egress', 'writes'],
  origin: { source: 'github', owner: null, family: null, fingerprint: 'f' },
};
const search: Partial<Tool> = {
  name: 'tool_search',
  kind: 'builtin',
  origin: { source: 'builtin', owner: null, family: null, fingerprint: 'f' },
};

describe('a profile', () => {
  it.each<[string, Partial<Profile>, Partial<Tool>, boolean]>([
    ['that says nothing leaves all', {}, remote, true],
    ['of reading leaves what reads', { readOnly: true }, { policyClass: 'read_only' }, true],
    ['of reading leaves nothing else', { readOnly: true }, remote, false],
    ['of reading leaves what its operator takes as that', { readOnly: true }, { ...remote, effects: ['egress'] }, true],
    ['of classes leaves those', { classes: ['external_api'] }, remote, true],
    ['of other classes does not', { classes: ['exec'] }, remote, false],
    ['of no class leaves nothing', { classes: [] }, remote, false],
    ['of names leaves those', { allow: ['mcp_github_*'] }, remote, true],
    ['of other names does not', { allow: ['mcp_git_*', 'MCP_*'] }, remote, false],
    ['of no name leaves nothing', { allow: [] }, remote, false],
    ['of servers leaves their tools', { sources: ['github'] }, remote, true],
    ['of servers leaves no others', { sources: ['gitlab'] }, remote, false],
    ['of names and servers leaves both', { allow: ['x'], sources: ['github'] }, remote, true],
    ['that denies a name holds before what allows it', { allow: ['*'], deny: ['*_list'] }, remote, false],
    [
      'that denies a name from before denies it',
      { deny: ['mcp_github_old'] },
      { ...remote, aliases: ['mcp_github_old'] },
      false,
    ],
    ['leaves bridges whatever it names', { allow: ['x'] }, search, true],
    ['denies bridges where it names them', { deny: ['tool_*'] }, search, false],
    ['with a pattern that cannot be read denies all', { deny: ['['] }, remote, false],
    ['with a pattern that cannot be read allows nothing by it', { allow: ['['] }, remote, false],
  ])('%s', (_what, profile, tool, expected) => {
    expect(permits(profile, tool)).toBe(expected);
  });

  it('holds for the principals that it names, and for nobody else', () => {
    const profile = { for: ['token:ci'], allow: [] };
    expect(permits(profile, remote, sampleCaller({ principal: 'token:ci' }))).toBe(false);
    expect(permits(profile, remote, sampleCaller({ principal: 'token:other' }))).toBe(true);
  });

  it('that is not there leaves nothing, whatever it is called', () => {
    for (const name of ['gone', '', '__proto__', 'constructor'])
      expect(permits({}, remote, named({ profiles: [name] }))).toBe(false);
  });

  it('narrows what another one leaves, and never widens it', () => {
    const scopes = createScopes(
      new Map([
        ['reads', { ...open, readOnly: true }],
        ['all', { ...open, for: ['token:ci'], allow: ['*'] }],
      ]),
    );
    const caller = sampleCaller({ principal: 'token:ci', profiles: ['reads'] });
    expect(scopes.of(caller)).toEqual(['reads', 'all']);
    expect(scopes.permits(toolForTest(remote), caller)).toBe(false);
  });

  it('leaves of the classes of a caller what both have', () => {
    const scopes = createScopes(
      new Map([
        ['reads', { ...open, readOnly: true }],
        ['runs', { ...open, classes: ['exec', 'read_only'] as const }],
      ]),
    );
    const of = (profiles: readonly string[], policyClasses: Caller['policyClasses'] = null) =>
      scopes.classesOf(sampleCaller({ profiles, policyClasses }));
    expect(of([])).toBeNull();
    expect(of(['runs'])).toEqual(['exec', 'read_only']);
    expect(of(['runs', 'reads'])).toEqual(['read_only']);
    expect(of(['reads'], ['exec'])).toEqual([]);
    expect(of(['gone'])).toEqual([]);
  });
});
