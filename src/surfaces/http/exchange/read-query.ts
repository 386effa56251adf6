// Reads the parameters behind the question mark: each once, and none that the route does not know.
import type { z } from 'zod';
import { CapabilityError } from '../../../contract/index.ts';

/** Read at the door, on every route. */
const doorParameters: ReadonlySet<string> = new Set(['workspace']);

/** Throws `malformed_request`. A parameter that nobody reads would be a wish that is silently not granted. */
export function readQuery<Shape extends z.ZodObject>(query: URLSearchParams, shape: Shape): z.output<Shape> {
  const names = [...query.keys()].filter((name) => !doorParameters.has(name));
  const known = Object.keys(shape.shape);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const there = known.length === 0 ? 'This route takes none.' : `There are ${known.join(', ')}.`;
    throw malformed(`There is no parameter ${JSON.stringify(unknown.slice(0, 80))}. ${there}`);
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw malformed(`The parameter ${twice} stands twice. Send it once.`);
  const checked = shape.safeParse(Object.fromEntries(names.map((name) => [name, query.get(name)])));
  if (checked.success) return checked.data;
  throw malformed(`A parameter is not of the form it has to be: ${describeIssue(checked.error)}.`);
}

/** Where the first problem is, and what it is. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it is not valid';
  return issue.path.length === 0 ? issue.message : `/${issue.path.join('/')}: ${issue.message}`;
}

function malformed(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
