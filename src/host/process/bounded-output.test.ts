import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptHeadBytes } from '../../contract/index.ts';
import { createBoundedOutput } from './bounded-output.ts';

describe('bounded output', () => {
  it('is the start and the end of all chunks, however they are cut', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(fc.uint8Array({ maxLength: 60 })), (maxBytes, chunks) => {
        const output = createBoundedOutput(maxBytes);
        for (const chunk of chunks) output.push(chunk);
        const all = Buffer.concat(chunks);
        const head = keptHeadBytes(maxBytes);
        const expected =
          all.length <= maxBytes
            ? all
            : Buffer.concat([all.subarray(0, head), all.subarray(all.length - (maxBytes - head))]);
        const { bytes, omitted } = output.end();
        expect([...bytes]).toEqual([...expected]);
        expect(omitted).toBe(all.length - expected.length);
      }),
    );
  });
});
