// casbin: one policy line for each rule, a refusal overrides; asked without a promise, which is its fastest way.
import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import type { Engine, Rules } from './questions.ts';

const model = `
[request_definition]
r = tool, path, minute
[policy_definition]
p = tool, path, from, to, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = r.tool == p.tool && keyMatch(r.path, p.path) && within(r.minute, p.from, p.to)
`;

export async function casbinEngine({ allowed, refusals }: Rules): Promise<Engine> {
  const lines = [
    ...allowed.map((tool) => `p, ${tool}, *, -1, -1, allow`),
    ...refusals.map(
      ({ tool, folder, hours }) => `p, ${tool}, ${folder}/*, ${hours?.from ?? -1}, ${hours?.to ?? -1}, deny`,
    ),
  ];
  const enforcer = await newEnforcer(newModelFromString(model), new StringAdapter(lines.join('\n')));
  await enforcer.addFunction('within', within);
  return {
    name: 'casbin',
    prepare:
      ({ tool, path, minute }) =>
      () =>
        enforcer.enforceSync(tool, path, minute),
  };
}

function within(minute: number, from: string, to: string): boolean {
  return from === '-1' || (minute >= Number(from) && minute < Number(to));
}
