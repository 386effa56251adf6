import { describe, expect, it } from 'vitest';
import { formatLock, readLock, type Lock, type LockedServer } from './lock-text.ts';

const digest = (letter: string): string => `sha256-${letter.repeat(64)}`;

function server(tools: readonly (readonly [string, string])[], more: Partial<LockedServer> = {}): LockedServer {
  return {
    command: 'npx -y x@1.0.0',
    runs: ['package x@1.0.0 sha256-1'],
    about: digest('a'),
    tools: new Map(tools),
    ...more,
  };
}

const lock: Lock = new Map([
  [
    'b',
    server([
      ['z', digest('1')],
      ['__proto__', digest('2')],
      ['constructor', digest('3')],
    ]),
  ],
  ['__proto__', server([])],
]);

describe('a lock', () => {
  it('is text in one order, one tool a line, whatever came first', () => {
    const text = formatLock(lock);
    const turned = new Map(
      [...lock].toReversed().map(([name, one]) => [name, { ...one, tools: new Map([...one.tools].toReversed()) }]),
    );
    expect(formatLock(turned)).toBe(text);
    expect(text.split('\n').filter((line) => line.includes(digest('2')))).toEqual([
      `        "__proto__": "${digest('2')}",`,
    ]);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it('comes back whole, names of properties of all objects included', () => {
    expect(readLock(formatLock(lock))).toEqual({ ok: true, lock });
  });

  it('of nothing is one too', () => {
    expect(readLock(formatLock(new Map()))).toEqual({ ok: true, lock: new Map() });
  });

  const whole = formatLock(lock);
  it.each([
    ['empty', '', 'no JSON'],
    ['with the marks of a merge', whole.replace('    "b"', '<<<<<<< HEAD\n    "b"'), 'marks of a merge'],
    ['with the second mark alone', `${whole}=======\n`, 'marks of a merge'],
    ['of a newer version', whole.replace('"lockVersion": 1', '"lockVersion": 2'), 'its lockVersion is 2'],
    ['without a version', whole.replace('"lockVersion": 1,', ''), 'its lockVersion is not there'],
    ['without servers', '{"lockVersion": 1}', 'no map "servers"'],
    ['that is a list', '[]', 'no map "servers"'],
    ['with a key twice', whole.replace('"b"', '"__proto__"'), 'no JSON'],
    ['with a digest that is none', whole.replace(digest('1'), 'sha256-1'), 'its entry "b"'],
    ['with a digest that is no text', whole.replace(`"${digest('1')}"`, '7'), 'its entry "b"'],
    ['with an entry that is no map', '{"lockVersion":1,"servers":{"b":7}}', 'its entry "b"'],
    ['with a member that nobody knows', whole.replace('"about"', '"note": "x", "about"'), 'its entry'],
    ['cut off', whole.slice(0, -20), 'no JSON'],
  ])('%s holds nothing', (_what, text, problem) => {
    expect(readLock(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  it('of ten thousand tools is read', () => {
    const many = new Map([
      ['s', server(Array.from({ length: 10_000 }, (_, at) => [`tool_${at}`, digest('f')] as const))],
    ]);
    expect(readLock(formatLock(many))).toEqual({ ok: true, lock: many });
  });
});
