// The search over tools: what is found, in which order, and that nothing which was not asked for changes it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../contract/index.ts';
import { plainTool } from '../../testing/index.ts';
import { createLearnedUses } from './learned-uses.ts';
import { queryStems } from './query/read-query.ts';
import { createToolSearch, type ToolSearch } from './tool-search.ts';

function tool(name: string, description: string, more: Partial<Tool> = {}): Tool {
  return plainTool({ name, title: name, description, ...more });
}

const shop = [
  tool('weather_forecast', 'The forecast for a city for the coming days.'),
  tool('send_mail', 'Sends a message to an address.'),
  tool('delete_branch', 'Removes a branch from a repository.'),
  tool('convert_currency', 'Converts an amount between two currencies.'),
  tool('resize_image', 'Makes a picture larger or smaller.'),
  tool('WebScraper', 'Reads the content of a page.'),
  tool('yahoo_query', 'Fragt Börsenkurse ab.', { aliases: ['boerse'] }),
  tool('bing_search', '使用必应搜索指定的关键词，并返回搜索结果列表'),
];

function searchOver(tools: readonly Tool[]): ToolSearch {
  const search = createToolSearch();
  search.follow(tools);
  return search;
}

function names(search: ToolSearch, text: string, more: Partial<Parameters<ToolSearch['find']>[0]> = {}) {
  return search.find({ text, limit: 5, sees: () => true, ...more }).map((found) => found.tool.name);
}

describe('what is found', () => {
  const search = searchOver(shop);
  it.each([
    ['will it rain in Oslo tomorrow? I need the forecast', 'weather_forecast'],
    ['erase a branch', 'delete_branch'],
    ['photo too big, shrink the picture', 'resize_image'],
    ['change 100 USD to euro', 'convert_currency'],
    ['e-mail the report to ann@example.com', 'send_mail'],
    ['scrape https://example.com/weather/forecast', 'WebScraper'],
    ['web scraping', 'WebScraper'],
    ['Börsenkurse', 'yahoo_query'],
    ['搜索', 'bing_search'],
    ['用必应搜索新闻', 'bing_search'],
    ['convert_curency', 'convert_currency'],
  ])('%s', (text, wanted) => {
    expect(names(search, text)[0]).toBe(wanted);
  });

  it('puts the tool of that name or alias first, whatever the case', () => {
    const crowded = searchOver([...shop, tool('mail', 'send mail, send mail, send_mail: sends mail with send mail')]);
    expect(names(crowded, 'send_mail')[0]).toBe('send_mail');
    expect(names(crowded, ' SEND_MAIL ')[0]).toBe('send_mail');
    expect(names(crowded, 'Boerse')[0]).toBe('yahoo_query');
  });

  it('parts tools whose names differ by case alone, in whatever order they came and whoever sees them', () => {
    const [large, small] = [tool('Clock', 'Rings.'), tool('clock', 'Ticks.')];
    for (const tools of [
      [large, small],
      [small, large],
    ]) {
      expect(names(searchOver(tools), 'clock')).toEqual(['clock', 'Clock']);
      expect(names(searchOver(tools), 'Clock')).toEqual(['Clock', 'clock']);
      expect(names(searchOver(tools), 'CLOCK')).toEqual(['Clock', 'clock']);
      const search = searchOver(tools);
      const [found] = search.find({ text: 'clock', limit: 5, sees: (item) => item !== small });
      expect(found).toMatchObject({ tool: large, parts: { name: 1 } });
      search.follow([large]);
      const all = (of: ToolSearch) => of.find({ text: 'clock', limit: 5, sees: () => true });
      expect(all(search)).toEqual(all(searchOver([large])));
    }
  });

  it('finds a tool for each thing that is asked for', () => {
    const found = names(search, 'Get the forecast for Rome, then send the answer to my boss and resize the image');
    expect(new Set(found.slice(0, 3))).toEqual(new Set(['weather_forecast', 'send_mail', 'resize_image']));
  });

  it('finds a tool by what its source says of itself', () => {
    const { origin } = plainTool();
    const found = searchOver([...shop, tool('run', 'Runs it.', { origin: { ...origin, about: 'A chess engine.' } })]);
    expect(names(found, 'chess')).toEqual(['run']);
  });

  it('tells what speaks for each tool', () => {
    const [first] = search.find({ text: 'weather forecast', limit: 1, sees: () => true });
    expect(first?.parts).toMatchObject({ words: 1, clauses: 0, learned: 0 });
    expect(first?.parts.name).toBeGreaterThan(0.5);
  });
});

describe('bad input', () => {
  const search = searchOver(shop);
  it.each([
    ['empty', ''],
    ['blank', ' \n\t'],
    ['a stop word', 'the'],
    ['control characters', '\u0000\u0007\u001b[31m'],
    ['punctuation', '.,;:!?-/\\()[]{}'],
    ['unknown words', 'zzxqv qqwwz'],
  ])('finds nothing for a query that is %s', (_, text) => {
    expect(names(search, text)).toEqual([]);
  });

  it('reads a query of 100,000 characters by its first words', () => {
    expect(names(search, `forecast ${'x@'.repeat(50_000)}`)[0]).toBe('weather_forecast');
    expect(names(search, 'a.b,c;'.repeat(17_000))).toEqual([]);
    expect(names(search, `forecast${' /a'.repeat(33_000)}`)[0]).toBe('weather_forecast');
  });

  it('takes an empty catalogue, one tool, and tools without a description', () => {
    expect(names(searchOver([]), 'forecast')).toEqual([]);
    expect(names(searchOver(shop.slice(0, 1)), 'forecast')).toEqual(['weather_forecast']);
    expect(names(searchOver([tool('weather_now', ''), tool('clock', '')]), 'weather')).toEqual(['weather_now']);
  });

  it('does not let a description climb by saying its words again', () => {
    const loud = tool('best_tool', 'best tool for the weather forecast '.repeat(5_000));
    expect(names(searchOver([...shop, loud]), 'weather forecast')[0]).toBe('weather_forecast');
  });

  it('orders tools of the same text by name, however many', () => {
    const many = Array.from({ length: 300 }, (_, index) => tool(`equal_${String(index).padStart(3, '0')}`, 'Equal.'));
    expect(names(searchOver(many.toReversed()), 'equal')).toEqual(many.slice(0, 5).map((item) => item.name));
  });
});

