import { expect, it } from 'vitest';
import type { CommandFlag, JsonObject, Tool } from '../../contract/index.ts';
import { requestForTest } from '../../testing/index.ts';
import { createProgramGuard } from './program-guard.ts';
import type { ProgramLook } from './kinds/source.ts';

const flag = (property: string, dangerous: boolean): CommandFlag => ({
  property,
  flag: `--${property}`,
  kind: 'switch',
  negation: null,
  isOn: false,
  join: '=',
  dangerous,
});

const command = {
  words: ['app', 'do'],
  flags: [flag('force', true), flag('all', false)],
  args: [],
  separates: true,
} as const;

const there: ProgramLook = { found: { parts: [], notPinned: [], program: '/bin/app' }, differences: [] };

async function inspect(args: JsonObject, look: ProgramLook | null, explaining = false) {
  const reread: string[] = [];
  const guard = createProgramGuard({
    programOf: () => (look === null ? null : { argv: ['app'], look: async () => look }),
    rereadLater: ({ name }) => reread.push(name),
  });
  const request = requestForTest([]);
  const target = { pointer: '', kind: 'command', action: 'run', line: { command, directory: '.' } } as const;
  const tool: Tool = { ...request.tool, effects: ['executes'], targets: [target] };
  const { facts } = await guard.inspect({ ...request, tool, arguments: args, explaining });
  return { facts: facts.map(({ name, value, verdict }) => [name, value, verdict]), reread: reread.length };
}

it('says which file is started, and that nobody but the operator calls it a read', async () => {
  expect(await inspect({}, there)).toEqual({
    facts: [
      ['read_word', 'none', 'clear'],
      ['program', '/bin/app', 'clear'],
    ],
    reread: 0,
  });
});

it.each([
  [{ force: true }, 1],
  [{ force: false }, 0],
  [{ all: true }, 0],
  [{ force: true, all: true }, 1],
])('asks of %j where a flag that is called dangerous is given: %i', async (args, count) => {
  const { facts } = await inspect(args, there);
  expect(facts.filter(([name, , verdict]) => name === 'dangerous_flag' && verdict === 'ask')).toHaveLength(count);
});

it('refuses another program than the one that was read, and reads it anew but for an explanation', async () => {
  const other = { ...there, differences: ['program app: another digest'] };
  expect(await inspect({}, other)).toMatchObject({ facts: [{}, ['program_replaced', null, 'floor']], reread: 1 });
  expect(await inspect({}, other, true)).toMatchObject({ facts: [{}, ['program_replaced', null, 'floor']], reread: 0 });
});

it.each([null, { ...there, found: { ...there.found, program: null } }])(
  'refuses one that is not there',
  async (look) => {
    expect((await inspect({}, look)).facts).toContainEqual(['program_missing', null, 'floor']);
  },
);
