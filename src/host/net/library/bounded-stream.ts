// A body handed on as it comes, which fails where it grows beyond what was agreed, and whose connection ends with it.
import { Transform, pipeline, type Readable } from 'node:stream';

export interface StreamBounds {
  /** Of the whole body; of a stream of events, of one event. */
  readonly maxBytes: number;
  readonly isEvents: boolean;
  /** Called once, when the body ended or nobody reads it any more. */
  readonly end: () => void;
}

export function boundedStream(body: Readable, { maxBytes, isEvents, end }: StreamBounds): Transform {
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new Error(`the answer is longer than ${maxBytes} bytes`));
      if (isEvents && /\n\r?\n|\r\r/.test(chunk.toString('latin1'))) bytes = 0;
      return done(null, chunk);
    },
  });
  // The error is carried by the stream to whoever reads it.
  pipeline(body, bounded, end);
  return bounded;
}
