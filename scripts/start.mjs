// `npm start`: sets the clone up, then becomes the gatehouse command. Without arguments that is `gatehouse up`.
import { delimiter, join, sep } from 'node:path';
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

/** How the command is called from where the user stands: what it prints to be tried has to work there. */
function commandIn(cwd) {
  const isInside = cwd === root || cwd.startsWith(root + sep);
  return isInside ? 'npm start --' : `npm --prefix '${root}' start --`;
}

try {
  await prepare();
  const args = process.argv.slice(2);
  // npm changes into the clone; the workspace is where the user stands.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  become([join(root, 'bin', 'gatehouse.mjs'), ...(args.length > 0 ? args : ['up'])], {
    cwd,
    env: { ...environmentWithoutNpm(), PWD: cwd, GATEHOUSE_COMMAND: commandIn(cwd) },
  });
} catch (error) {
  fail(error);
}
