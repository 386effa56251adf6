// Verifies an exported audit trail offline: no database, no home, only the lines and, best, the id of a key that one trusts.
import type { KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { CapabilityError, type JsonObject, type JsonValue, type VerifyReport } from '../../../contract/index.ts';
import { keyIdOf, readPublicKey } from '../keys/signing-key.ts';
import { createChainChecker, type ChainChecker } from './chain-checker.ts';
import { exportVersion, readEventLine } from './export-lines.ts';
import { readHead } from './signed-head.ts';
import { isObject, parsed } from './stored-json.ts';

/** Lines between two turns of the event loop. */
const pieceLines = 250;

/**
 * `lines` are the JSON texts of `exportEvents`. `trustedKeys` names the key ids whose signatures count; null takes the keys that the
 * export brings along, which proves that it holds together and not who made it. Throws `malformed_request` where it is no export.
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  trustedKeys: readonly string[] | null,
): Promise<VerifyReport> {
  let checker: ChainChecker | null = null;
  let read = 0;
  let events = 0;
  let announced: JsonValue | undefined;
  const decisions: JsonObject[] = [];
  for await (const text of lines) {
    const line = parsed(text);
    if (line === null) throw notExport(`line ${read + 1} is not JSON`);
    if (checker === null) checker = startChecker(line, trustedKeys);
    else if (line['type'] === 'end') announced = line['events'];
    else if (line['type'] === 'decision' && isObject(line['decision'])) decisions.push(line['decision']);
    else events += checkLine(line, checker);
    if (++read % pieceLines === 0) await setImmediate();
  }
  if (checker === null) throw notExport('it is empty');
  for (const decision of decisions) checker.decision(decision);
  if (announced === undefined)
    checker.problem('', null, `The export was cut: its last line is missing, after ${events} events.`);
  else if (announced !== events)
    checker.problem(
      '',
      null,
      `The export was cut: it has ${events} events and announces ${JSON.stringify(announced)}.`,
    );
  return checker.report();
}

/** Answers how many events the line was. */
function checkLine(line: JsonObject, checker: ChainChecker): number {
  const { type, head } = line;
  if (type === 'head' && isObject(head)) {
    const signed = readHead(head);
    if (signed === null) throw notExport('a head cannot be read');
    checker.head(signed);
    return 0;
  }
  const row = type === 'event' ? readEventLine(line) : null;
  if (row === null) throw notExport(`a line of type ${JSON.stringify(type ?? null)} cannot be read`);
  checker.event(row);
  return 1;
}

function startChecker(header: JsonObject, trustedKeys: readonly string[] | null): ChainChecker {
  const { type, version, keys, bases } = header;
  if (type !== 'gatehouse-audit' || !Array.isArray(keys) || !Array.isArray(bases))
    throw notExport('its first line is not the header of one');
  if (version !== exportVersion)
    throw notExport(`it has version ${JSON.stringify(version ?? null)}, this program reads ${exportVersion}`);
  const known = readKeys(keys);
  const counting = new Map([...known].filter(([id]) => trustedKeys === null || trustedKeys.includes(id)));
  const checker = createChainChecker(counting);
  for (const base of bases) {
    const head = readHead(isObject(base) ? base : {});
    if (head === null) throw notExport('a base cannot be read');
    if (checker.head(head)) checker.base(head);
  }
  return checker;
}

function readKeys(keys: readonly JsonValue[]): ReadonlyMap<string, KeyObject> {
  return new Map(
    keys.map((entry) => {
      const pem = isObject(entry) ? entry['publicKey'] : null;
      const key = typeof pem === 'string' ? tryKey(pem) : null;
      if (key === null) throw notExport('a public key cannot be read');
      // The id is computed and not believed: it is what the reader compares.
      return [keyIdOf(key), key];
    }),
  );
}

function tryKey(pem: string): KeyObject | null {
  try {
    return readPublicKey(pem);
  } catch {
    return null;
  }
}

function notExport(why: string): CapabilityError {
  return new CapabilityError(
    'malformed_request',
    `This is no audit export that can be verified: ${why}. Export it again with gatehouse audit export.`,
  );
}
