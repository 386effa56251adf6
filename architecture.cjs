// The import table of src/ as data, and the dependency-cruiser rules derived from it. ARCHITECTURE.md repeats the table;
// test/architecture.test.ts fails when the two, or the folders on disk, differ. A change here needs an ADR (scripts/check-decisions.ts).

/** Every first-level folder of src/: what it does in one verb, and which others it may import; planned until its first file is there. */
const folders = {
  text: { verb: 'computes', mayImport: [] },
  contract: { verb: 'names', mayImport: [] },
  kernel: { verb: 'decides', mayImport: ['contract', 'text'] },
  state: { verb: 'remembers', mayImport: ['contract', 'text'] },
  host: { verb: 'touches', mayImport: ['contract', 'text'] },
  testing: { verb: 'stands in', mayImport: ['contract', 'text'] },
  models: { verb: 'talks', mayImport: ['contract', 'text', 'host'] },
  tools: { verb: 'acts', mayImport: ['contract', 'text', 'host', 'state'] },
  sources: { verb: 'translates', mayImport: ['contract', 'text', 'host', 'state'] },
  agent: { verb: 'drives', mayImport: ['contract', 'text', 'state'], planned: true },
  runtime: {
    verb: 'assembles',
    mayImport: ['contract', 'text', 'kernel', 'state', 'host', 'tools', 'sources', 'models', 'agent'],
  },
  surfaces: { verb: 'shows', mayImport: ['contract', 'text', 'runtime'] },
};

/** The files directly under src/, one per door of the package, and the folders each may import. */
const entries = {
  'index.ts': ['contract', 'runtime'],
  'plugin.ts': ['contract'],
  'testing.ts': ['contract', 'testing'],
  'cli.ts': ['contract', 'surfaces'],
};

/** Folders that decide or compute: of Node they get hashing and nothing else. */
const pureFolders = ['text', 'contract', 'kernel', 'state', 'agent'];

/** Node builtins that are a power over the world, and the only places that hold it. */
const powers = [
  {
    name: 'processes',
    builtins: ['child_process', 'worker_threads', 'cluster'],
    places: ['host/process', 'host/sandbox'],
  },
  { name: 'network', builtins: ['net', 'tls', 'dgram', 'dns', 'http2', 'https'], places: ['host/net'] },
  // Servers need node:http too; node:http cannot be split into its two directions.
  { name: 'http', builtins: ['http'], places: ['host/net', 'surfaces/http', 'surfaces/mcp'] },
  { name: 'files', builtins: ['fs'], places: ['host'] },
  { name: 'database', builtins: ['sqlite'], places: ['host/store'] },
  { name: 'code', builtins: ['vm', 'repl', 'inspector', 'wasi'], places: [] },
];

/** Every npm package that src/ may import, and where. A package without a row may be imported nowhere. */
const packages = {
  zod: ['contract', 'tools', 'sources', 'runtime/config', 'surfaces/http'],
  ajv: ['text/schema'],
  'ajv-formats': ['text/schema'],
  re2js: ['text'],
  yaml: ['text', 'runtime/config', 'sources/openapi'],
  'ipaddr.js': ['host/net', 'host/guards'],
  undici: ['host/net'],
  '@vscode/ripgrep': ['host/process'],
  defuddle: ['tools'],
  linkedom: ['tools'],
  turndown: ['tools'],
  hono: ['surfaces/http', 'surfaces/mcp'],
  '@hono/node-server': ['surfaces/http', 'surfaces/mcp'],
  '@hono/zod-openapi': ['surfaces/http'],
  '@modelcontextprotocol/server': ['surfaces/mcp'],
  '@modelcontextprotocol/client': ['sources/mcp'],
  commander: ['surfaces/cli'],
  unbash: ['text/shell'],
  'jq-wasm': ['sources/http'],
  stemmer: ['kernel/search'],
  'jsonc-parser': ['runtime/clients'],
  'smol-toml': ['runtime/clients'],
  'age-encryption': ['host/secrets'],
  '@napi-rs/keyring': ['host/secrets'],
  '@bgotink/kdl': ['sources/cli/usage'],
};

