// The scenarios that the revisions of the protocol require, and those that do not pass, each with why. A scenario that passes although it stands
// here fails the test as well: whoever makes it pass takes it out.

/** By scenario: what it waits for, or why it does not apply. */
export type Gaps = Readonly<Record<string, string>>;

const each = (why: string, ...scenarios: readonly string[]): Gaps =>
  Object.fromEntries(scenarios.map((scenario) => [scenario, why]));

/** Run and reported by the suite, never required by a revision. */
export const notRequired = /^(?:tasks-|http-custom-header-server-validation$)/;

export const serverGaps: Readonly<Record<'2025-11-25' | '2026-07-28', Gaps>> = {
  '2025-11-25': {
    ...each(
      'not applicable: subscriptions to single resources are not offered',
      'resources-subscribe',
      'resources-unsubscribe',
    ),
  },
  '2026-07-28': {
    'server-stateless':
      'not applicable: wants a tool that fails by what its client cannot; one behind Gatehouse is told what Gatehouse can',
    ...each(
      'not applicable: the roots of a server are those that its settings name (ADR 0015), never those of a client',
      'input-required-result-basic-list-roots',
      'input-required-result-multiple-input-requests',
    ),
  },
};

/** Those of authorization are run by the tests of that. */
export const clientScenarios = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'sse-retry',
    'json-schema-2020-12-preservation',
    'elicitation-sep1034-client-defaults',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
} as const;

export const clientGaps: Readonly<Record<'2025-11-25' | '2026-07-28', Gaps>> = {
  '2025-11-25': {},
  '2026-07-28': {},
};
