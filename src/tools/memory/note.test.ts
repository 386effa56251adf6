import { expect, it } from 'vitest';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { note } from './note.ts';

it('hands the text on unchanged and answers the id of the note', async () => {
  const kept: string[] = [];
  const notes = { add: async (text: string) => `note-${kept.push(text)}` };
  const result = await runForTest(note, { text: '  a\nb ' }, { ports: { notes } });
  expect(kept).toEqual(['  a\nb ']);
  expect(textOf(result)).toBe('Noted (note-1).');
  expect(result.structured).toEqual({ id: 'note-1' });
});

it.each(['', ' \n\t', 'a'.repeat(10_001)])('takes no blank or endless note', (text) => {
  expect(note.input.safeParse({ text }).success).toBe(false);
});
