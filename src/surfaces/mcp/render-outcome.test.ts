import { ProtocolError } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { CapabilityError, type Outcome, type ShownBlock } from '../../contract/index.ts';
import {
  abortedOutcome,
  completedOutcome,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
  sampleApproval,
} from '../../testing/index.ts';
import { renderFault, renderOutcome } from './render-outcome.ts';

function textOf(outcome: Outcome): string {
  const [first] = renderOutcome(outcome).content;
  return first?.type === 'text' ? first.text : '';
}

describe('an outcome in the words of MCP', () => {
  it('sends each block in its place, its marked text and never the bare one', () => {
    const notes = { annotations: { audience: ['user' as const], priority: 0.5 }, meta: { a: 1 } };
    const sent = { annotations: notes.annotations, _meta: notes.meta };
    const blocks: readonly ShownBlock[] = [
      { type: 'text', text: 'hi', marked: '<<hi>>', ...notes },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav', ...notes },
      { type: 'resource', resource: { uri: 'x:1', text: 'body', meta: { b: 2 } }, marked: '<<body>>' },
      { type: 'resource', resource: { uri: 'x:2', mimeType: 'application/zip', blob: 'AA==' } },
      { type: 'resource_link', uri: 'x:3', name: 'three', description: 'third', size: 3, marked: '<<third>>' },
      { type: 'text', text: '[9 characters left out]' },
    ];
    const label = { source: 's', tool: 't', trust: 'untrusted', private: false } as const;
    expect(renderOutcome(completedOutcome('not this', { blocks, label }))).toMatchObject({
      content: [
        { type: 'text', text: '<<hi>>', ...sent },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'audio', data: 'AA==', mimeType: 'audio/wav', ...sent },
        { type: 'resource', resource: { uri: 'x:1', text: '<<body>>', _meta: { b: 2 } } },
        { type: 'resource', resource: { uri: 'x:2', mimeType: 'application/zip', blob: 'AA==' } },
        { type: 'resource_link', uri: 'x:3', name: 'three', description: '<<third>>', size: 3 },
        { type: 'text', text: '[9 characters left out]' },
      ],
      isError: false,
    });
  });

  it('sends of a result that was recorded before its blocks were marked the marked text, and never bare blocks', () => {
    const label = { source: 's', tool: 't', trust: 'untrusted', private: false } as const;
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
    const outcome = completedOutcome('<<hi>>', { blocks: [{ type: 'text', text: 'hi' }, image], label });
    expect(renderOutcome(outcome).content).toEqual([{ type: 'text', text: '<<hi>>' }, image]);
  });

  it.each([
    ['an object', { a: 1 }, { a: 1 }],
    ['a list', [1], undefined],
    ['nothing', null, undefined],
    ['a number kept as text', JSON.rawJSON('12345678901234567890'), undefined],
  ])('takes %s as structured content or leaves it', (_name, structured, expected) => {
    expect(renderOutcome(completedOutcome('x', { structured })).structuredContent).toEqual(expected);
  });

  it('keeps the bad news of a tool as an error result', () => {
    expect(renderOutcome(completedOutcome('no match', { isError: true })).isError).toBe(true);
  });

  it('says where the record of the end is missing', () => {
    const { content, _meta } = renderOutcome({ ...completedOutcome('x'), unrecorded: true });

    expect(content).toContainEqual({ type: 'text', text: 'The end of this call could not be recorded.' });
    expect(_meta).toMatchObject({ 'gatehouse/call': { unrecorded: true } });
  });

  it('tells of a pending call what waits, until when, how to approve it, and to call again; it is no error', () => {
    const result = renderOutcome(pendingOutcome());

    expect(result.isError).toBe(false);
    expect(result.structuredContent).toEqual({
      status: 'pending',
      approval: sampleApproval(),
      retry: 'Make the same call again.',
    });
    for (const part of ['file_write', 'apr_1', '2026-01-02', 'gatehouse approvals approve apr_1', 'same call again']) {
      expect(textOf(pendingOutcome())).toContain(part);
    }
  });

  it('does not tell how to approve what is approved already', () => {
    const text = textOf(pendingOutcome(sampleApproval({ status: 'approved' })));

    expect(text).toContain('is approved');
    expect(text).not.toContain('approvals approve');
  });

  it('gives a refusal its reason, its hint, every problem and the schema', () => {
    const outcome = refusedOutcome({
      code: 'invalid_arguments',
      problems: [
        { path: '/a', message: 'is missing', expected: 'a string' },
        { path: '', message: 'too large', expected: 'less' },
      ],
      schema: { type: 'object' },
    });

    expect(renderOutcome(outcome)).toMatchObject({
      isError: true,
      structuredContent: { status: 'refused', code: 'invalid_arguments' },
    });
    expect(textOf(outcome)).toBe(
      'Refused: A rule denies it.\nCalls that the rule does not match are open.\n- /a: is missing (expected: a string)\n' +
        '- arguments: too large (expected: less)\nThe parameters are: {"type":"object"}',
    );
  });

  it('warns that a call which outlived its time may still act', () => {
    expect(textOf(failedOutcome({ mayStillAct: true }))).toContain('still be acting');
    expect(textOf(failedOutcome())).not.toContain('still be acting');
  });

  it('tells an aborted call from a failed one', () => {
    expect(renderOutcome(abortedOutcome())).toMatchObject({ isError: true, structuredContent: { status: 'aborted' } });
  });

  it('answers an unknown tool as a protocol error with what is near', () => {
    const outcome = refusedOutcome({
      code: 'unknown_tool',
      by: 'resolve',
      reason: 'There is no tool named "ecko".',
      nearest: ['echo'],
    });

    expect(() => renderOutcome(outcome)).toThrow(
      expect.objectContaining({ code: -32602, data: { code: 'unknown_tool', nearest: ['echo'] } }),
    );
  });

  it.each(['store_unavailable', 'store_newer', 'store_locked', 'runtime_closed', 'daemon_unreachable', 'internal'])(
    'answers %s as an internal error, refused or failed',
    (code) => {
      const error = expect.objectContaining({ code: -32603, data: { code } });

      expect(() => renderOutcome(refusedOutcome({ code }))).toThrow(error);
      expect(() => renderOutcome(failedOutcome({ code }))).toThrow(error);
    },
  );
});

describe('a fault', () => {
  it('tells the words of a CapabilityError and nothing of another error', () => {
    const known = renderFault(new CapabilityError('store_locked', 'Another process holds the store.'));
    const unknown = renderFault(new TypeError('cannot read /home/somebody'));

    expect(known).toMatchObject({
      code: -32603,
      message: 'Another process holds the store.',
      data: { code: 'store_locked' },
    });
    expect(unknown).toMatchObject({ code: -32603, message: 'Internal error. The log of Gatehouse says more.' });
    expect(unknown.data).toBeUndefined();
  });

  it('lets a protocol error through as it is', () => {
    const error = new ProtocolError(-32602, 'x');

    expect(renderFault(error)).toBe(error);
  });
});
