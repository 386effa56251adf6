// `npm start`: sets the clone up, then becomes the gatehouse command. Without arguments that is `gatehouse up`.
import { delimiter, join } from 'node:path';
import { become, fail, prepare, root } from './setup.mjs';

/** The environment the user had: what npm put in would reach every program that a tool starts. */
function environmentWithoutNpm() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== 'INIT_CWD');
  const isNpms = (folder) => folder.endsWith(join('node_modules', '.bin')) || folder.endsWith('node-gyp-bin');
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name.toUpperCase() !== 'PATH') return [name, value];
      return [
        name,
        value
          .split(delimiter)
          .filter((folder) => !isNpms(folder))
          .join(delimiter),
      ];
    }),
  );
}

try {
  await prepare();
  const args = process.argv.slice(2);
  // npm changes into the clone; the workspace is where the user stands.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  become([join(root, 'bin', 'gatehouse.mjs'), ...(args.length > 0 ? args : ['up'])], {
    cwd,
    env: { ...environmentWithoutNpm(), PWD: cwd },
  });
} catch (error) {
  fail(error);
}