describe('what the caller may see', () => {
  it('finds nothing else, and does not measure by it', () => {
    const search = searchOver(shop);
    const sees = (item: Tool) => item.name !== 'weather_forecast';
    const found = search.find({ text: 'weather forecast, send mail', limit: 20, sees });
    expect(found.map((item) => item.tool.name)).not.toContain('weather_forecast');
    expect(found[0]?.parts.words).toBe(1);
    expect(names(search, 'weather_forecast', { sees })).not.toContain('weather_forecast');
    const learned = createLearnedUses([useOf('what is the sky like', 'weather_forecast')]);
    expect(names(search, 'what is the sky like', { sees, learned })).toEqual([]);
  });
});

describe('what the caller may not see', () => {
  it('tells nothing by its words: all is as if it were not there', () => {
    const hidden = [tool('payrolls_export', 'Weather of the secret payroll.'), tool('send_all', 'Sends currency.')];
    const sees = (item: Tool) => !hidden.includes(item);
    const [all, without] = [searchOver([...shop, ...hidden]), searchOver(shop)];
    const found = (search: ToolSearch, text: string) => search.find({ text, limit: 20, sees });
    for (const text of ['payrolls', 'weather', 'send a mail', 'convert currency, then send', 'resise imagepayroll'])
      expect(found(all, text)).toEqual(found(without, text));
    all.follow(shop);
    expect(found(all, 'weather')).toEqual(found(without, 'weather'));
  });
});

const vocabulary = [
  'send',
  'mail',
  'read',
  'file',
  'image',
  'weather',
  'branch',
  'stock',
  'price',
  'map',
  'user',
  'list',
];
const anyTool = fc
  .tuple(fc.nat(40), fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 8 }))
  .map(([id, words]) => tool(`${words[0] ?? ''}_${id}`, words.join(' ')));

describe('the index', () => {
  it('answers after any changes as one that was made of what is left', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyTool, { maxLength: 12 }), { minLength: 1, maxLength: 14 }), (states) => {
        const changed = createToolSearch();
        let last: readonly Tool[] = [];
        for (const state of states) {
          // One of a name, some of those that were there kept as they were.
          const kept = last.filter((_, index) => index % 3 !== 0);
          last = [...new Map([...state, ...kept].map((item) => [item.name, item])).values()];
          changed.follow(last);
        }
        const fresh = searchOver(last);
        for (const text of ['send mail', 'weather, stock price and a map', 'read the file of the user', 'image_3']) {
          const ask = { text, limit: 10, sees: () => true };
          expect(changed.find(ask)).toEqual(fresh.find(ask));
        }
      }),
    );
  });

  it('is the same for the same tools in another order', () => {
    const query = { text: 'send a mail with the weather', limit: 10, sees: () => true };
    expect(searchOver(shop.toReversed()).find(query)).toEqual(searchOver(shop).find(query));
  });
});

function useOf(query: string, name: string, more: { weight?: number; fingerprint?: string } = {}) {
  return { stems: queryStems(query), tool: name, fingerprint: `fp-${name}`, weight: 1, ...more };
}

describe('what was learned', () => {
  const search = searchOver(shop);
  const query = 'what did my shares do today';

  it('lifts the tool that a like search led to', () => {
    expect(names(search, query)).not.toContain('yahoo_query');
    const learned = createLearnedUses([
      useOf('how did my shares do', 'yahoo_query'),
      useOf('shares of today', 'yahoo_query'),
      useOf('rain in Oslo', 'weather_forecast'),
    ]);
    expect(names(search, query, { learned })[0]).toBe('yahoo_query');
  });

  it('lifts less what is long ago', () => {
    const fresh = createLearnedUses([useOf('shares', 'yahoo_query'), useOf('mail', 'send_mail')]);
    const old = createLearnedUses([useOf('shares', 'yahoo_query', { weight: 0.1 }), useOf('mail', 'send_mail')]);
    const vote = (learned: typeof fresh) =>
      search
        .find({ text: query, limit: 5, sees: () => true, learned })
        .find((item) => item.tool.name === 'yahoo_query');
    expect(vote(old)?.parts.learned).toBeLessThan((vote(fresh)?.parts.learned ?? 0) / 3);
    expect(vote(old)?.parts.learned).toBeGreaterThan(0);
  });

  it('says nothing for another definition of that name', () => {
    const learned = createLearnedUses([useOf('shares', 'yahoo_query', { fingerprint: 'another' })]);
    expect(names(search, query, { learned })).not.toContain('yahoo_query');
  });

  it('is not fed by what a tool says of itself', () => {
    const poisoned = tool('stock_helper', 'For every question on shares: what did my shares do today');
    const learned = createLearnedUses(Array.from({ length: 3 }, () => useOf('what did my shares do', 'yahoo_query')));
    expect(names(searchOver([...shop, poisoned]), query, { learned })[0]).toBe('yahoo_query');
  });
});
