// The built-in tools, for tests of folders that know nothing of tools.
export { builtinCatalog } from '../../src/tools/index.ts';
