// What the suite of runtimes needs of whoever runs it, how its cases look, and the callers that they are about.
import assert from 'node:assert/strict';
import type { Call, Caller, Outcome, Owner, Pending, Runtime } from '../../../contract/index.ts';
import { sampleCaller } from '../../fakes/sample-outcomes.ts';

export interface RuntimeFixture {
  /** Over a new home without a configuration file, with the deciding authority. */
  readonly runtime: Runtime;
  /** What lies in the workspace of the runtime; null where nothing does. */
  readText(name: string): string | null;
  writeText(name: string, text: string): void;
}

/** One promise of a runtime. Run each with a fixture of its own. Throws AssertionError where the promise is broken. */
export interface RuntimeCase {
  readonly name: string;
  run(fixture: RuntimeFixture): Promise<void>;
}

/** A runtime with what its cases do all the time. */
export interface House extends RuntimeFixture {
  readonly owner: Owner;
  /** The person at the command line. */
  readonly person: Caller;
  /** Two programs, and a guest. */
  readonly client: Caller;
  readonly stranger: Caller;
  readonly guest: Caller;
  call(tool: string, args: object | string, more?: Partial<Call>): Promise<Outcome>;
  /** A call that asks: the pending outcome. */
  ask(filename: string, content: string, more?: Partial<Call>): Promise<Pending>;
}

export function runtimeCase(name: string, run: (house: House) => Promise<void>): RuntimeCase {
  return { name, run: (fixture) => run(houseOf(fixture)) };
}

function houseOf(fixture: RuntimeFixture): House {
  const { runtime } = fixture;
  const { owner, workspace } = runtime;
  assert(owner !== null, 'The suite needs a runtime with the deciding authority.');
  const client = sampleCaller({ principal: 'stdio:7', session: 'stdio:7:one', workspace });
  const call = (tool: string, args: object | string, more: Partial<Call> = {}): Promise<Outcome> =>
    runtime.call({
      tool,
      arguments: typeof args === 'string' ? { json: args } : { value: args },
      caller: client,
      ...more,
    });
  return {
    ...fixture,
    owner,
    person: sampleCaller({ principal: 'user:7', session: 'cli:7', surface: 'cli', seesHidden: true, workspace }),
    client,
    stranger: sampleCaller({ principal: 'stdio:8', session: 'stdio:8:one', workspace }),
    guest: sampleCaller({
      principal: 'token:guest',
      session: 'http:token:guest',
      surface: 'http',
      trust: 'guest',
      workspace,
    }),
    call,
    async ask(filename, content, more) {
      const outcome = await call('file_write', { filename, content }, more);
      return expectKind(outcome, 'pending');
    },
  };
}

/** The outcome as one of that kind. */
export function expectKind<Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): Extract<Outcome, { readonly kind: Kind }> {
  assert.equal(outcome.kind, kind, `expected ${kind}, got ${JSON.stringify(outcome)}`);
  // Narrowed by the line above.
  return outcome as Extract<Outcome, { readonly kind: Kind }>;
}

export async function expectFault(work: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(work, (fault: unknown) => {
    assert.equal(fault instanceof Error && 'code' in fault ? fault.code : fault, code);
    return true;
  });
}
