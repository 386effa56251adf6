// The digest of one recorded answer. It stands in the envelope of its event, so that the chain covers the row.
import type { JsonObject } from '../../../contract/index.ts';
import { canonicalJson, sha256Hex } from '../../../text/index.ts';

/** The field of an `approval_answered` envelope that holds it. */
export const decisionField = 'decisionHash';

const tag = 'gatehouse-decision-v1';

/** Over every column that is not null, by its name: a column that comes later changes no digest of before. */
export function decisionDigest(row: JsonObject): string {
  const columns = Object.entries(row).filter(([, value]) => value !== null);
  return sha256Hex(`${tag}\n${canonicalJson(Object.fromEntries(columns))}`);
}
