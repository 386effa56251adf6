// A listing of this process over the home: for commands that only tell what there is. Nothing is claimed, recovered or recorded.
import { createRedactor, systemClock, type Environment, type Home } from '../../host/index.ts';
import { createListing, type Listing } from '../local/listing.ts';
import { openCatalogParts } from './catalog-parts.ts';
import { openStoreOf } from './open-store.ts';

export interface ListingPlace {
  readonly home: Home;
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  readonly env: Environment;
  readonly report: (message: string) => void;
}

export interface OpenListing extends Listing {
  close(): Promise<void>;
}

export async function openLocalListing(place: ListingPlace): Promise<OpenListing> {
  const { open, loaded } = await openStoreOf({ ...place, clock: systemClock, looksOnly: true });
  try {
    const redactor = createRedactor();
    // Nothing is run here, so no value of a variable is ever looked up.
    const registerSecret = (): void => undefined;
    // What is searched here ends with this process: no call of it can follow.
    const isFromOthers = () => Promise.resolve(true);
    const secretValue = () => Promise.reject(new Error('No secret is read for a listing.'));
    const parts = await openCatalogParts({
      ...place,
      store: open.store,
      loaded,
      tools: [],
      registerSecret,
      redact: redactor.redact,
      redactStream: redactor.stream,
      secretValue,
      secrets: secretValue,
      isFromOthers,
    });
    const listing = createListing(parts);
    return {
      ...listing,
      async capabilities(caller) {
        // This process ends with its answer, so the proof belongs to its start.
        await parts.sandbox.prove();
        return listing.capabilities(caller);
      },
      async close() {
        parts.sandbox.close();
        await parts.servers.close();
        await parts.sources.close();
        await open.close();
      },
    };
  } catch (cause) {
    await open.close();
    throw cause;
  }
}
