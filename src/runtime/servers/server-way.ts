// How a configured server is reached: its program with a clean environment, or its address through the guarded fetch, with every value in place.
import {
  cleanEnvironment,
  type Command,
  type Environment,
  type LastingPrograms,
  type LibraryFetch,
  type Redactor,
} from '../../host/index.ts';
import { isCredential, type NamedValue, type NamedValues, type ServerSpec, type Way } from '../../sources/index.ts';

export interface WayNeeds {
  readonly env: Environment;
  readonly programs: LastingPrograms;
  readonly fetch: LibraryFetch;
  readonly redactor: Pick<Redactor, 'register' | 'stream'>;
  /** Rejects with a sentence where there is none to be had. */
  readonly secretValue: (name: string) => Promise<string>;
}

/** A message of a server may be as long as that. */
const maxLineBytes = 32 * 1024 * 1024;

/**
 * Where a program is looked for, without any secret. Throws a sentence for a variable that is not set. What a secret holds is no path: it
 * decides nothing of what is started.
 */
export function commandOf({ reach, expands }: ServerSpec, needs: WayNeeds): Command | null {
  if (reach.kind === 'web') return null;
  const put = (text: string): string => (expands ? expanded(text, needs) : text);
  const passed = reach.passEnv.flatMap((name) => {
    const value = needs.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = Object.entries(reach.env).flatMap(([name, value]) => {
    if ('text' in value) return [[name, put(value.text)] as const];
    return 'env' in value ? [[name, `${value.prefix}${variable(value.env, needs)}`] as const] : [];
  });
  const clean = cleanEnvironment(needs.env, { allow: [] });
  const environment = { ...clean, ...Object.fromEntries([...passed, ...own]) };
  return { argv: reach.argv.map(put), directory: reach.directory, environment };
}

/** `program` is the path to start instead of the name. Rejects with a sentence for a value that cannot be found. */
export async function wayTo(spec: ServerSpec, needs: WayNeeds, program: string | null): Promise<Way> {
  const { reach } = spec;
  const put = (text: string): string => (spec.expands ? expanded(text, needs) : text);
  if (reach.kind === 'web') return { kind: 'web', ...(await webRequest(spec, needs)), fetch: needs.fetch };
  const clean = cleanEnvironment(needs.env, { allow: [] });
  const environment = { ...clean, ...(await namedVariables(reach, needs, put)) };
  const [file = '', ...args] = reach.argv.map(put);
  // What was looked at is started, not whatever the name leads to by then.
  const argv = [program ?? file, ...args];
  return {
    kind: 'program',
    start: (lines) =>
      needs.programs.start({
        argv,
        directory: reach.directory,
        environment,
        maxLineBytes,
        redact: needs.redactor.stream,
        ...lines,
      }),
  };
}

/** The address of a server over HTTP and what its owner has every request carry. Rejects as `wayTo`. */
export async function webRequest(
  { reach, expands }: ServerSpec,
  needs: WayNeeds,
): Promise<{ readonly url: string; readonly headers: Record<string, string> }> {
  if (reach.kind !== 'web') throw new Error('A program has no address.');
  const put = (text: string): string => (expands ? expanded(text, needs) : text);
  const headers = await valuesOf(reach.headers, put, needs);
  // Whatever a header holds identifies whoever sends it.
  for (const [name, value] of Object.entries(headers)) needs.redactor.register(`header_${name}`, value);
  return { url: put(reach.url), headers };
}

export interface VariableNeeds extends Pick<WayNeeds, 'env' | 'secretValue'> {
  readonly redactor: Pick<Redactor, 'register'>;
}

/** What a program is given besides the clean environment; what is named like a credential is one. Rejects with a sentence. */
export async function namedVariables(
  { env, passEnv }: { readonly env: NamedValues; readonly passEnv: readonly string[] },
  needs: VariableNeeds,
  put: (text: string) => string = (text) => text,
): Promise<Record<string, string>> {
  const passed = Object.fromEntries(passEnv.map((name) => [name, variable(name, needs)]));
  const own = await valuesOf(env, put, needs);
  for (const [name, value] of Object.entries({ ...passed, ...own }))
    if (isCredential(name)) needs.redactor.register(name, value);
  return { ...passed, ...own };
}

async function valuesOf(
  values: NamedValues,
  put: (text: string) => string,
  needs: VariableNeeds,
): Promise<Record<string, string>> {
  const entries = Object.entries(values).map(async ([name, value]) => [name, await valueOf(value, put, needs)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function valueOf(value: NamedValue, put: (text: string) => string, needs: VariableNeeds): Promise<string> {
  if ('text' in value) return put(value.text);
  return `${value.prefix}${'env' in value ? variable(value.env, needs) : await needs.secretValue(value.secret)}`;
}

/** `${NAME}` and `${NAME:-otherwise}`, as other programs read them. */
function expanded(text: string, needs: WayNeeds): string {
  return text.replaceAll(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_whole, name: string, otherwise: string | undefined) => variable(name, needs, otherwise),
  );
}

function variable(name: string, { env, redactor }: VariableNeeds, otherwise?: string): string {
  const value = env[name] || otherwise;
  if (value === undefined) throw new Error(`the variable ${name} is not set here`);
  // Named like a credential, it is one.
  if (isCredential(name)) redactor.register(name, value);
  return value;
}
