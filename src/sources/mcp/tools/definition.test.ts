import { describe, expect, it } from 'vitest';
import { acceptedForm, readAcceptedTool, readServerTool, toolFingerprint, type ServerTool } from './definition.ts';

const inputSchema = { type: 'object', properties: { b: {}, a: {} } };

function read(value: unknown): ServerTool {
  const reading = readServerTool(value);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.tool;
}

describe('a definition', () => {
  it('is taken with its schema as it is, and of its hints only what it says', () => {
    expect(
      read({ name: 'a', inputSchema, annotations: { title: 'A', destructiveHint: true, other: 1 }, _meta: {} }),
    ).toEqual({
      name: 'a',
      title: 'A',
      description: '',
      inputSchema,
      outputSchema: null,
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(read({ name: 'a', inputSchema, annotations: { readOnlyHint: 'true', destructiveHint: 1 } })).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
  });

  it.each([
    ['nothing', null, 'no map'],
    ['a text', 'tool', 'no map'],
    ['no name', { inputSchema }, 'its name'],
    ['an empty name', { name: '', inputSchema }, 'its name'],
    ['a name without end', { name: 'n'.repeat(1_001), inputSchema }, 'its name'],
    ['a title that is no text', { name: 'a', title: 1, inputSchema }, 'its title'],
    ['a description that is no text', { name: 'a', description: {}, inputSchema }, 'its description'],
    ['no schema', { name: 'a' }, 'its inputSchema'],
    ['a schema of lists', { name: 'a', inputSchema: { type: 'array' } }, 'its inputSchema'],
    ['a list for a schema', { name: 'a', inputSchema: [] }, 'its inputSchema'],
    ['a text for an output schema', { name: 'a', inputSchema, outputSchema: 'x' }, 'its outputSchema'],
    ['a list of hints', { name: 'a', inputSchema, annotations: [] }, 'its annotations'],
    ['tasks alone', { name: 'a', inputSchema, execution: { taskSupport: 'required' } }, 'as a task only'],
    ['too much', { name: 'a', inputSchema, description: 'x'.repeat(300_000) }, 'longer'],
    ['half a character', { name: 'a\ud800', inputSchema }, 'left out'],
  ])('of %s is left out with the reason', (_what, value, reason) => {
    expect(readServerTool(value)).toEqual({ ok: false, problem: expect.stringContaining(reason) });
  });

  it('comes back from keeping as it was, its members in their order', () => {
    const tool = read({
      name: '__proto__',
      description: 'Does.',
      inputSchema,
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    });
    const back = readAcceptedTool(acceptedForm(tool));
    expect(JSON.stringify(back)).toBe(JSON.stringify(tool));
    expect(readAcceptedTool('{"name":"a"}')).toBeNull();
  });

  it('has a print of its own for every part of it and for its server', () => {
    const tool = read({ name: 'a', inputSchema });
    const others: readonly ServerTool[] = [
      { ...tool, name: 'b' },
      { ...tool, title: 'b' },
      { ...tool, description: 'b' },
      { ...tool, inputSchema: { type: 'object' } },
      { ...tool, outputSchema: {} },
      { ...tool, readOnlyHint: true },
      { ...tool, destructiveHint: true },
    ];
    const prints = [
      toolFingerprint('s', tool),
      toolFingerprint('t', tool),
      ...others.map((other) => toolFingerprint('s', other)),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});
