// Writes signed heads: into the database with the transaction that is open, and, once that is committed, into the file of heads.
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../../contract/index.ts';
import type { HeadsFile } from '../../audit/heads-file.ts';
import { headLine, signHead } from '../../audit/signed-head.ts';
import type { SigningKey } from '../../keys/signing-key.ts';
import type { EventLog } from './event-log.ts';

export interface HeadLedger {
  /** How far the chain is signed, by what is committed. */
  signedTo(): number;
  /** Within a transaction. Nothing where the head is signed already; `closes` says that the writer ends here. */
  draft(closes: boolean): void;
  committed(): void;
  rolledBack(): void;
  hasUnfiled(): boolean;
  /** Brings committed heads into the file. Throws where that cannot be written; they are kept for the next time. */
  fileHeads(): void;
}

export interface HeadLedgerDeps {
  readonly db: DatabaseSync;
  readonly log: EventLog;
  readonly keys: { readonly signing: SigningKey };
  readonly headsFile: HeadsFile;
  readonly clock: Clock;
}

export function createHeadLedger({ db, log, keys, headsFile, clock }: HeadLedgerDeps): HeadLedger {
  const add = db.prepare(
    'insert into heads(writer, seq, hash, closes, signed_at, key_id, signature) values(?, ?, ?, ?, ?, ?, ?)',
  );
  let signedTo = 0;
  let drafted: { readonly seq: number; readonly line: string } | null = null;
  let unfiled: string[] = [];
  return {
    signedTo: () => signedTo,
    draft(closes) {
      const { seq, hash } = log.head();
      const isSigned = seq === (drafted?.seq ?? signedTo);
      if (seq === 0 || (isSigned && !closes)) return;
      const head = signHead(
        { writer: log.writer, seq, hash, closes: closes ? 1 : 0, signedAt: clock.now() },
        keys.signing,
      );
      add.run(head.writer, head.seq, head.hash, head.closes, head.signedAt, head.keyId, head.signature);
      drafted = { seq, line: headLine(head) };
    },
    committed() {
      if (drafted === null) return;
      signedTo = drafted.seq;
      unfiled.push(drafted.line);
      drafted = null;
    },
    rolledBack() {
      drafted = null;
    },
    hasUnfiled: () => unfiled.length > 0,
    fileHeads() {
      if (unfiled.length === 0) return;
      headsFile.append(unfiled);
      unfiled = [];
    },
  };
}
