// What `gatehouse` alone says: what it is, and the commands to begin with.
import { layoutFields, layoutParagraph } from './render/fields.ts';

export function overview(command: string, width: number): string {
  const text = (words: string) => layoutParagraph(words, width);
  const first: readonly (readonly [string, string])[] = [
    ['up', 'start the daemon: HTTP API and MCP for your clients'],
    ['tools', 'what tools there are, and what a call would meet now'],
    ['call', 'call one through the gate, such as: call calculate --arg expression=6*7'],
    ['approvals', 'what waits for your answer, and how to give it'],
    ['audit', 'what happened, and whether the record holds'],
  ];
  return [
    text(
      'Gatehouse is the tool layer of AI agents: every call of a tool, by you, a program or a model, passes one gate. It is checked, judged by ' +
        'your rules, asked about when it must be, run behind guards, and recorded.',
    ),
    '',
    layoutFields(
      first.map(([name, what]) => [`${command} ${name}`, what]),
      width,
    ),
    '',
    text('Also: capabilities, policy, grants, sessions, tokens, secrets, trust, mcp, doctor, init.'),
    text(`${command} --help lists all of them; ${command} COMMAND --help says what one takes.`),
  ].join('\n');
}
