import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalRecord, JsonObject, JsonValue } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { parseJson } from '../../text/index.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';
import { approvalView, newRequest } from './approval-record.ts';
import {
  askedAt,
  askingCallForTest,
  decisionForTest,
  reasonForTest,
  recordForTest,
  targetForTest,
} from '../../../test/harness/record-for-test.ts';

/** What a terminal or a reader would not show as it is. */
const hiding = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...textsOf(child)]);
}

describe('a new request', () => {
  it('is pending, and holds what was judged, bound and asked', () => {
    const bound = askingCallForTest();
    const place = { runtimeId: 'rt_9', now: askedAt, expiresAt: askedAt + 5_000 };
    expect(newRequest(bound, place)).toEqual({
      version: 1,
      id: expect.stringMatching(/^apr_[a-z0-9]{10,}$/i),
      status: 'pending',
      caller: bound.call.caller,
      tool: 'file_write',
      fingerprint: bound.tool.origin.fingerprint,
      arguments: { filename: 'a.txt', content: 'hi' },
      argumentKey: 'key_1',
      targets: [targetForTest()],
      risk: 'medium',
      decision: bound.decision,
      salt: 'salt_1',
      requestHash: 'hash_1',
      policyRevision: '7',
      sessionMode: 'readonly',
      runtimeId: 'rt_9',
      workspace: '/workspace',
      createdAt: askedAt,
      expiresAt: askedAt + 5_000,
      decidedAt: null,
      decidedBy: null,
      answer: null,
      note: null,
      supersedes: null,
      supersededBy: null,
      outcome: null,
      deliveredAt: null,
    });
  });

  it('has an id of its own each time', () => {
    const place = { runtimeId: 'rt_1', now: askedAt, expiresAt: askedAt };
    const ids = Array.from({ length: 100 }, () => newRequest(askingCallForTest(), place).id);
    expect(new Set(ids).size).toBe(100);
  });

  it('goes by the canonical name of the tool', () => {
    const tool = toolForTest({ name: 'file_write', aliases: ['write_file'] });
    const place = { runtimeId: 'rt_1', now: askedAt, expiresAt: askedAt };
    expect(newRequest(askingCallForTest({ tool }), place).tool).toBe('file_write');
  });
});

