// Checks chains of events, from a database or from an export: every link, value, erasure, answer and signed head. Pure but for the hashes.
import type { KeyObject } from 'node:crypto';
import type { JsonObject, VerifyReport } from '../../../contract/index.ts';
import { chainHash, genesisHash } from '../../../text/index.ts';
import type { ChainRow } from './chain-row.ts';
import { parsed } from './stored-json.ts';
import { createDecisionCheck } from './decision-check.ts';
import { createProblems, type Problems } from './problems.ts';
import { headFault, type SignedHead } from './signed-head.ts';
import { createValueCheck } from './value-check.ts';

export interface ChainChecker {
  /** Before the events it is about. False when its signature does not hold. */
  head(head: SignedHead): boolean;
  /** The chain of this writer is given from behind this head on. */
  base(head: SignedHead): void;
  event(row: ChainRow): void;
  /** A row of `approval_decisions`, after all events. */
  decision(row: JsonObject): void;
  problem(writer: string, seq: number | null, message: string): void;
  report(): VerifyReport;
}

interface Chain {
  /** The last event that was seen. */
  seq: number;
  hash: string;
  events: number;
  signedTo: number;
  /** True once a signed head was met. */
  isSigned: boolean;
  /** Where the writer ended, if it said so. */
  closedAt: number;
  /** Hash by place, of the heads whose signature holds. */
  readonly heads: Map<number, string>;
}

export function createChainChecker(keys: ReadonlyMap<string, KeyObject>): ChainChecker {
  const problems = createProblems();
  const values = createValueCheck(problems);
  const decisions = createDecisionCheck(problems);
  const chains = new Map<string, Chain>();

  function chainOf(writer: string): Chain {
    const known = chains.get(writer);
    if (known !== undefined) return known;
    const chain: Chain = {
      seq: 0,
      hash: genesisHash,
      events: 0,
      signedTo: 0,
      isSigned: false,
      closedAt: Infinity,
      heads: new Map(),
    };
    chains.set(writer, chain);
    return chain;
  }

  return {
    head(head) {
      const fault = headFault(head, keys);
      if (fault !== null) problems.add(head.writer, head.seq, `The signed head ${fault}.`);
      else note(chainOf(head.writer), head, problems);
      return fault === null;
    },
    base({ writer, seq, hash }) {
      Object.assign(chainOf(writer), { seq, hash, signedTo: seq, isSigned: true });
    },
    event(row) {
      const chain = chainOf(row.writer);
      checkLink(row, chain, problems);
      checkHead(row, chain, problems);
      const envelope = parsed(row.envelope);
      const commitments = parsed(row.commitments);
      if (envelope === null || commitments === null)
        return problems.add(row.writer, row.seq, 'The event cannot be read.');
      if (row.position !== null && envelope['position'] !== row.position)
        problems.add(row.writer, row.seq, 'The event was moved to another place in the store.');
      values.event(row, envelope, commitments);
      decisions.event(row, envelope);
    },
    decision: (row) => decisions.row(row),
    problem: (writer, seq, message) => problems.add(writer, seq, message),
    report() {
      for (const [writer, chain] of chains) checkEnd(writer, chain, problems);
      values.end();
      decisions.end();
      return report(chains, problems);
    },
  };
}

function note(chain: Chain, { writer, seq, hash, closes }: SignedHead, problems: Problems): void {
  const known = chain.heads.get(seq);
  if (known !== undefined && known !== hash)
    problems.add(writer, seq, 'Two different events were signed for this place.');
  chain.heads.set(seq, hash);
  if (closes !== 0) chain.closedAt = seq;
}

function checkLink(row: ChainRow, chain: Chain, problems: Problems): void {
  const { writer, seq, previous } = row;
  const expected = chain.seq + 1;
  if (seq > expected) problems.add(writer, seq, `Events are missing before it: ${expected} to ${seq - 1}.`);
  else if (seq < expected) problems.add(writer, seq, `The event is out of order: ${expected} was expected.`);
  else if (previous !== chain.hash) problems.add(writer, seq, 'The event does not follow the one before it.');
  if (seq > chain.closedAt) problems.add(writer, seq, 'The event was added after its writer had ended.');
  if (!hasOwnHash(row)) problems.add(writer, seq, 'The event was changed.');
  chain.seq = seq;
  chain.hash = row.hash;
  chain.events++;
}

function hasOwnHash({ writer, seq, previous, envelope, commitments, hash }: ChainRow): boolean {
  try {
    return chainHash({ writer, seq, previous, envelope, commitments }) === hash;
  } catch (cause) {
    // What no event of ours can hold: a place below 0, half a surrogate pair.
    if (cause instanceof RangeError || cause instanceof TypeError) return false;
    throw cause;
  }
}

function checkHead({ writer, seq, hash }: ChainRow, chain: Chain, problems: Problems): void {
  const signed = chain.heads.get(seq);
  if (signed === undefined) return;
  if (signed !== hash)
    return problems.add(writer, seq, 'The event is not the one that was signed: the chain was rewritten.');
  chain.signedTo = seq;
  chain.isSigned = true;
}

function checkEnd(writer: string, chain: Chain, problems: Problems): void {
  const lastSigned = Math.max(0, ...chain.heads.keys());
  if (lastSigned > chain.seq)
    problems.add(
      writer,
      lastSigned,
      `The chain was signed up to ${lastSigned} and ends at ${chain.seq}: it was cut, or the store put back.`,
    );
  // Each chain is signed in the transaction of its first events.
  if (chain.events > 0 && !chain.isSigned)
    problems.add(writer, null, 'The chain was never signed: it was not written by this home.');
}

function report(chains: ReadonlyMap<string, Chain>, problems: Problems): VerifyReport {
  const writers = [...chains].map(([writer, { seq, events, signedTo }]) => ({
    writer,
    events,
    signedTo,
    unsigned: Math.max(0, seq - signedTo),
  }));
  const events = writers.reduce((sum, writer) => sum + writer.events, 0);
  const found = problems.all();
  return { ok: found.length === 0, writers, events, problems: found };
}