/** Names that say nothing; no file or folder of src/ has one. */
const bannedNames = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'lib', 'misc', 'core'];

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const oneOf = (names) => `(?:${names.map(escape).join('|')})`;
const inside = (places) => places.map((place) => `^src/${escape(place)}(?:/|\\.ts$)`);
const forbid = (name, comment, { from, to, scope = 'module' }) => ({
  name,
  comment,
  severity: 'error',
  scope,
  from,
  to,
});

const layerRules = Object.entries(folders).map(([folder, { mayImport }]) =>
  forbid(`layer-${folder}`, `src/${folder} may import ${mayImport.join(', ') || 'no other folder'}`, {
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: `^src/${oneOf([folder, ...mayImport])}/` },
  }),
);

const entryRules = Object.entries(entries).map(([file, mayImport]) =>
  forbid(`entry-${file}`, `src/${file} may import ${mayImport.join(', ')}`, {
    from: { path: `^src/${escape(file)}$` },
    to: { path: '^src/', pathNot: `^src/${oneOf(mayImport)}/` },
  }),
);

const powerRules = powers.map(({ name, builtins, places }) =>
  forbid(`power-${name}`, `${builtins.join(', ')} only in ${places.join(', ') || 'no folder'}`, {
    from: { path: '^src/', pathNot: inside(places) },
    to: { dependencyTypes: ['core'], path: `^(?:node:)?${oneOf(builtins)}(?:/|$)` },
  }),
);

const inPackage = (name) => `(?:^|/)node_modules/(?:@types/)?${escape(name)}/`;
const packageRules = Object.entries(packages).map(([name, places]) =>
  forbid(`package-${name}`, `${name} only in ${places.join(', ')}`, {
    from: { path: '^src/', pathNot: inside(places) },
    to: { path: inPackage(name) },
  }),
);

module.exports = {
  forbidden: [
    ...layerRules,
    ...entryRules,
    forbid('front-door', 'across first-level folders import only the index.ts of the other one', {
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    }),
    forbid('front-door-entries', 'a door of the package imports only the index.ts of a folder', {
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '^src/[^/]+/', pathNot: '^src/[^/]+/index\\.ts$' },
    }),
    forbid('own-front-door', 'inside a folder never through its own index.ts', {
      from: { path: '^src/([^/]+)/.' },
      to: { path: '^src/$1/index\\.ts$' },
    }),
    forbid('no-file-cycle', 'no cycles, type imports included', { from: { path: '^src/' }, to: { circular: true } }),
    forbid('no-folder-cycle', 'no cycles between folders', {
      scope: 'folder',
      from: { path: '^src' },
      to: { circular: true },
    }),
    forbid('pure-builtins', 'the deciding side uses no builtin but crypto', {
      from: { path: `^src/${oneOf(pureFolders)}/` },
      to: { dependencyTypes: ['core'], pathNot: '^(?:node:)?crypto$' },
    }),
    ...powerRules,
    ...packageRules,
    forbid('package-without-a-row', 'a package needs a row in the table of packages', {
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: Object.keys(packages).map(inPackage) },
    }),
    forbid('unresolvable', 'the import leads nowhere', { from: { path: '^src/' }, to: { couldNotResolve: true } }),
    forbid('handlers-behind-the-gate', 'only the gate and the registry reach executors', {
      from: { path: '^src/', pathNot: '^src/kernel/(?:gate|registry)/' },
      to: { path: '^src/kernel/registry/handlers\\.ts$' },
    }),
    forbid('light-root', 'the library never reaches a surface', {
      from: { path: '^src/index\\.ts$' },
      to: { path: '^src/surfaces/', reachable: true },
    }),
    forbid('examples-use-the-package', 'an example imports the package by its name and nothing else of ours', {
      from: { path: '^examples/' },
      to: { path: '^(?:src|test|bench|scripts)/', dependencyTypesNot: ['aliased-tsconfig-paths'] },
    }),
  ],
  options: {
    // Tests may import anything, so they are no part of the graph.
    exclude: { path: '\\.test(?:-d)?\\.ts$|-for-test\\.ts$|^test/' },
    doNotFollow: { path: ['node_modules', '^dist/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    builtInModules: { add: ['sqlite', 'node:sqlite', 'node:test', 'node:sea'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

// Not enumerable: dependency-cruiser refuses keys it does not know.
Object.defineProperty(module.exports, 'architecture', {
  value: { folders, entries, pureFolders, powers, packages, bannedNames },
});
