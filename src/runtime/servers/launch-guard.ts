// Starts a server's program only where it is what was accepted: looked at before the start, and once more when it is there.
import { CapabilityError, type Artifact, type LaunchView } from '../../contract/index.ts';
import type { Artifacts, IdentifiedArtifact } from '../../host/index.ts';
import { connectServer, type Connection, type ConnectOptions, type ServerSpec, type Way } from '../../sources/index.ts';
import { artifactDifferences, runsText } from './launch-text.ts';
import { commandOf, wayTo, type WayNeeds } from './server-way.ts';

export interface LaunchNeeds extends WayNeeds {
  readonly artifacts: Artifacts;
  /** The id of this Gatehouse among others. */
  readonly instance: string;
  /** What a login adds to the way. */
  readonly through: (way: Way) => Way;
}

export interface LaunchGuard {
  /** From now on that is what was accepted; null for nothing. */
  use(accepted: Artifact | null): void;
  /** What it is now. */
  look(): Promise<Artifact>;
  /** As it was looked at last; null before that. */
  seen(): Artifact | null;
  view(): LaunchView;
  isOther(): boolean;
  /** Whether what was started last is not what was seen last. */
  isOld(): boolean;
  /** `isAsked` where the owner wants to see it, whatever it is. Rejects before anything is started where it is another one. */
  connect(options: Omit<ConnectOptions, 'instance'>, isAsked: boolean): Promise<Connection>;
}

const nothing: IdentifiedArtifact = { parts: [], notPinned: [], program: null };

/** `moved` is called when a look found another thing than the one before. */
export function createLaunchGuard(spec: ServerSpec, needs: LaunchNeeds, moved: () => void): LaunchGuard {
  let accepted: Artifact | null = null;
  let seen: IdentifiedArtifact | null = null;
  let started: Artifact | null = null;

  function differencesOf(found: Artifact | null): readonly string[] {
    return accepted === null || found === null ? [] : artifactDifferences(accepted, found);
  }

  const differences = (): readonly string[] => differencesOf(seen);

  async function look(): Promise<IdentifiedArtifact> {
    const before = differences().length;
    const command = commandOf(spec, needs);
    const found = command === null ? nothing : await needs.artifacts.identify(command, seen ?? accepted);
    seen = found;
    if (differences().length !== before) moved();
    return found;
  }

  /** Of the very look whose program is started: another look may come between. */
  function refuseOther(looked: Artifact, isAsked: boolean): void {
    const found = differencesOf(looked);
    if (isAsked || found.length === 0) return;
    throw new CapabilityError(
      'drift',
      `what it runs is not what was accepted: ${found.slice(0, 3).join('; ')}. Look and accept again: gatehouse mcp-servers accept ${spec.name}`,
    );
  }

  return {
    use(artifact) {
      accepted = artifact;
    },
    look,
    seen: () => seen,
    view: () => ({
      runs: seen === null ? [] : runsText(seen),
      notPinned: seen?.notPinned ?? [],
      differences: differences(),
    }),
    isOther: () => differences().length > 0,
    isOld: () => started !== null && seen !== null && artifactDifferences(started, seen).length > 0,
    async connect(options, isAsked) {
      const looked = await look();
      refuseOther(looked, isAsked);
      const connection = await connectServer(needs.through(await wayTo(spec, needs, looked.program)), {
        ...options,
        instance: needs.instance,
      });
      try {
        // Whoever changed it in between left another time of change, and npx may have fetched something else.
        const now = await look();
        started = now;
        refuseOther(now, isAsked);
        return connection;
      } catch (cause) {
        await connection.close();
        throw cause;
      }
    },
  };
}
