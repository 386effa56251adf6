// Checks the values beside the chain against their commitments. A value may be gone only where its erasure is an event.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { canonicalJson, commit } from '../../../text/index.ts';
import type { ChainRow } from './chain-row.ts';
import { isObject, parsed } from './stored-json.ts';
import type { Problems } from './problems.ts';

export interface ValueCheck {
  event(row: ChainRow, envelope: JsonObject, commitments: JsonObject): void;
  end(): void;
}

interface Gone {
  readonly writer: string;
  readonly seq: number;
  readonly field: string;
}

export function createValueCheck(problems: Problems): ValueCheck {
  const gone = new Map<string, Gone>();
  const erased = new Set<string>();

  function noteErasure(envelope: JsonObject): void {
    if (!isObject(envelope['erased'])) return;
    const { writer, seq, fields } = envelope['erased'];
    if (!Array.isArray(fields) || writer === undefined || seq === undefined) return;
    for (const field of fields) erased.add(canonicalJson([writer, seq, field]));
  }

  return {
    event(row, envelope, commitments) {
      if (envelope['kind'] === 'values_erased') noteErasure(envelope);
      const fields = row.fields === null ? {} : parsed(row.fields);
      if (fields === null || (row.fields !== null && canonicalJson(fields) !== row.fields)) {
        problems.add(
          row.writer,
          row.seq,
          'The values of the event cannot be read, or are not in the form they were written in.',
        );
        return;
      }
      for (const [field, salted] of Object.entries(fields)) {
        const fault = valueFault(field, salted, commitments);
        if (fault !== null) problems.add(row.writer, row.seq, fault);
      }
      if (row.isWithheld) return;
      for (const field of Object.keys(commitments)) {
        if (!Object.hasOwn(fields, field))
          gone.set(canonicalJson([row.writer, row.seq, field]), { writer: row.writer, seq: row.seq, field });
      }
    },
    end() {
      for (const [key, { writer, seq, field }] of gone) {
        if (!erased.has(key))
          problems.add(writer, seq, `The value of ${field} is gone, and no event says that it was erased.`);
      }
    },
  };
}

function valueFault(field: string, salted: JsonValue, commitments: JsonObject): string | null {
  if (!Object.hasOwn(commitments, field)) return `The value of ${field} was added: the event committed to none.`;
  if (!Array.isArray(salted) || salted.length !== 2) return `The value of ${field} was changed.`;
  // A pair by the line above; isArray narrows to any[].
  const [salt, value]: readonly JsonValue[] = salted;
  if (typeof salt !== 'string' || value === undefined) return `The value of ${field} was changed.`;
  return commit(salt, field, canonicalJson(value)) === commitments[field] ? null : `The value of ${field} was changed.`;
}
