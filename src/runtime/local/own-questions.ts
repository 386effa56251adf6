// Questions as a caller sees them: the owner's own surfaces all of them, a client those of its own session.
import { CapabilityError, type Caller, type QuestionView, type Runtime } from '../../contract/index.ts';
import type { QuestionDesk } from '../questions/question-desk.ts';

const mostListed = 100;

export function ownQuestions(desk: QuestionDesk): Pick<Runtime, 'questions' | 'question' | 'answerQuestion'> {
  return {
    async questions(caller, { show = 'open', limit = mostListed }) {
      const views = await desk.list(show);
      return views
        .filter((view) => mayRead(caller, view))
        .slice(-limit)
        .toReversed();
    },
    async question(caller, id) {
      const view = await desk.find(id);
      return view !== null && mayRead(caller, view) ? view : null;
    },
    async answerQuestion(caller, id, answer) {
      const view = await desk.find(id);
      // Another's question is as unknown as one that never was; and the owner's answers are given as the owner.
      if (view === null || !isOwn(caller, view))
        throw new CapabilityError(
          'unknown_approval',
          `No question of yours has the id ${JSON.stringify(id.slice(0, 80))}.`,
        );
      return desk.answer(id, answer, caller.principal);
    },
  };
}

function mayRead(caller: Caller, view: QuestionView): boolean {
  return caller.seesHidden || isOwn(caller, view);
}

function isOwn({ principal, session }: Caller, view: QuestionView): boolean {
  return view.principal === principal && view.session === session;
}
