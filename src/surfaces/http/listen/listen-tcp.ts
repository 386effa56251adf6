// Listens for clients on loopback, and nowhere else.
import type { Server } from 'node:http';
import { CapabilityError } from '../../../contract/index.ts';

/** Answers the port: a free one for 0. */
export async function listenTcp(server: Server, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (cause) {
    throw refused(port, cause);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function refused(port: number, cause: unknown): CapabilityError {
  const why = causes[codeOf(cause)] ?? `cannot be opened (${cause instanceof Error ? cause.message : String(cause)})`;
  return new CapabilityError(
    'invalid_config',
    `Port ${port} of 127.0.0.1 ${why}. Choose another one with --port; 0 takes any that is free.`,
    { cause },
  );
}

const causes: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'is not open to this user',
};

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
