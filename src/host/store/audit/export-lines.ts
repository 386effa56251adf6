// The form of an exported audit trail: JSON lines that verify with nothing but themselves and a key id that one trusts.
import type { JsonObject } from '../../../contract/index.ts';
import type { ChainRow } from './chain-row.ts';
import type { SignedHead } from './signed-head.ts';
import { isObject } from './stored-json.ts';
import { canonicalJson } from '../../../text/index.ts';

export const exportVersion = 1;

/** The first line. `bases`: heads from which the chains start, for writers whose first events were left out. */
export interface ExportHeader {
  readonly exportedAt: number;
  readonly query: JsonObject;
  readonly keys: readonly { readonly keyId: string; readonly publicKey: string }[];
  readonly bases: readonly SignedHead[];
}

export function headerLine({ exportedAt, query, keys, bases }: ExportHeader): JsonObject {
  return {
    type: 'gatehouse-audit',
    version: exportVersion,
    exportedAt,
    query,
    keys: keys.map((key) => ({ ...key })),
    bases: bases.map((head) => ({ ...head })),
  };
}

export function headExportLine(head: SignedHead): JsonObject {
  return { type: 'head', head: { ...head } };
}

/** What the query did not ask for goes along without its values: the links between what it asked for would not hold else. */
export function eventLine(
  row: ChainRow,
  parts: { readonly envelope: JsonObject; readonly commitments: JsonObject; readonly fields: JsonObject | null },
): JsonObject {
  const { writer, seq, previous, hash, isWithheld } = row;
  const { envelope, commitments, fields } = parts;
  const link = { type: 'event', writer, seq, envelope, commitments, previous, hash };
  return isWithheld ? { ...link, withheld: true } : { ...link, values: fields ?? {} };
}

export function decisionLine(row: JsonObject): JsonObject {
  return { type: 'decision', decision: row };
}

/** The last line: an export without it was cut. */
export function endLine(events: number): JsonObject {
  return { type: 'end', events };
}

/** Null where the line is not an event. Envelope and commitments are made canonical: so they were hashed. */
export function readEventLine(line: JsonObject): ChainRow | null {
  const { writer, seq, envelope, commitments, previous, hash, values, withheld } = line;
  if (typeof writer !== 'string' || typeof seq !== 'number' || typeof previous !== 'string' || typeof hash !== 'string')
    return null;
  if (!isObject(envelope) || !isObject(commitments)) return null;
  const fields = isObject(values) ? canonicalJson(values) : null;
  const texts = { envelope: canonicalJson(envelope), commitments: canonicalJson(commitments), fields };
  return { writer, seq, previous, hash, ...texts, position: null, isWithheld: withheld === true };
}
