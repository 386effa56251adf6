// The guard `snippet`: where a piece of code would run. In the sandbox where that is whole, else in Docker where one answers, else nowhere.
import type { Fact, Guard, GuardFinding, JsonValue } from '../../contract/index.ts';
import { pointerGet } from '../../text/index.ts';
import type { Confinement } from '../files/confinement.ts';
import type { DockerProbe, DockerState } from '../process/docker/docker-probe.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface SnippetGuardNeeds {
  /** Proves the folder that the process port wants; the code does not get to see it. */
  readonly confinement: Confinement;
  readonly sandbox: Pick<Sandbox, 'prove'>;
  readonly docker: DockerProbe;
  /** By language, as the argument `/language` names it. */
  readonly images: Readonly<Record<string, string>>;
}

const name = 'snippet';
const directoryPointer = '/working_dir';
const languagePointer = '/language';
/** In the tool's parameters: what counts where a call names no language. */
const defaultLanguagePointer = '/properties/language/default';

type Found = Pick<Fact, 'value' | 'verdict' | 'text'> & { readonly binding?: JsonValue };

/**
 * Facts: `snippet` with the value `native` or `docker`, a floor where there is neither, unlooked where an explanation would have to ask
 * Docker; with `docker`, `snippet_image` with the image. Both bind. Proves `/working_dir`.
 */
export function createSnippetGuard(needs: SnippetGuardNeeds): Guard {
  return {
    name,
    async inspect({ tool, arguments: args, caller, explaining }): Promise<GuardFinding> {
      const guest = caller.trust !== 'operator';
      const confined = await needs.confinement.confine('.', { action: 'read', guest });
      const refused = confined.ok ? [] : [fact(confined.refusal.name, { value: null, ...confined.refusal })];
      const place = await findPlace(needs, explaining);
      const language = pointerGet(args, languagePointer) ?? pointerGet(tool.parameters, defaultLanguagePointer);
      const image = place.value === 'docker' ? [imageFact(language, needs)] : [];
      return {
        facts: [...refused, fact('snippet', place), ...image],
        targets: [],
        paths: confined.ok ? { [directoryPointer]: confined.path } : {},
        urls: {},
      };
    },
  };
}

async function findPlace({ sandbox, docker }: SnippetGuardNeeds, explaining: boolean): Promise<Found> {
  const { level, reason } = await sandbox.prove();
  if (level === 'full') {
    return {
      value: 'native',
      verdict: 'clear',
      text: 'The code runs in the sandbox, without network and files.',
      binding: 'native',
    };
  }
  // An explanation starts no program.
  const state = explaining ? docker.known() : await docker.look();
  if (state === null)
    return { value: null, verdict: 'unlooked', text: 'Whether a Docker answers is looked up when the tool is called.' };
  if (state.answers) {
    return {
      value: 'docker',
      verdict: 'clear',
      text: 'The code runs in Docker, without network and files.',
      binding: 'docker',
    };
  }
  return { value: null, verdict: 'floor', text: nowhere(level, reason, state) };
}

function nowhere(level: string, reason: string, { why }: Extract<DockerState, { answers: false }>): string {
  const advice =
    level === 'off'
      ? 'Remove sandbox: off from the configuration, or start Docker.'
      : 'Install bubblewrap (such as: apt-get install bubblewrap), or install and start Docker.';
  return `There is nowhere to confine the code. The sandbox is at level ${level}: ${reason} No Docker answers: ${why} ${advice}`;
}

function imageFact(language: JsonValue | undefined, { images }: SnippetGuardNeeds): Fact {
  const image = typeof language === 'string' && Object.hasOwn(images, language) ? images[language] : undefined;
  if (image === undefined)
    return fact('snippet_image', { value: null, verdict: 'unknown', text: 'There is no image for this language.' });
  return fact('snippet_image', { value: image, verdict: 'clear', text: `The image is ${image}.`, binding: image });
}

function fact(found: string, { value, verdict, text, binding }: Found): Fact {
  return { guard: name, name: found, value, verdict, targets: [], text, ...(binding === undefined ? {} : { binding }) };
}
