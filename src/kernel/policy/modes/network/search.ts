// Web search: the words of the query go out. Free only where nothing but the keyless default or an opted-in local search serves.
import type { Cell, ToolMode } from '../../tool-mode.ts';

const freeWhenKeyless: Cell = {
  cases: [{ when: { search_backend: ['keyless', 'local'] }, effect: 'ALLOW' }],
  otherwise: 'ASK',
};

export const search: ToolMode = {
  name: 'search',
  policyClass: 'network',
  columns: { readonly: freeWhenKeyless, 'plan-only': freeWhenKeyless, 'full-auto': 'ALLOW' },
  guards: ['query', 'net', 'secrets'],
};
