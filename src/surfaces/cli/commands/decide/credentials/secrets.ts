// gatehouse secrets: values that tools use and nobody sees. They are read from the terminal or from stdin, never from the command line.
import { layoutTable } from '../../../../../text/index.ts';
import type { Action } from '../../../command-spec.ts';
import type { Invocation } from '../../../invocation.ts';
import { readHidden } from '../../../read-hidden.ts';
import { readStdin } from '../../../read-stdin.ts';
import { timeText } from '../../../render/times.ts';

export const listSecrets: Action = async ({ owner, output, command }) => {
  const secrets = await (await owner()).secrets();
  output.document(secrets);
  const rows = secrets.map(({ name, place, setAt, setBy }) => [place, timeText(setAt), setBy, name]);
  const headers = ['KEPT IN', 'SET (UTC)', 'BY', 'NAME'];
  output.say(
    rows.length === 0
      ? `No secrets. Set one with: ${command} secrets set NAME`
      : layoutTable(rows, { width: output.width, headers }),
  );
  return 0;
};

export const setSecret: Action<{ readonly stdin?: boolean }> = async (invocation, [name = ''], options) => {
  const owner = await invocation.owner();
  const value = await readValue(invocation, name, options.stdin === true);
  const view = await owner.setSecret(name, value, invocation.by);
  invocation.output.document(view);
  invocation.output.say(`Set ${view.name}, kept in the ${view.place === 'keychain' ? 'keychain' : 'home, encrypted'}.`);
  return 0;
};

export const removeSecret: Action = async (invocation, [name = '']) => {
  const owner = await invocation.owner();
  await owner.removeSecret(name, invocation.by);
  invocation.output.document({ name, removed: true });
  invocation.output.say(`Removed ${name}. What it opens still takes it: have it revoked there.`);
  return 0;
};

const maxBytes = 65_536 + 2;

async function readValue({ environment, streams }: Invocation, name: string, fromStdin: boolean): Promise<string> {
  const { stdin, signal } = environment;
  if (stdin.isTTY === true && !fromStdin)
    return readHidden({
      stdin,
      stderr: streams.stderr,
      signal,
      question: `Value of ${JSON.stringify(name)} (it is not shown): `,
    });
  const text = await readStdin(stdin, { what: 'The bytes of the secret', maxBytes, signal });
  // The line end that echo and editors add is none of it.
  return text.replace(/\r?\n$/, '');
}
