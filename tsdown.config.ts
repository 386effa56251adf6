import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { builtinImports } from './scripts/bundle/builtin-imports.ts';
import { directImports } from './scripts/bundle/direct-imports.ts';
import { startChunks } from './scripts/bundle/start-chunks.ts';

// Programs, native code and WebAssembly, found at run time by their paths.
const natives = ['@vscode/ripgrep', 'jq-wasm', /^@napi-rs\/keyring/];

const source = (file: string): string => join(import.meta.dirname, 'src', file);
const chunks = startChunks({
  library: source('index.ts'),
  command: source('cli.ts'),
  usual: [source('surfaces/cli/commands/act/tools.ts')],
  apart: [source('plugin.ts'), source('testing.ts')],
});

export default defineConfig({
  entry: Object.fromEntries(['index', 'plugin', 'testing', 'cli'].map((door) => [door, source(`${door}.ts`)])),
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  outDir: 'dist',
  clean: true,
  minify: true,
  plugins: [directImports(source('.')), builtinImports],
  // Start-up: one bundle with lazy chunks loads in a fraction of the time of thousands of files.
  deps: { alwaysBundle: [/.*/], neverBundle: natives, onlyBundle: false, dts: { neverBundle: [/^[^./]/] } },
  dts: { entry: ['src/index.ts', 'src/plugin.ts', 'src/testing.ts'] },
  // What the command nearly always asks for is in a chunk of its start on purpose.
  inputOptions: {
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
    // Of a package with both forms the one in modules: the other may load its parts by names that no bundler can follow.
    resolve: { mainFields: ['module', 'main'] },
  },
  outputOptions: {
    // One letter beyond makes Node decode the whole file, and V8 keep two bytes for each of its characters.
    charset: 'ascii',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunks, debugName: 'start' }] },
  },
});
