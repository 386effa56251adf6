// What is known of a server from its last connection, and kept when a connection shows it otherwise.
import { firstTraits, readTraits, type ServerSpec, type ServerTraits } from '../../sources/index.ts';
import type { ServerTraitNotes } from '../../state/index.ts';

export interface KnownTraits {
  readonly first: ServerTraits;
  /** Returns at once; what goes wrong is told. */
  keep(traits: ServerTraits): void;
}

export interface TraitNeeds {
  readonly traits: ServerTraitNotes;
  readonly report: (message: string) => void;
}

export async function knownTraits(
  { spec, identity }: { readonly spec: ServerSpec; readonly identity: string },
  { traits: notes, report }: TraitNeeds,
): Promise<KnownTraits> {
  const written = await notes.find(identity);
  const first = written === null ? firstTraits(spec) : readTraits(written);
  let kept = written === null ? '' : JSON.stringify(first);
  return {
    first,
    keep(traits) {
      const now = JSON.stringify(traits);
      if (now === kept || traits === first) return;
      kept = now;
      notes.note(identity, traits).catch((cause: unknown) => {
        report(`What is known of the MCP server ${spec.name} was not kept: ${String(cause)}`);
      });
    },
  };
}
