// The words of a text, as tools are searched by: identifiers are split at case and underscores.
import type { JsonObject } from '../../contract/index.ts';

export function words(text: string): readonly string[] {
  const split = text
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return split.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
}

export function parameterNames(parameters: JsonObject): readonly string[] {
  const properties = parameters['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
