import { defineConfig } from 'tsdown';

// Found at run time by its path: a program, not code.
const natives = ['@vscode/ripgrep'];

export default defineConfig({
  entry: { index: 'src/index.ts', plugin: 'src/plugin.ts', testing: 'src/testing.ts', cli: 'src/cli.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  outDir: 'dist',
  clean: true,
  minify: true,
  // Start-up: one bundle with lazy chunks loads in a fraction of the time of thousands of files.
  deps: { alwaysBundle: [/.*/], neverBundle: natives, onlyBundle: false, dts: { neverBundle: [/^[^./]/] } },
  dts: { entry: ['src/index.ts', 'src/plugin.ts', 'src/testing.ts'] },
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
});
