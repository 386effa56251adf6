// Variables of programs that have a source: another variable, a secret, or a program of the owner's that prints the value. Each is resolved on
// its own, so that one whose source is gone does not take the others with it.
import { runForLine } from './run-for-line.ts';

export type VariableSource =
  | { readonly env: string }
  | { readonly secret: string }
  | { readonly command: readonly string[] };

export interface VariableMiss {
  readonly name: string;
  /** Why there is no value, as a sentence that tells none. */
  readonly why: string;
}

export interface ResolvedVariables {
  readonly values: Readonly<Record<string, string>>;
  readonly misses: readonly VariableMiss[];
}

export interface NamedVariables {
  /** What was found stays; what was missing is looked for again after a while. Never throws. */
  resolve(): Promise<ResolvedVariables>;
}

export interface VariableNeeds {
  readonly from: Readonly<Record<string, VariableSource>>;
  /** Names that no program is given, whatever their source. */
  readonly deny: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of a secret by its name. Rejects with a sentence where there is none to be had. */
  readonly secretValue: (name: string) => Promise<string>;
  /** Told of each value before any program has it: nothing may show it. */
  readonly registerSecret: (name: string, value: string) => void;
  /** Told once of each that is missing. */
  readonly report: (message: string) => void;
  /** In milliseconds, never going back. */
  readonly now: () => number;
}

/** A source that hangs would else delay every call. */
const retryMs = 60_000;

type Found = { readonly value: string } | { readonly why: string };

export function createNamedVariables(needs: VariableNeeds): NamedVariables {
  const sources = Object.entries(needs.from).filter(([name]) => !needs.deny.includes(name));
  const found = new Map<string, Found>();
  const told = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const open = sources.filter(([name]) => !('value' in (found.get(name) ?? {})));
    await Promise.all(open.map(async ([name, source]) => found.set(name, await findValue(source, needs))));
    lookedAt = needs.now();
    for (const [name] of open) tell(name, found.get(name));
  }

  function tell(name: string, result: Found | undefined): void {
    if (result === undefined) return;
    if ('value' in result) return needs.registerSecret(name, result.value);
    if (told.has(name)) return;
    told.add(name);
    needs.report(missText({ name, why: result.why }));
  }

  return {
    async resolve() {
      const isMissing = sources.some(([name]) => !('value' in (found.get(name) ?? {})));
      if (isMissing && needs.now() - lookedAt >= retryMs) looking ??= look().finally(() => (looking = null));
      await looking;
      const values: [string, string][] = [];
      const misses: VariableMiss[] = [];
      for (const [name, result] of found) {
        if ('value' in result) values.push([name, result.value]);
        else misses.push({ name, why: result.why });
      }
      return { values: Object.fromEntries(values), misses };
    },
  };
}

/** For the person: which variable programs go without, and why. */
export function missText({ name, why }: VariableMiss): string {
  return `Programs go without ${name} (sandbox.env.from): ${why}`;
}

async function findValue(source: VariableSource, needs: VariableNeeds): Promise<Found> {
  if ('command' in source) return runForLine(source.command, needs.env);
  if ('secret' in source) return findSecret(source.secret, needs);
  const value = needs.env[source.env];
  if (value === undefined || value === '') return { why: `the variable ${source.env} is not set here.` };
  // The system ends a value at NUL, and a value of several lines was not meant to be a variable.
  return value.includes('\0') ? { why: `the variable ${source.env} holds NUL.` } : { value };
}

async function findSecret(name: string, { secretValue }: VariableNeeds): Promise<Found> {
  try {
    return { value: await secretValue(name) };
  } catch (cause) {
    return { why: cause instanceof Error ? cause.message : String(cause) };
  }
}
