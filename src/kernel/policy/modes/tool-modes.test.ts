import { describe, expect, test } from 'vitest';
import { sessionModes, type SessionMode } from '../../../contract/index.ts';
import { cellEffect, possibleEffects } from '../possible-effects.ts';
import { findMode, toolModes } from './tool-modes.ts';

type Row = readonly [name: string, policyClass: string, columns: string, by?: Readonly<Record<string, string>>];

/** The table of the design: class, then readonly, plan-only, full-auto. Two letters with a slash: by the fact or action named last. */
const table: readonly Row[] = [
  ['read_text', 'read_only', 'A A A'],
  ['write_text', 'read_write', '?/A D A', { zone: 'silent' }],
  ['git_read', 'read_only', '?/A ?/A A', { repository: 'trusted' }],
  ['git_write', 'read_write', '? D A'],
  ['docker', 'exec', '? D A'],
  ['http_get', 'network', '? ? A'],
  ['http_post', 'network', '? D A'],
  ['search', 'network', '?/A ?/A A', { search_backend: 'keyless' }],
  ['search', 'network', '?/A ?/A A', { search_backend: 'local' }],
  ['browser', 'network', '? D A'],
  ['subagent', 'external_api', '? D A'],
  ['autotest', 'exec', '? D A'],
  ['mcp', 'external_api', '?/A D/A A', { read_hint: 'trusted' }],
  ['generate', 'external_api', '? D A'],
  ['send', 'external_api', '? D A'],
  ['cron', 'read_write', '?/A D/A A', { action: 'list' }],
  ['memory', 'read_write', '? D A'],
  ['mcp_manage', 'exec', '?/A D/A ?/A', { action: 'list' }],
  ['mcp_manage', 'exec', '?/A D/A ?/A', { action: 'probe' }],
  ['local_models', 'exec', '?/A D/A ?/A', { action: 'list' }],
  ['local_models', 'exec', '?/A D/A ?/A', { action: 'probe' }],
  ['cli_anything', 'exec', '?/A D/A A', { action: 'status' }],
  ['cli_anything', 'exec', '?/A D/A A', { action: 'skill' }],
  ['code_review', 'external_api', '? D A'],
  ['python_eval', 'read_only', 'A A A'],
  ['last_output', 'read_only', 'A A A'],
  ['introspect', 'read_only', 'A A A'],
  ['skill', 'read_only', 'A A A'],
  ['repomap', 'read_only', 'A A A'],
  ['plan', 'read_only', 'A A A'],
  ['human', 'read_only', 'A A A'],
  ['note', 'read_only', 'A A A'],
  ['access', 'read_only', '? ? ?', { access: 'new' }],
  ['access', 'read_only', '?/A ?/A ?/A', { access: 'open' }],
  ['gui', 'gui_control', '? D ?'],
];

/** Section 4: level, setting, then readonly, plan-only, full-auto for a command that is safe, one to ask about, one not analysable. */
const shellTable: readonly (readonly [
  sandbox: string,
  setting: string,
  safe: string,
  ask: string,
  unanalysable: string,
])[] = [
  ['full', 'prefer', 'A A A', '? D A', '? D A'],
  ['full', 'required', 'A A A', '? D A', '? D A'],
  ['landlock', 'prefer', '? ? ?', '? D ?', '? D ?'],
  ['none', 'prefer', '? ? ?', '? D ?', '? D ?'],
  ['landlock', 'required', 'D D D', 'D D D', 'D D D'],
  ['none', 'required', 'D D D', 'D D D', 'D D D'],
  ['off', 'required', 'D D D', 'D D D', 'D D D'],
  ['off', 'off', 'A A A', '? D A', '? D ?'],
];

const letters = { ALLOW: 'A', ASK: '?', DENY: 'D' } as const;

