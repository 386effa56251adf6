// Listens on the owner's unix socket, and keeps it to one daemon: the socket of one that died is taken over, that of one that lives is not.
import { request, type Server } from 'node:http';
import { CapabilityError } from '../../../contract/index.ts';

export interface SocketPlace {
  readonly path: string;
  readonly removeFile: (path: string) => void | Promise<void>;
}

/** What `sockaddr_un` holds, without the closing NUL: Linux has 108 bytes for it, the BSDs and macOS 104. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/** Throws `store_locked` where a daemon answers there, and `invalid_config` where no socket can be. */
export async function listenSocket(server: Server, place: SocketPlace): Promise<void> {
  const bytes = Buffer.byteLength(place.path);
  if (bytes > maxPathBytes) {
    throw new CapabilityError(
      'invalid_config',
      `The owner's socket ${place.path} has a path of ${bytes} bytes, and the system takes ${maxPathBytes}. Set GATEHOUSE_HOME to a folder with a shorter path.`,
    );
  }
  if (await bind(server, place.path)) return;
  await refuseIfAlive(place.path);
  await place.removeFile(place.path);
  if (!(await bind(server, place.path))) throw running(place.path, 'It started at this very moment.');
}

/** False where the path is taken. */
function bind(server: Server, path: string): Promise<boolean> {
  // The socket is born closed to others (0600): a chmod would come after the first that could connect.
  const mask = process.umask(0o177);
  try {
    return new Promise((resolve, reject) => {
      const failed = (cause: Error & { readonly code?: string }): void => {
        server.off('listening', listening);
        if (cause.code === 'EADDRINUSE') resolve(false);
        else
          reject(
            new CapabilityError('store_unavailable', `The owner's socket ${path} cannot be opened: ${cause.message}.`, {
              cause,
            }),
          );
      };
      const listening = (): void => {
        server.off('error', failed);
        resolve(true);
      };
      server.once('error', failed);
      server.once('listening', listening);
      server.listen(path);
    });
  } finally {
    process.umask(mask);
  }
}

/** How long a daemon may take to say who it is. */
const probeMs = 3_000;

/** Whatever takes the connection lives; only a refused one, or a path that is gone by now, is nobody's. */
async function refuseIfAlive(path: string): Promise<void> {
  const found = await new Promise<{ readonly code: string; readonly answer: string }>((resolve) => {
    const probe = request({ socketPath: path, path: '/api/health', headers: { host: 'localhost' }, timeout: probeMs });
    probe.on('error', (cause: Error & { readonly code?: string }) =>
      resolve({ code: cause.code ?? 'unknown', answer: '' }),
    );
    probe.on('timeout', () => resolve({ code: 'silent', answer: '' }));
    probe.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (answer += text));
      response.on('close', () => resolve({ code: 'alive', answer }));
    });
    probe.end();
  });
  if (found.code !== 'ECONNREFUSED' && found.code !== 'ENOENT') throw running(path, addressIn(found.answer));
}

function addressIn(answer: string): string {
  const address = /"url":"(http:[^"\\]{1,100})"/.exec(answer)?.[1];
  return address === undefined ? 'It does not say at which address.' : `It answers at ${address}.`;
}

function running(path: string, more: string): CapabilityError {
  return new CapabilityError(
    'store_locked',
    `A daemon of this home is running already, on ${path}. ${more} Use it, or stop it first.`,
  );
}
