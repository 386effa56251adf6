// Whether an answer fits the form it answers, and holds nothing that must not leave.
import {
  CapabilityError,
  samplingYes,
  type JsonObject,
  type QuestionAnswer,
  type QuestionView,
} from '../../contract/index.ts';
import { canonicalJson, coerceArguments, createSchemas, sha256Hex } from '../../text/index.ts';
import { checkCompletion } from './check-completion.ts';

export type CheckAnswer = (form: QuestionView['form'], answer: QuestionAnswer) => Promise<QuestionAnswer>;

/** Rejects with `malformed_request`: the question stays open. Texts are read as the form wants them. */
export function createAnswerCheck(redact: (text: string) => string): CheckAnswer {
  const { compile } = createSchemas(50);
  return async (form, answer) => {
    if (answer.act !== 'accept') return answer;
    if (form.mode === 'url') return { act: 'accept', values: {} };
    if (form.mode === 'sampling') return yesOrNo(answer.values);
    if (form.mode === 'completion')
      return { act: 'accept', values: checkCompletion(form.request, answer.values, redact) };
    const { schema } = form;
    const { value } = coerceArguments(schema, answer.values);
    const check = await compile(sha256Hex(canonicalJson(schema)), schema);
    const problems = check(value).map(({ path, message }) => `${path === '' ? 'the answer' : path} ${message}`);
    if (problems.length > 0) throw refused(`The answer does not fit its form: ${problems.join('; ')}.`);
    const secret = Object.entries(value).find(([, field]) => redact(JSON.stringify(field)) !== JSON.stringify(field));
    if (secret !== undefined)
      throw refused(
        `The field ${JSON.stringify(secret[0])} holds what is kept secret here, and nobody is to be told that in a form.`,
      );
    return { act: 'accept', values: value satisfies JsonObject };
  };
}

/** A yes is the word, and nothing that only looks like one. */
function yesOrNo({ allow }: JsonObject): QuestionAnswer {
  if (allow === samplingYes.allow) return { act: 'accept', values: samplingYes };
  if (allow === 'no') return { act: 'decline' };
  throw refused('The answer is allow=yes or allow=no.');
}

function refused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
