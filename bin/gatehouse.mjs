#!/usr/bin/env node
// The command. Written for any Node that knows modules, since its first act is to say which Node it needs. Answers --version itself:
// nothing else is loaded for it. Everything else is dist/cli.js. Builtins are taken from the process where that is known to work: an
// import of one reads every export of it, the lazy ones too.

const leastMajor = 24;

/** V8's compiled code, kept between starts. Only in a home that exists already: it is private (0700), and this must not create it. */
function keepCompiledCode() {
  const fs = process.getBuiltinModule('fs');
  const path = process.getBuiltinModule('path');
  const home = process.env.GATEHOUSE_HOME || path.join(process.getBuiltinModule('os').homedir(), '.gatehouse');
  try {
    if (!fs.existsSync(home)) return;
    // Made here, one level at a time: enableCompileCache would make them too, but never returns where mkdir answers ENOENT (/proc).
    const folder = path.join(home, 'cache');
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    process.getBuiltinModule('module').enableCompileCache(folder);
  } catch {
    // A home that is read-only, full or no folder only makes the start slower.
    return;
  }
}

function runCommand(argv) {
  keepCompiledCode();
  import('../dist/cli.js')
    .then(function (cli) {
      return cli.main(argv);
    })
    .then(function (exitCode) {
      // Not process.exit: what is written to a pipe may still be on its way.
      process.exitCode = exitCode;
    })
    .catch(function (error) {
      console.error('gatehouse: ' + ((error && error.stack) || error));
      process.exitCode = 6;
    });
}

const args = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < leastMajor) {
  console.error(
    'gatehouse needs Node.js ' +
      leastMajor +
      ' or newer, this is ' +
      process.versions.node +
      ': install Node.js ' +
      leastMajor +
      ', or inside a clone of the repository run: npm start -- ' +
      args.join(' '),
  );
  process.exitCode = 6;
} else if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  const manifest = process.getBuiltinModule('fs').readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(JSON.parse(manifest).version + '\n');
} else {
  runCommand(args);
}
