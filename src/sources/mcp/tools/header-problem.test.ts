import { describe, expect, it } from 'vitest';
import { headerProblem } from './header-problem.ts';
import { readServerTool } from './definition.ts';

const header = (name: unknown, type = 'string') => ({ type, 'x-mcp-header': name });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('headers of arguments', () => {
  it.each([
    ['none', object({ a: { type: 'string' } })],
    ['one of each type', object({ a: header('A'), b: header('B', 'integer'), c: header('C', 'boolean') })],
    ['one deep under properties', object({ a: object({ b: header('Region') }) })],
    ['an argument of that name', object({ 'x-mcp-header': { type: 'string' } })],
    ['a value that holds one', object({ a: { type: 'object', default: header('') } })],
    ['arguments with names of keywords', object({ items: header('A'), properties: header('B') })],
  ])('are fine: %s', (_what, schema) => expect(headerProblem(schema)).toBeNull());

  it.each([
    ['an empty name', object({ a: header('') }), 'no name of a header'],
    ['no text', object({ a: header(7) }), 'no name of a header'],
    ['a space', object({ a: header('My Region') }), 'no name of a header'],
    ['a colon', object({ a: header('Region:Primary') }), 'no name of a header'],
    ['a line', object({ a: header('A\r\nCookie') }), 'no name of a header'],
    ['letters beyond ASCII', object({ a: header('Région') }), 'no name of a header'],
    ['an object', object({ a: header('A', 'object') }), 'no text'],
    ['a number', object({ a: header('A', 'number') }), 'no text'],
    ['no type', object({ a: { 'x-mcp-header': 'A' } }), 'no text'],
    ['the same name', object({ a: header('Field'), b: header('field') }), 'twice'],
    ['items', object({ a: { type: 'array', items: header('A') } }), 'no argument'],
    ['a branch', object({}, { anyOf: [object({ a: header('A') })] }), 'no argument'],
    ['a definition', object({}, { $defs: { a: header('A') } }), 'no argument'],
    ['the whole', { ...object({}), 'x-mcp-header': 'A' }, 'no text'],
  ])('leave the tool out: %s', (_what, inputSchema, why) => {
    expect(headerProblem(inputSchema)).toContain(why);
    const reading = readServerTool({ name: 'it', inputSchema });
    expect(reading).toMatchObject({ ok: false, problem: expect.stringContaining(why) });
  });
});
