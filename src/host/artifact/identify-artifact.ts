// What a command leads to, by real path and content: the program, its script or its packages, and what of it cannot be known.
import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, resolve } from 'node:path';
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
import { readInterpreter, type InterpreterLine } from './read-interpreter.ts';

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
    const isScript = await this.#interpretersOf(real);
    const reading = readCommand(this.#command.argv);
    switch (reading.kind) {
      case 'program':
        return isScript || packageOf(real) !== null ? this.#loadedBy(real) : undefined;
      case 'script': {
        this.#notPinned.push(...reading.loads);
        const script = await this.#file('script', resolve(this.#command.directory, reading.file));
        return script === null ? undefined : this.#loadedBy(script);
      }
      case 'npx':
        this.#notPinned.push(...reading.loads);
        return this.#npx(reading.specs, real);
      case 'open':
        this.#notPinned.push(reading.why);
    }
  }

  /** Pins what reads a program that is a script, and what reads that in turn. Whether it is a script. */
  async #interpretersOf(program: string): Promise<boolean> {
    const waiting = [program];
    const seen = new Set<string>();
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      if (seen.size > mostInterpreters) {
        this.#notPinned.push(`what reads ${file}: scripts are read by scripts without end`);
        break;
      }
      const line = await this.#lineOf(file);
      if (line === null) {
        if (file === program) return false;
        continue;
      }
      if (file !== program) this.#notPinned.push(`what ${file} runs or loads: it is a script itself`);
      waiting.push(...(await this.#namedBy(line, file)));
    }
    return true;
  }

  async #lineOf(file: string): Promise<InterpreterLine | null> {
    try {
      return await readInterpreter(file);
    } catch (cause) {
      this.#notPinned.push(`what reads ${file}: ${describeFailure(cause)}`);
      return null;
    }
  }

  /** The real paths of what the first line of a script starts. */
  async #namedBy({ direct, named, open }: InterpreterLine, file: string): Promise<readonly string[]> {
    const { directory, environment } = this.#command;
    this.#notPinned.push(...open);
    const found = direct === '' ? [] : [await this.#file('interpreter', resolve(directory, direct))];
    if (named !== null) {
      const path = environment['PATH'] ?? '';
      // The system looks in such folders too, from wherever it is then.
      const isFixed = named.includes('/') || path.split(':').every((folder) => isAbsolute(folder));
      const program = isFixed ? await findProgram(named, { path, directory }) : null;
      if (program === null)
        this.#notPinned.push(`${named}, which reads ${file}: it is not found in PATH, or PATH has relative folders`);
      else found.push(await this.#file('interpreter', program));
    }
    return found.filter((real) => real !== null);
  }

  /** Its real path; null where it cannot be read. */
  async #file(kind: Exclude<ArtifactPart['kind'], 'package'>, path: string): Promise<string | null> {
    try {
      const real = await realpath(path);
      if (this.#parts.some((part) => part.kind === kind && part.path === real)) return real;
      const known = this.#known(kind, real);
      const print = await this.#needs.digests.digest(real, known);
      this.#parts.push({ kind, name: basename(path), version: '', path: real, files: [], ...print });
      return real;
    } catch (cause) {
      this.#notPinned.push(`${path}: ${describeFailure(cause)}`);
      return null;
    }
  }

  /** What a file loads in turn: the packages of a package, the unknown of a script. */
  async #loadedBy(file: string): Promise<void> {
    const own = packageOf(file);
    if (own !== null) return this.#package(own);
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
        const { digest, stamp, files, leadingOut } = await digestPackage(one.folder, this.#needs.digests, known);
        const { name, version, folder: path } = one;
        for (const link of leadingOut)
          this.#notPinned.push(`what the link ${path}/${link} leads to: it lies outside of the package`);
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

/** The program and what reads it: the system itself follows five. */
const mostInterpreters = 12;