function column(name: string, mode: SessionMode, facts: Readonly<Record<string, string>>): string {
  const cell = findMode(name)?.columns[mode];
  if (cell === undefined) throw new Error(`no mode ${name}`);
  return letters[cellEffect(cell, (fact) => (facts[fact] === undefined ? ['other'] : [facts[fact]]))];
}

describe('the table of tool modes', () => {
  test('holds exactly the modes of the design, each once', () => {
    const names = toolModes.map((mode) => mode.name);
    expect(new Set(names)).toEqual(new Set([...table.map(([name]) => name), 'shell', 'cli']));
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toHaveLength(32);
  });

  test.each(table.map((row) => ({ row, title: `${row[0]} ${row[1]} ${row[2]}` })))(
    '$title',
    ({ row: [name, policyClass, columns, by = {}] }) => {
      expect(findMode(name)?.policyClass).toBe(policyClass);
      for (const [at, mode] of sessionModes.entries()) {
        const [without = '', withFact = without] = columns.split(' ')[at]?.split('/') ?? [];
        expect([mode, column(name, mode, {})]).toEqual([mode, without]);
        expect([mode, column(name, mode, by)]).toEqual([mode, withFact]);
      }
    },
  );

  test.each(shellTable)('shell in sandbox %s under %s', (...[sandbox, setting, safe, ask, unanalysable]) => {
    for (const [shell, columns] of Object.entries({ safe, ask, unanalysable })) {
      const facts = { sandbox, sandbox_setting: setting, shell };
      for (const name of ['shell', 'cli'])
        expect([shell, sessionModes.map((mode) => column(name, mode, facts)).join(' ')]).toEqual([shell, columns]);
    }
  });

  test.each(shellTable)('a command that the operator calls reading, in sandbox %s under %s', (sandbox, setting) => {
    const isRefused = setting === 'required' && sandbox !== 'full';
    for (const shell of ['safe', 'ask', 'unanalysable']) {
      const facts = { sandbox, sandbox_setting: setting, shell, read_word: 'operator' };
      const columns = sessionModes.map((mode) => column('cli', mode, facts));
      expect([shell, ...columns]).toEqual([shell, ...(isRefused ? ['D', 'D', 'D'] : ['A', 'A', 'A'])]);
    }
  });

  test('a shell command of which nothing is known meets the strictest of its columns', () => {
    const nothing = (setting: string) => (name: string) => (name === 'sandbox_setting' ? [setting] : null);
    const cells = findMode('shell')?.columns;
    expect(sessionModes.map((mode) => cells && possibleEffects(cells[mode], nothing('prefer')))).toEqual([
      ['ALLOW', 'ASK'],
      ['ALLOW', 'ASK', 'DENY'],
      ['ALLOW', 'ASK'],
    ]);
    expect(sessionModes.map((mode) => cells && cellEffect(cells[mode], nothing('required')))).toEqual([
      'DENY',
      'DENY',
      'DENY',
    ]);
  });

  test('only what needs a person is refused where nobody is there', () => {
    expect(toolModes.filter((mode) => mode.attendedOnly === true).map((mode) => mode.name)).toEqual([
      'human',
      'access',
      'gui',
    ]);
  });

  test('modes that touch files, addresses or programs name the guards that look at them', () => {
    const guarded = (guard: string) => toolModes.filter((mode) => mode.guards.includes(guard)).map((mode) => mode.name);
    expect(guarded('paths')).toEqual([
      'read_text',
      'write_text',
      'shell',
      'git_read',
      'git_write',
      'autotest',
      'cli',
      'repomap',
    ]);
    expect(guarded('net')).toEqual(['http_get', 'http_post', 'search', 'browser', 'generate', 'send']);
    expect(guarded('shell')).toEqual(['shell', 'cli']);
    expect(guarded('sandbox')).toEqual(['shell', 'cli']);
    expect(guarded('program')).toEqual(['cli']);
  });

  test.each(['constructor', '__proto__', 'toString', '', 'READ_TEXT', 'read_text '])('%j is no mode', (name) => {
    expect(findMode(name)).toBeUndefined();
  });
});
