// The variables in a text as each client writes them, and what stands between them.
import type { VariableSyntax } from '../client.ts';

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `otherwise` stands for one that is not set. */
  | { readonly kind: 'env'; readonly name: string; readonly otherwise: string | null; readonly source: string }
  /** A question that the client asks. */
  | { readonly kind: 'input'; readonly name: string; readonly source: string }
  | { readonly kind: 'place'; readonly name: string; readonly source: string }
  | { readonly kind: 'unknown'; readonly source: string };

const bracketed = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

const forms: Readonly<Record<VariableSyntax, RegExp | null>> = {
  none: null,
  dollarBraces: bracketed,
  dollar: /\$(?:\{([A-Za-z_]\w*)(?::-([^}]*))?\}|([A-Za-z_]\w*))/g,
  colon: /\$\{([^}]+)\}/g,
  braces: /\{((?:env|file):[^}]*)\}/g,
};

export function partsOf(text: string, syntax: VariableSyntax): readonly TextPart[] {
  const form = forms[syntax];
  if (form === null) return [{ kind: 'text', text }];
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(form)) {
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    parts.push(variableOf(found, syntax));
    at = found.index + found[0].length;
  }
  return at < text.length || parts.length === 0 ? [...parts, { kind: 'text', text: text.slice(at) }] : parts;
}

function variableOf([source, inBraces, otherwise, bare]: RegExpExecArray, syntax: VariableSyntax): TextPart {
  const name = inBraces ?? bare ?? '';
  if (syntax === 'dollarBraces' || syntax === 'dollar')
    return { kind: 'env', name, otherwise: otherwise ?? null, source };
  const [, kind, rest = ''] = /^(env|input):(.+)$/.exec(name) ?? [];
  if (kind === 'env') return { kind, name: rest, otherwise: null, source };
  if (kind === 'input') return { kind, name: rest, source };
  return syntax === 'colon' && !name.includes(':') ? { kind: 'place', name, source } : { kind: 'unknown', source };
}
