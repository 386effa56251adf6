import { describe, expect, it } from 'vitest';
import type { Decision, Reason, ResultBlock } from '../../../contract/index.ts';
import {
  abortedOutcome,
  completedOutcome,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
  sampleApproval,
} from '../../../testing/index.ts';
import { renderDecision } from './decision.ts';
import { renderOutcome } from './outcome.ts';

const view = { width: 80, command: 'npm start --' };
const reason: Reason = {
  source: 'rule',
  id: 'rule_1',
  revision: '7',
  effect: 'DENY',
  specificity: 6,
  target: 'src/a\u202E.ts',
  text: 'Refused by the rule.',
};
const decision: Decision = { effect: 'DENY', reasons: [reason], grant: null, onceOnly: false, unlooked: [] };

describe('an outcome for people', () => {
  it('completed: what the tool returned, and of data its type, its size and how to get it', () => {
    expect(renderOutcome(completedOutcome('one\ntwo'), view)).toBe('one\ntwo');
    const blocks: readonly ResultBlock[] = [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'x:\u202E1', blob: 'AAAA' } },
      { type: 'resource', resource: { uri: 'x:2', text: 'its text' } },
      { type: 'resource_link', uri: 'x:3', name: 'three', description: 'the third' },
    ];
    expect(renderOutcome(completedOutcome('', { blocks }), view)).toBe(
      [
        '[an image, image/png, 3 bytes: --json has its data]',
        '[audio, audio/wav, 1 byte: --json has its data]',
        '[the resource x:\\u{202E}1, of no type, 3 bytes: --json has its data]',
        '[the resource x:2]\nits text',
        '[a link to x:3: three: the third]',
      ].join('\n'),
    );
  });

  it('completed and cut: how to read the rest', () => {
    expect(renderOutcome(completedOutcome('one', { omittedChars: 9, ref: 'res_1' }), view)).toBe(
      'one\nThe rest: npm start -- call last_output --arg ref=res_1',
    );
  });

  it('pending: the commands that answer it, as they are typed here', () => {
    const approval = sampleApproval();
    const text = renderOutcome(pendingOutcome(), view);
    for (const act of ['show', 'approve', 'deny'])
      expect(text).toContain(`  npm start -- approvals ${act} ${approval.id}`);
    expect(text).toContain(`npm start -- call --collect ${approval.id}`);
  });

  it('pending and answered already: how far it is, and no answer is offered', () => {
    const text = renderOutcome(pendingOutcome(sampleApproval({ status: 'executing' })), view);
    expect(text).toMatch(/^Approved and not over yet \(executing\)/);
    expect(text).not.toContain('approvals approve');
  });

  it('refused: each problem with its path and what was expected', () => {
    const problems = [
      { path: '/a', message: 'is missing', expected: 'text' },
      { path: '', message: 'has an unknown member', expected: 'no such member' },
    ];
    const text = renderOutcome(refusedOutcome({ problems, reason: 'No.', hint: 'Mend it.' }), view);
    expect(text).toContain(
      '  /a: is missing; expected text\n  (arguments): has an unknown member; expected no such member\nMend it.',
    );
  });

  it('refused by a decision: which rule, floor or mode denied, each with its own text but for the first', () => {
    const second: Reason = {
      ...reason,
      source: 'floor',
      id: 'paths:x',
      specificity: null,
      target: null,
      text: 'Protected.',
    };
    const text = renderOutcome(refusedOutcome({ decision: { ...decision, reasons: [reason, second] } }), view);
    expect(text).toContain(
      '  denied by rule rule_1, specificity 6, revision 7 [src/a\\u{202E}.ts]\n  denied by floor paths:x: Protected.',
    );
  });

  it.each([
    ['failed', failedOutcome(), /^Failed: /],
    ['aborted', abortedOutcome(), /^Stopped: /],
  ])('%s: says so, and that it is not in the record where it is not', (_kind, outcome, starts) => {
    expect(renderOutcome(outcome, view)).toMatch(starts);
    expect(renderOutcome({ ...outcome, unrecorded: true }, view)).toContain('This could not be recorded');
  });
});

describe('a decision for people', () => {
  it('names every contribution, the grant that answered, and what was not looked up', () => {
    const text = renderDecision(
      'shell',
      { ...decision, effect: 'ALLOW', grant: 'gr_1', onceOnly: true, unlooked: ['net:address'] },
      80,
    );
    expect(text).toMatch(/^ALLOW {2}shell\n {2}DENY {3}rule rule_1, specificity 6/);
    expect(text).toContain('answered by the grant gr_1');
    expect(text).toContain('asks each time');
    expect(text).toContain('not looked up for an explanation: net:address');
  });
});
