// gatehouse roots: directories that the owner opened on request, and their end.
import type { RootView } from '../../../../contract/index.ts';
import { escapeVisible } from '../../../../text/index.ts';
import type { Action } from '../../command-spec.ts';
import { layoutFields } from '../../render/fields.ts';
import { timeText } from '../../render/times.ts';

export const listRoots: Action = async ({ runtime, output, command }) => {
  const roots = await (await runtime()).roots();
  output.document(roots);
  if (roots.length === 0)
    output.say('No directory was opened on request. Roots of the configuration stand in its file.');
  else {
    const listed = roots.map((root) => render(root, output.width)).join('\n\n');
    output.say(`${listed}\n\n${command} roots remove ID closes one.`);
  }
  return 0;
};

function render(root: RootView, width: number): string {
  const fields = layoutFields(
    [
      ['workspace', root.workspace],
      ['reason', escapeVisible(root.reason)],
      ['asked by', root.askedBy],
      ['since', `${timeText(root.addedAt)} UTC`],
    ],
    width,
  );
  return `${root.id}  ${root.access}  ${escapeVisible(root.path)}\n${fields}`;
}

export const removeRoot: Action = async (invocation, [id = '']) => {
  const owner = await invocation.owner();
  await owner.removeRoot(id, invocation.by);
  invocation.output.document({ id, removed: true });
  invocation.output.say(`Removed ${id}: the directory is closed again.`);
  return 0;
};
