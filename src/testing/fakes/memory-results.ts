// Kept results in memory: for gates in tests and benchmarks that need no disk.
import type { KeptResult, NewResult, Results, ResultScope } from '../../contract/index.ts';
import { newId } from '../../text/index.ts';

export function createMemoryResults(): Results {
  const all: { readonly ref: string; readonly result: NewResult }[] = [];
  const own = ({ session, principal }: ResultScope) =>
    all.filter(({ result }) => result.session === session && result.principal === principal);
  const kept = (found: (typeof all)[number] | undefined): KeptResult | null =>
    found === undefined
      ? null
      : { ref: found.ref, label: found.result.label, text: found.result.text, hidden: found.result.hidden };
  return {
    async keep(result) {
      const ref = newId('res');
      all.push({ ref, result });
      return ref;
    },
    read: async (scope, ref) => kept(own(scope).find((entry) => entry.ref === ref)),
    last: async (scope) => kept(own(scope).findLast(({ result }) => result.use !== 'again')),
    async labelled(session, known) {
      const marked = all.filter(
        ({ ref, result }) =>
          result.session === session && !known.has(ref) && (result.label.trust === 'untrusted' || result.label.private),
      );
      return {
        complete: true,
        texts: marked.map(({ ref, result: { label, text, shown, alsoShown } }) => ({
          id: ref,
          label,
          text: shown ?? text,
          alsoShown,
        })),
      };
    },
    close: () => Promise.resolve(),
  };
}
