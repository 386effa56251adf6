// What a command leads to, by real path and content: the program, its script or its packages, and what of it cannot be known.
import { open, realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Artifact, ArtifactPart } from '../../contract/index.ts';
import { findProgram } from '../programs/find-program.ts';
import { codeVariables } from '../process/clean-environment.ts';
import { describeFailure } from '../home/describe-failure.ts';
import { createFileDigests, type FileDigests } from './digest-file.ts';
import { digestPackage } from './digest-package.ts';
import { findNpxPackage, readNpxSpec, type NpxPlace, type NpxSpec } from './npx-packages.ts';
import { packageOf, withDependencies, type FoundPackage } from './package-closure.ts';
import { readCommand } from './read-command.ts';

export interface Command {
  readonly argv: readonly string[];
  readonly directory: string;
  /** Of the program: where it is looked for depends on it. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface IdentifiedArtifact extends Artifact {
  /** The path to start instead of the name; null where there is no such program. */
  readonly program: string | null;
}

export interface Artifacts {
  /** `known` is what it was: what nobody touched since is not read again. Never rejects. */
  identify(command: Command, known: Artifact | null): Promise<IdentifiedArtifact>;
}

export function createArtifacts(): Artifacts {
  const digests = createFileDigests();
  return { identify: (command, known) => new Identifying(command, { digests, known }).all() };
}

interface IdentifyNeeds {
  readonly digests: FileDigests;
  readonly known: Artifact | null;
}

class Identifying {
  readonly #command: Command;
  readonly #needs: IdentifyNeeds;
  readonly #parts: ArtifactPart[] = [];
  readonly #notPinned: string[] = [];

  constructor(command: Command, needs: IdentifyNeeds) {
    this.#command = command;
    this.#needs = needs;
  }

  async all(): Promise<IdentifiedArtifact> {
    const { argv, directory, environment } = this.#command;
    const [file = ''] = argv;
    const program = await findProgram(file, { path: environment['PATH'] ?? '', directory });
    if (program === null) this.#notPinned.push(`${file}: there is no such program`);
    else await this.#withProgram(program);
    for (const name of codeVariables(environment))
      this.#notPinned.push(`what the variable ${name} makes it run or load`);
    return { parts: this.#parts, notPinned: this.#notPinned, program };
  }

  async #withProgram(program: string): Promise<void> {
    const real = await this.#file('program', program);
    if (real === null) return;
    const reading = readCommand(this.#command.argv);
    switch (reading.kind) {
      case 'program':
        return this.#loadedBy(real);
      case 'script': {
        this.#notPinned.push(...reading.loads);
        const script = await this.#file('script', resolve(this.#command.directory, reading.file));
        return script === null ? undefined : this.#loadedBy(script);
      }
      case 'npx':
        return this.#npx(reading.specs, real);
      case 'open':
        this.#notPinned.push(reading.why);
    }
  }

  /** Its real path; null where it cannot be read. */
  async #file(kind: 'program' | 'script', path: string): Promise<string | null> {
    try {
      const real = await realpath(path);
      const known = this.#known(kind, real);
      const print = await this.#needs.digests.digest(real, known);
      this.#parts.push({ kind, name: basename(path), version: '', path: real, files: [], ...print });
      return real;
    } catch (cause) {
      this.#notPinned.push(`${path}: ${describeFailure(cause)}`);
      return null;
    }
  }

  /** What a file loads in turn: the packages of a package, the unknown of a script; a binary is whole. */
  async #loadedBy(file: string): Promise<void> {
    const own = packageOf(file);
    if (own !== null) return this.#package(own);
    const isProgram = this.#parts.length === 1;
    if (isProgram && !(await isScript(file))) return;
    this.#notPinned.push(`what ${file} loads: it lies in no package`);
  }

  async #npx(specs: readonly string[], program: string): Promise<void> {
    const place: NpxPlace = { ...this.#command, program };
    for (const text of specs) {
      const spec = readNpxSpec(text);
      const found = spec === null ? null : findNpxPackage(spec, specs, place);
      if (spec === null) this.#notPinned.push(`${text}: npx finds it by rules of its own`);
      else if (found === null)
        this.#notPinned.push(`${text}: it is not here yet, npx fetches it at the start${exactAdvice(spec)}`);
      else {
        if (!spec.isExact)
          this.#notPinned.push(
            `${text}: npx takes another version when there is one${exactAdvice(spec, found.version)}`,
          );
        await this.#package(found);
      }
    }
  }

  async #package(first: FoundPackage): Promise<void> {
    try {
      for (const one of await withDependencies(first)) {
        await nextTurn();
        const known = this.#known('package', one.folder);
        const { digest, stamp, files } = await digestPackage(one.folder, this.#needs.digests, known);
        const { name, version, folder: path } = one;
        // Of the others their digest is enough: there may be hundreds.
        const kept = one.folder === first.folder && files.length <= mostKeptFiles ? files : [];
        this.#parts.push({ kind: 'package', name, version, path, digest, stamp, files: kept });
      }
    } catch (cause) {
      this.#notPinned.push(`${first.name} in ${first.folder}: ${describeFailure(cause)}`);
    }
  }

  #known(kind: ArtifactPart['kind'], path: string): ArtifactPart | null {
    return this.#needs.known?.parts.find((part) => part.kind === kind && part.path === path) ?? null;
  }
}

function exactAdvice({ name, isExact }: NpxSpec, version = '1.2.3'): string {
  return isExact ? '' : `; name one version in the command, such as ${name}@${version}`;
}

const mostKeptFiles = 2_000;

/** Whether another program reads it. */
async function isScript(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await handle.close();
  }
}
