// The address of a tool as a shape: what is judged before a call is asked about is what is fetched.
import type { QueryHole, UrlHole, UrlShape } from '../../../contract/index.ts';
import { fixedOrigin, secretNames, urlLayout } from '../../../text/index.ts';
import type { Part } from './parse-template.ts';

/** `raw`: an argument stands there as it is, unless the template says `_q`. */
export function addressOf(parts: readonly Part[], encode: 'raw' | 'component'): UrlShape {
  const shaped = parts.flatMap((part, at) => (part.kind === 'query' ? [] : [piece(part, at === 0 ? 'raw' : encode)]));
  const keys = parts.flatMap((part) => (part.kind === 'query' ? part.keys : []));
  return { parts: shaped, query: keys.map(queryHole) };
}

/** Why no call may be made with it, or null. `sends`: it has secrets in headers or body. */
export function addressProblem(shape: UrlShape, sends: boolean): string | null {
  const layout = urlLayout(shape);
  if (layout.kind === 'none') return `its url cannot be one: ${layout.why}`;
  const hasSecret = sends || shape.parts.some((part) => typeof part === 'string' && secretNames(part).length > 0);
  return hasSecret && fixedOrigin(shape) === null
    ? 'it would send a secret to a host that an argument names; write scheme and host into the url'
    : null;
}

function piece(part: Exclude<Part, { kind: 'query' }>, encode: UrlHole['encode']): string | UrlHole {
  switch (part.kind) {
    case 'secret':
      return `{secret ${part.place}}`;
    case 'argument': {
      const { key, quoted } = part;
      return { pointer: `/${key}`, encode: quoted ? 'path' : encode, style: 'simple', name: key, explode: false };
    }
    case 'text':
    case 'value':
      return part.text;
  }
}

function queryHole(key: string): QueryHole {
  return { pointer: `/${key}`, name: key, style: 'form', explode: true, allowReserved: false };
}
