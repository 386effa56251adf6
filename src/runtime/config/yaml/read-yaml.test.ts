import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { isCapabilityError, type JsonValue } from '../../../contract/index.ts';
import { exampleConfig } from '../example-config.ts';
import { readConfigFile } from '../read-config-file.ts';
import { readYaml, type Path, type YamlReading } from './read-yaml.ts';

type Read = Extract<YamlReading, { ok: true }>;

function readable(text: string): Read {
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading;
}

/** What is wrong with a configuration; null where it loads. Any other fault is thrown. */
function problemOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!isCapabilityError(error) || error.code !== 'invalid_config') throw error;
    return error.message;
  }
}

const key = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__');
const leaf = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string({ unit: 'grapheme' }));
const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('reading YAML', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(json, fc.boolean(), (value, isFlow) => {
        const text = isFlow
          ? JSON.stringify(value)
          : stringify(value, { version: '1.2', aliasDuplicateObjects: false });
        expect(readable(text).value).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  it('knows where each value of a text stands', () => {
    const text = 'a:\n  - x\n  - { b: y, "c d": [ z ] }\nn: &n { m: 1 }\no: *n\ne:\n';
    const { placeOf } = readable(text);
    const places: readonly (readonly [Path, number, number])[] = [
      [[], 1, 1],
      [['a'], 2, 3],
      [['a', 0], 2, 5],
      [['a', 1], 3, 5],
      [['a', 1, 'b'], 3, 10],
      [['a', 1, 'c d', 0], 3, 22],
      [['n'], 4, 7],
      [['o'], 5, 4],
      [['o', 'm'], 4, 12],
      [['e'], 6, 3],
      [['a', 7], 2, 3],
    ];
    expect(places.map(([path]) => ({ path, ...placeOf(path) }))).toEqual(
      places.map(([path, line, column]) => ({ path, line, column })),
    );
    expect(placeOf(['a', 1, 'c d'], 'key')).toEqual({ line: 3, column: 13 });
    expect(placeOf(['o', 'm'], 'key')).toEqual({ line: 4, column: 9 });
  });

  it('takes an alias for the nearest node before it that has the name', () => {
    expect(readable('a: &x 1\nb: *x\nc: &x 2\nd: [*x, *x]\n').value).toEqual({ a: 1, b: 1, c: 2, d: [2, 2] });
    expect(readYaml('a: *x\nb: &x 1\n').ok).toBe(false);
  });

  it('answers a value or a problem within the text for any text, and never throws', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      '"',
      "'",
      '&x ',
      '*x',
      '!t ',
      '#',
      '|',
      '>',
      '?',
      '---',
      '%YAML 1.1',
      '\t',
      '\r',
      'é',
      '\ud800',
      '\0',
      '<<',
      '@',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const reading = readYaml(text);
          if (reading.ok) return;
          expect(reading.problems.length).toBeGreaterThan(0);
          for (const { place, message } of reading.problems) {
            expect(place.line).toBeLessThanOrEqual(text.split('\n').length);
            expect(message).toMatch(/\.$/);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('reading a configuration', () => {
  it('loads or says what is wrong, whatever happens to a line of it', () => {
    const example = exampleConfig().replaceAll(/^#(?=\S)/gm, '');
    const surroundings = { workspace: '/w', userFolder: '/u', home: '/u/.gatehouse' };
    const change = fc.tuple(
      fc.nat(example.length),
      fc.nat(30),
      fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('\n', '[', '- ', ': ', 'null', '~', '*a', '&a ')),
    );
    fc.assert(
      fc.property(change, fc.boolean(), ([at, length, text], isProject) => {
        const changed = example.slice(0, at) + text + example.slice(at + length);
        const said = problemOf(() => {
          readConfigFile({
            file: 'f.yaml',
            text: changed,
            ownerFile: isProject ? '/u/config.yaml' : null,
            surroundings,
            patterns: null,
          });
        });
        expect(said ?? 'f.yaml:1:1: nothing').toMatch(/^f\.yaml:\d+:\d+: ./);
      }),
      { numRuns: 500 },
    );
  });
});
