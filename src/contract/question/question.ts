// A question that a running call has for its user: the durable record is the authority, every form a view of it. An answer is never a yes to a call.
import type { JsonObject } from '../json.ts';

export const questionStatuses = [
  'open',
  'answered',
  'declined',
  'cancelled',
  'expired',
  'withdrawn',
  'interrupted',
] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export type QuestionForm =
  /** A flat object of texts, numbers, booleans and choices. */
  | { readonly mode: 'form'; readonly schema: JsonObject }
  /** A page to look at. Nothing opens it by itself. */
  | { readonly mode: 'url'; readonly url: string }
  /** Whether the client that called may be asked for a completion: `request` is all that it would be sent. Answered by `samplingYes`. */
  | { readonly mode: 'sampling'; readonly request: JsonObject };

/** To the program that called, after the yes: it makes the completion, and nobody else does. */
export interface CompletionForm {
  readonly mode: 'completion';
  readonly request: JsonObject;
}

/** The one field of an answer to a question of sampling. */
export const samplingYes = { allow: 'yes' } as const;

/** Who asks, and is told the answer: the server of the tool that runs, or the agent that called. */
export type QuestionAsker =
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'agent'; readonly name: string };

/** As a handler asks it. Every text is somebody else's. */
export interface NewQuestion {
  readonly askedBy: QuestionAsker;
  readonly message: string;
  readonly form: QuestionForm;
  /** What whoever answers should look at twice, each a sentence. */
  readonly findings: readonly string[];
}

/** What people and clients see of it: redacted, hidden characters neutralised. */
export interface QuestionView extends Omit<NewQuestion, 'form'> {
  readonly form: QuestionForm | CompletionForm;
  readonly kind: 'question';
  readonly id: string;
  readonly status: QuestionStatus;
  readonly tool: string;
  readonly callId: string;
  readonly agent: string;
  readonly principal: string;
  readonly session: string;
  readonly workspace: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Who ended it; null while it is open, and where nobody did. */
  readonly endedBy: string | null;
}

export type QuestionAnswer =
  /** To a page: its user agrees to go there. To a completion: the result of the client. */
  { readonly act: 'accept'; readonly values: JsonObject } | { readonly act: 'decline' } | { readonly act: 'cancel' };

/** What the handler gets. */
export type QuestionEnd =
  | { readonly act: 'accept'; readonly values: JsonObject }
  | { readonly act: 'decline' | 'cancel'; readonly reason: string };
