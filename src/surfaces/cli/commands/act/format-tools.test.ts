import { describe, expect, it, onTestFinished } from 'vitest';
import { requestFaults } from '../../../../../scripts/vectors/formats/published-rules.ts';
import { modelFormats } from '../../../../contract/index.ts';
import { createCommandLine, startDaemonOf } from '../../run-for-test.ts';

describe('gatehouse tools --format', () => {
  it.each(modelFormats)('writes what a request of %s carries, and nothing else to stdout', async (format) => {
    const at = createCommandLine(onTestFinished);
    const { code, stdout } = await at.run(['tools', '--format', format]);
    expect(code).toBe(0);
    const tools = JSON.parse(stdout);
    expect(stdout).toContain('"file_read"');
    expect(stdout).not.toContain('"strict":true');
    expect(requestFaults(format, tools, { description: 1024 })).toEqual([]);
  });

  it('tells programs of names, notes and the listing too, the same from the daemon', async () => {
    const at = createCommandLine(onTestFinished);
    const words = ['tools', '--format', 'gemini', '--model', 'gemini-2.5-pro'];
    const local = await at.json(words);
    expect(local.value).toMatchObject({
      format: 'gemini',
      tools: [{ functionDeclarations: expect.any(Array) }],
      names: { file_read: { tool: 'file_read', arguments: {} } },
      quarantined: [],
    });
    await startDaemonOf(at, onTestFinished);
    expect((await at.json(words)).value).toEqual(local.value);
  });
});
