// Whether a Docker answers here: looked up when somebody needs it, and then again after a while.
import { runForLine } from '../equip/run-for-line.ts';

export type DockerState = { readonly answers: true } | { readonly answers: false; readonly why: string };

export interface DockerProbe {
  /** What was found last, as long as it counts; null when it would have to be looked up. */
  known(): DockerState | null;
  look(): Promise<DockerState>;
}

export interface DockerNeeds {
  readonly environment: Readonly<Record<string, string>>;
  /** In milliseconds, never going back. */
  readonly now: () => number;
}

const countsForMs = 30_000;

export function createDockerProbe({ environment, now }: DockerNeeds): DockerProbe {
  let last: { readonly state: DockerState; readonly at: number } | null = null;
  let looking: Promise<DockerState> | null = null;
  const known = (): DockerState | null => (last !== null && now() - last.at < countsForMs ? last.state : null);

  async function ask(): Promise<DockerState> {
    // The server's version: the program alone says nothing about whether it reaches one.
    const line = await runForLine(['docker', 'version', '--format', '{{.Server.Version}}'], environment);
    const state: DockerState = 'value' in line ? { answers: true } : { answers: false, why: line.why };
    last = { state, at: now() };
    return state;
  }

  return {
    known,
    look() {
      const state = known();
      if (state !== null) return Promise.resolve(state);
      looking ??= ask().finally(() => (looking = null));
      return looking;
    },
  };
}
