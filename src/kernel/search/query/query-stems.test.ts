// What of a request is kept to learn from: its plain words, and nothing that may be a value.
import { describe, expect, it } from 'vitest';
import { queryStems } from './read-query.ts';

describe('kept of a request', () => {
  it.each<[string, readonly string[]]>([
    ['Create the issues, then list_issues!', ['creat', 'issu', 'list']],
    ['What\'s the "weather" like (in Oslo)?', ['oslo', 'weather']],
    ['用必应搜索新闻', ['必应', '应搜', '搜索', '索新', '新闻', '用必']],
    ['ein Bild verkleinern', ['bild', 'ein', 'verkleinern']],
  ])('are the words of %j', (text, stems) => {
    expect(queryStems(text)).toEqual(stems.toSorted());
  });

  it.each([
    'ann.lee@example.com',
    '<ann@example.com>,',
    'https://example.com/secret?plan=1',
    'file:///home/ann/plan',
    '"/home/ann/plan"',
    '(~/plan)',
    './plan',
    '..\\plan',
    "'C:\\Users\\ann\\plan'",
    'notes/plan.txt',
    'plan.txt',
    'example.com',
    '192.168.3.4',
    '+49 170 1234567',
    'card4111111111111111',
    '４１１１１１１１',
    'card４１１１',
    'user=ann',
    'user:ann',
    'hunter2',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
    '查询2024',
  ])('is nothing of %j, alone or among words', (value) => {
    const others = queryStems(value).filter((stem) => /^[\x20-\x7e]*$/.test(stem));
    expect(others).toEqual([]);
    expect(queryStems(`send ${value} message`).filter((stem) => /^[\x20-\x7e]*$/.test(stem))).toEqual([
      'messag',
      'send',
    ]);
  });

  it('does not tell in which order they stood', () => {
    expect(queryStems('zebra apple zebra')).toEqual(['appl', 'zebra']);
  });

  it.each([
    'x@'.repeat(50_000),
    '"('.repeat(50_000),
    'a1'.repeat(50_000),
    '/'.repeat(100_000),
    '_-'.repeat(50_000),
    'é\u0301'.repeat(50_000),
  ])('is found in bounded time', (text) => {
    const start = performance.now();
    queryStems(text);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
