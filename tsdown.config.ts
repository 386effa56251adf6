import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { builtinImports } from './scripts/bundle/builtin-imports.ts';
import { startChunk } from './scripts/bundle/start-chunk.ts';

// Found at run time by its path: a program, not code.
const natives = ['@vscode/ripgrep'];

const door = (name: string): string => join(import.meta.dirname, 'src', `${name}.ts`);
const atStart = startChunk({ sharing: [door('index'), door('cli')], apart: [door('plugin'), door('testing')] });

export default defineConfig({
  entry: { index: door('index'), plugin: door('plugin'), testing: door('testing'), cli: door('cli') },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  outDir: 'dist',
  clean: true,
  minify: true,
  plugins: [builtinImports],
  // Start-up: one bundle with lazy chunks loads in a fraction of the time of thousands of files.
  deps: { alwaysBundle: [/.*/], neverBundle: natives, onlyBundle: false, dts: { neverBundle: [/^[^./]/] } },
  dts: { entry: ['src/index.ts', 'src/plugin.ts', 'src/testing.ts'] },
  inputOptions: { preserveEntrySignatures: 'allow-extension' },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: atStart, debugName: 'start' }] },
  },
});
