import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredUri, ownPrompt, ownUri, promptName } from './offered-names.ts';

const names = fc.string({ minLength: 1, maxLength: 32, unit: 'grapheme' });

describe('the address of a resource', () => {
  it('leads back to its server and its own URI, whatever they hold', () => {
    fc.assert(
      fc.property(names, fc.string({ minLength: 1 }), (server, uri) => {
        expect(ownUri(offeredUri(server, uri))).toEqual({ server, uri });
      }),
    );
  });

  it.each(['file:///a', 'gatehouse://', 'gatehouse://s', 'gatehouse://s/', 'gatehouse:///a', 'gatehouse://%/a', ''])(
    'that is %j is none of ours',
    (uri) => {
      expect(ownUri(uri)).toBeNull();
    },
  );

  it('of a template keeps what is to be filled in', () => {
    expect(offeredUri('my files', 'demo://{id}')).toBe('gatehouse://my%20files/demo://{id}');
  });
});

describe('the name of a prompt', () => {
  const letters = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '_', '.', 'ä') });

  it('is that of one prompt of one server, at most 64 letters long, and leads back to it where it says so by itself', () => {
    fc.assert(
      fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 5 }), letters, letters, (servers, one, other) => {
        const all = servers.flatMap((server) => [one, other].map((prompt) => ({ server, prompt })));
        const pairs = new Map(all.map((each) => [JSON.stringify(each), promptName(each.server, each.prompt, servers)]));
        expect(new Set(pairs.values()).size).toBe(pairs.size);
        for (const [pair, name] of pairs) {
          expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          const own = ownPrompt(name, servers);
          if (own !== null) expect(JSON.stringify(own)).toBe(pair);
        }
      }),
    );
  });

  it('does not depend on which server came first', () => {
    expect(promptName('a', 'b_c', ['a', 'a_b'])).toBe(promptName('a', 'b_c', ['a_b', 'a']));
    expect(promptName('a', 'b_c', ['a', 'a_b'])).not.toBe(promptName('a_b', 'c', ['a', 'a_b']));
    expect(promptName('a', 'p'.repeat(300), ['a']).length).toBe(64);
  });
});
