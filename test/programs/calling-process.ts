// A process of its own over a home that is there: calls one tool many times, and prints how each call ended, as JSON.
import { openHome } from '../../src/host/index.ts';
import { composeLocal } from '../../src/runtime/compose.ts';
import { libraryCaller } from '../../src/runtime/callers.ts';

const [home = '', workspace = '', tool = '', times = '1'] = process.argv.slice(2);
const reports: string[] = [];
const runtime = await composeLocal({
  home: openHome({ path: home, create: false }),
  workspace,
  env: process.env,
  report: (message) => reports.push(message),
  daemonRuns: () => Promise.resolve(false),
});
const ends: string[] = [];
for (let call = 0; call < Number(times); call++) {
  // A session that has read a result asks before it goes on.
  const session = `s${process.pid}-${call}`;
  const caller = libraryCaller({ agent: 'test', trust: 'operator', session, workspace });
  const outcome = await runtime.call({ tool, arguments: { value: { text: 'hello' } }, caller });
  ends.push(outcome.kind === 'completed' && !outcome.observation.isError ? 'completed' : JSON.stringify(outcome));
}
await runtime.close();
process.stdout.write(JSON.stringify({ ends, reports }));
