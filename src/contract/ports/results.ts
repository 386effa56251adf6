// The Results: texts that tools brought, kept for a while, so that what was cut can be read on and what others wrote is known again.
import type { ResultLabel } from '../tool/result-label.ts';

/** Whose result it is. Another session or another principal does not see it. */
export interface ResultScope {
  readonly session: string;
  readonly principal: string;
}

/** The part of a text that the cap left out, in UTF-16 code units. */
export interface HiddenPart {
  readonly from: number;
  readonly to: number;
}

export interface NewResult extends ResultScope {
  readonly label: ResultLabel;
  readonly callId: string;
  /** Redacted. */
  readonly text: string;
  readonly hidden: HiddenPart | null;
  /** The text as it was shown; null where that is all of it. Known again, and never read back. */
  readonly shown: string | null;
  /** What was shown besides the text, such as a structured result. Known again like it. */
  readonly alsoShown: string;
  /** `last`: it is the session's last result from now on. `last_only`: and nothing else will ask for it, so that it may be written later
   * and be lost with its process. `again`: it is a part of one that is kept already. */
  readonly use: 'last' | 'last_only' | 'again';
}

export interface KeptResult {
  readonly ref: string;
  readonly label: ResultLabel;
  readonly text: string;
  readonly hidden: HiddenPart | null;
}

/** The labelled texts of a session that were not handed out before. */
export interface LabelledTexts {
  /** False where some of the session's texts are gone. */
  readonly complete: boolean;
  readonly texts: readonly LabelledText[];
}

/** As it was shown. */
export interface LabelledText {
  readonly id: string;
  readonly label: ResultLabel;
  readonly text: string;
  readonly alsoShown: string;
}

/** Where a long text is read on, it begins with so many characters of what was shown before: what stands across the seam is seen whole. */
export const seamChars = 64;

/** Contract: bounded in size and age; a ref cannot be guessed, and the ref of another scope is as unknown as one that never was. */
export interface Results {
  /** Answers the ref. */
  keep(result: NewResult): Promise<string>;
  read(scope: ResultScope, ref: string): Promise<KeptResult | null>;
  last(scope: ResultScope): Promise<KeptResult | null>;
  /** What was shown of the untrusted and private texts of a session, of all its principals, in their order, without those of `known` ids. */
  labelled(session: string, known: ReadonlySet<string>): Promise<LabelledTexts>;
  /** Writes what was left for later. */
  close(): Promise<void>;
}

/** What a session has taken in. Once set a mark stays, over restarts and in every process. */
export interface SessionLabel {
  readonly untrusted: boolean;
  readonly private: boolean;
}

/** Contract: `note` resolves when every process sees the mark with its next decision. */
export interface SessionLabels {
  of(session: string): Promise<SessionLabel>;
  note(session: string, label: SessionLabel): Promise<void>;
}
