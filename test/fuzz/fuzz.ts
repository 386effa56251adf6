// Property fuzzing with a time limit: as many inputs as fit, the first that breaks the property shrunk and thrown.
import fc from 'fast-check';

/** Of each target; a longer run is `GATEHOUSE_FUZZ_SECONDS=600 npx vitest run test/fuzz`. */
export const fuzzSeconds = Number(process.env['GATEHOUSE_FUZZ_SECONDS'] ?? 20);

/** A test that runs this needs a time limit above the fuzzing itself. */
export const fuzzTestMs = (fuzzSeconds + 60) * 1_000;

export interface FuzzOptions<Input> {
  /** Inputs that once broke it, run before any other: keep it small. */
  readonly corpus?: readonly Input[];
  /** How many properties share the time of their target. Default 1. */
  readonly sharedBy?: number;
}

/** Answers how many inputs were tried. Throws fast-check's report, with seed and shrunk input, when one breaks the property. */
export async function fuzz<Input>(
  inputs: fc.Arbitrary<Input>,
  property: (input: Input) => void | Promise<void>,
  { corpus = [], sharedBy = 1 }: FuzzOptions<Input> = {},
): Promise<number> {
  let tried = 0;
  const counted = fc.asyncProperty(inputs, async (input) => {
    tried += 1;
    await property(input);
  });
  await fc.assert(counted, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: (fuzzSeconds * 1_000) / sharedBy,
    markInterruptAsFailure: false,
    examples: corpus.map((input) => [input]),
  });
  return tried;
}
