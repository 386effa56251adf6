// Whether a daemon answers on the owner's socket, and is one to talk to.
import manifest from '../../../package.json' with { type: 'json' };
import { CapabilityError, type Runtime } from '../../contract/index.ts';
import { exchangeOver, type Exchange, type RemotePlace } from './exchange.ts';

/** A daemon that works answers at once; composing a workspace takes it a moment. */
const patienceMs = 5_000;

/** Throws `daemon_unreachable` when nobody listens, and `store_locked` when what listens does not answer or is another version. */
export async function connectRemote(place: RemotePlace): Promise<Runtime> {
  const exchange = exchangeOver(place);
  const health = await askHealth(exchange, place);
  if (health.version !== manifest.version) {
    throw new CapabilityError(
      'store_locked',
      `The daemon that runs is Gatehouse ${health.version}, and this is ${manifest.version}. Stop it and start it again.`,
    );
  }
  // Behind this, since most often no daemon runs.
  const { remoteRuntime } = await import('./remote-runtime.ts');
  return remoteRuntime({ socketPath: place.socketPath, workspace: health.workspace }, exchange);
}

interface Health {
  readonly version: string;
  readonly workspace: string;
}

async function askHealth({ read }: Exchange, { socketPath }: RemotePlace): Promise<Health> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return await read<Health>({ method: 'GET', path: '/api/health', signal: patience });
  } catch (cause) {
    if (!patience.aborted) throw cause;
    // A process of our own beside one that stands still would wait for the same store.
    const message = `The daemon on ${socketPath} takes the connection and does not answer. Stop its process and start it again.`;
    throw new CapabilityError('store_locked', message, { cause });
  }
}