describe('the view of a request', () => {
  it('shows all that was asked and why', () => {
    expect(approvalView(recordForTest({ note: 'later', decidedBy: 'user:1' }), 'Write a file')).toEqual({
      id: 'apr_1',
      status: 'pending',
      tool: 'file_write',
      title: 'Write a file',
      targets: [{ kind: 'path', action: 'write', value: 'a.txt' }],
      arguments: { filename: 'a.txt', content: 'hi' },
      reason: 'Writing asks in a readonly session.',
      evidence: [reasonForTest()],
      risk: 'medium',
      rule: null,
      requestHash: 'hash_1',
      agent: 'default',
      principal: 'user:1000',
      surface: 'mcp',
      session: 'session_1',
      workspace: '/workspace',
      createdAt: '2026-01-05T10:00:00.000Z',
      expiresAt: '2026-01-06T10:00:00.000Z',
      note: 'later',
      decidedBy: 'user:1',
      supersedes: null,
      supersededBy: null,
      onceOnly: false,
    });
  });

  it('gives the first question as the reason and names the rule that asked', () => {
    const reasons = [
      reasonForTest({ source: 'default', effect: 'ALLOW', text: 'It would run.' }),
      reasonForTest({ source: 'raise', id: 'tag', text: 'Its tag asks.' }),
      reasonForTest({ source: 'rule', id: 'rule_allow', effect: 'ALLOW', text: 'A rule allows.' }),
      reasonForTest({ source: 'rule', id: 'rule_ask', text: 'A rule asks.' }),
    ];
    const view = approvalView(recordForTest({ decision: decisionForTest({ reasons, onceOnly: true }) }), '');
    expect([view.reason, view.rule, view.onceOnly, view.evidence.length]).toEqual([
      'Its tag asks.',
      'rule_ask',
      true,
      4,
    ]);
  });

  it('has no arguments once they were purged', () => {
    expect(approvalView(recordForTest({ arguments: null }), '').arguments).toBeNull();
  });

  it('keeps every digit of a number', () => {
    const parsed = parseJson('{"id":12345678901234567890}');
    const view = approvalView(recordForTest({ arguments: parsed.ok ? parsed.value : null }), '');
    expect(JSON.stringify(view.arguments)).toBe('{"id":12345678901234567890}');
  });

  it.each<[string, string, string]>([
    ['an escape sequence', '\u001b[2Krm -rf /', '\\u{1B}[2Krm -rf /'],
    ['a carriage return', 'ls\rrm', 'ls\\u{0D}rm'],
    ['a line feed', 'ls\nrm', 'ls\\u{0A}rm'],
    ['a NUL', 'a\0b', 'a\\u{00}b'],
    ['a right-to-left override', 'a\u202etxt.exe', 'a\\u{202E}txt.exe'],
    ['an isolate', '\u2066a\u2069', '\\u{2066}a\\u{2069}'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200B}b'],
    ['a byte order mark', '\ufeffa', '\\u{FEFF}a'],
    ['a tag character', 'a\u{e0041}', 'a\\u{E0041}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a single half of a character', 'a\ud800', 'a\\u{D800}'],
  ])('writes out %s in every text', (_what, text, shown) => {
    const reason = reasonForTest({ source: 'rule', id: text, target: text, text });
    const record: ApprovalRecord = recordForTest({
      tool: text,
      caller: sampleCaller({ agent: text, principal: text, session: text }),
      arguments: { [text]: text, list: [text, { deep: text }] },
      targets: [targetForTest({ action: text, value: text })],
      decision: decisionForTest({ reasons: [reason] }),
      workspace: text,
      note: text,
      decidedBy: text,
    });
    const view = approvalView(record, text);
    expect(view).toMatchObject({
      tool: shown,
      title: shown,
      targets: [{ kind: 'path', action: shown, value: shown }],
      arguments: { [shown]: shown, list: [shown, { deep: shown }] },
      reason: shown,
      evidence: [{ id: shown, target: shown, text: shown }],
      rule: shown,
      agent: shown,
      principal: shown,
      session: shown,
      workspace: shown,
      note: shown,
      decidedBy: shown,
    });
    expect(textsOf(view).filter((item) => hiding.test(item) || !item.isWellFormed())).toEqual([]);
  });

  it('hides no argument behind another that looks the same', () => {
    const args = { 'a\u202e': 'evil', 'a\\u{202E}': 'good', 'a\\u{202E} (2)': 'third' };
    const view = approvalView(recordForTest({ arguments: args }), '');
    expect(view.arguments).toEqual({ 'a\\u{202E}': 'evil', 'a\\u{202E} (2)': 'good', 'a\\u{202E} (2) (2)': 'third' });
  });

  it('shows thousands of such arguments without delay', () => {
    // Each of 12 places either way: 4,096 names that look the same.
    const names = Array.from({ length: 4_096 }, (_, bits) =>
      Array.from({ length: 12 }, (__, place) => ((bits >> place) & 1 ? '\u202e' : '\\u{202E}')).join(''),
    );
    const started = performance.now();
    const view = approvalView(
      recordForTest({ arguments: Object.fromEntries(names.map((name, index) => [name, index])) }),
      '',
    );
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(Object.values(view.arguments ?? {}).toSorted((left, right) => Number(left) - Number(right))).toEqual(
      names.map((_, index) => index),
    );
  });

  it('keeps `__proto__` an argument', () => {
    const parsed = parseJson('{"__proto__":{"a":"\\u202e"},"constructor":1}');
    const { arguments: shown } = approvalView(recordForTest({ arguments: parsed.ok ? parsed.value : null }), '');
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"a":"\\\\u{202E}"},"constructor":1}');
  });

  it('shows every argument of any call, with nothing left that hides', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '\u202e', '\\u{202E}', '\n', ' (2)', 'é'), maxLength: 4 });
    const args = fc.dictionary(name, fc.oneof(name, fc.integer(), fc.array(name), fc.dictionary(name, name)));
    const leaves = (value: JsonValue): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, child) => sum + leaves(child), 0)
        : 1;
    fc.assert(
      fc.property(args, (given) => {
        // fast-check makes plain objects of plain values.
        const view = approvalView(recordForTest({ arguments: given as JsonObject }), '');
        expect(leaves(view.arguments)).toBe(leaves(given as JsonObject));
        expect(textsOf(view.arguments).filter((text) => hiding.test(text))).toEqual([]);
      }),
    );
  });

  it('leaves the record as it is', () => {
    const record = recordForTest({ arguments: { a: '\u202e' } });
    const before = structuredClone(record);
    approvalView(record, 'x');
    expect(record).toEqual(before);
  });
});
