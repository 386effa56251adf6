// Holds the shape of the tree where the import checker cannot: sizes, names, the table in ARCHITECTURE.md, the words of the kernel.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../src/contract/index.ts';
import { architecture, filesUnder, read, root, sourceFiles } from './repository.ts';

const sources = sourceFiles();
const folderNames = Object.keys(architecture.folders);

/** Code without its comments. Strings stay: a source's name in a string is a source's name. */
function codeOf(file: string): string {
  return read(file).replaceAll(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '');
}

function codeLines(file: string): number {
  return codeOf(file)
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}

function matches(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) => [...codeOf(file).matchAll(pattern)].map(([word]) => `${file}: ${word}`));
}

describe('the import table', () => {
  it('is the table that ARCHITECTURE.md shows', () => {
    const rows = read('ARCHITECTURE.md').matchAll(/^\| `([a-z]+)\/` \| ([a-z ]+) \| (\(planned\))?.*\| ([^|]+) \|$/gm);
    const shown = [...rows].map(([, folder, verb, planned, imports = '']) => [
      folder,
      { verb, mayImport: imports === 'nothing' ? [] : imports.split(', '), planned: planned !== undefined },
    ]);
    expect(Object.fromEntries(shown)).toEqual(architecture.folders);
  });

  it('names the folders and the loose files of src as they are', () => {
    const entries = readdirSync(join(root, 'src'), { withFileTypes: true });
    const onDisk = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    const loose = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    const built = folderNames.filter((folder) => architecture.folders[folder]?.planned === false);
    expect(onDisk.sort()).toEqual(built.sort());
    expect(loose.sort()).toEqual(Object.keys(architecture.entries).sort());
  });

  it('has no cycle', () => {
    const below = (folder: string): string[] => {
      const mayImport = architecture.folders[folder]?.mayImport ?? [];
      return [...mayImport, ...mayImport.flatMap(below)];
    };
    expect(folderNames.filter((folder) => below(folder).includes(folder))).toEqual([]);
  });
});

describe('sizes', () => {
  it('keeps every source file within 400 lines of code', () => {
    expect(sources.filter((file) => codeLines(file) > 400)).toEqual([]);
  });

  it('keeps the median source file within 120 lines', () => {
    const lines = sources.map((file) => read(file).split('\n').length).sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(120);
  });

  it('keeps every folder within 12 source files', () => {
    const perFolder = Map.groupBy(sources, (file) => dirname(file));
    const tooFull = [...perFolder]
      .filter(([, files]) => files.length > 12)
      .map(([folder, files]) => `${folder}: ${files.length}`);
    expect(tooFull).toEqual([]);
  });
});

describe('names', () => {
  it('has no file or folder whose name says nothing', () => {
    const words = (file: string): string[] => file.split('/').flatMap((part) => part.replace(/\..*$/, '').split('-'));
    const vague = filesUnder('src').filter((file) =>
      words(file).some((word) => architecture.bannedNames.includes(word)),
    );
    expect(vague).toEqual([]);
  });

  it('writes file names in kebab case', () => {
    expect(sources.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.config)?\.ts$/.test(basename(file)))).toEqual([]);
  });

  it('has an index.ts at the first level only', () => {
    expect(sources.filter((file) => /^src\/.+\/.+\/index\.ts$/.test(file))).toEqual([]);
  });

  it('declares nothing with a suffix that hides what it does', () => {
    const vague = /\b(?:class|interface|type|function|const) \w+(?:Manager|Service|Helper|Util|Utils|Impl)\b/g;
    expect(matches(sources, vague)).toEqual([]);
  });
});

describe('code', () => {
  it('names no kind of source in the kernel', () => {
    // The modes are data, and some are named after what they gate.
    const kernel = sources.filter((file) => /^src\/kernel\/(?!policy\/modes\/)/.test(file));
    const word = /\b(?:mcp|cli|openapi)(?=\b|[A-Z_])|(?:Mcp|Cli|OpenApi)(?![a-z])/g;
    expect(kernel).not.toEqual([]);
    expect(matches(kernel, word)).toEqual([]);
  });

  it('reads no clock on the deciding side', () => {
    const deciding = sources.filter((file) => /^src\/(?:text|contract|kernel|state)\//.test(file));
    expect(deciding).not.toEqual([]);
    expect(matches(deciding, /new Date\(\s*\)/g)).toEqual([]);
  });

  it('exports by name', () => {
    expect(matches(sources, /export \*/g)).toEqual([]);
  });

  it('forces no type through unknown, tests included', () => {
    const all = [...filesUnder('src'), ...filesUnder('test')].filter(
      (file) => file.endsWith('.ts') && !file.endsWith('architecture.test.ts'),
    );
    expect(matches(all, /\bas unknown as\b/g)).toEqual([]);
  });

  it('imports no test from source', () => {
    expect(matches(sources, /from '[^']*\.test(?:-d)?\.ts'/g)).toEqual([]);
  });
});

describe('error codes', () => {
  const codes = Object.keys(errorCodes);
  const rest = sources
    .filter((file) => !file.endsWith('/error-codes.ts'))
    .map(codeOf)
    .join('\n');

  it('are each used somewhere', () => {
    expect(codes.filter((code) => !rest.includes(`'${code}'`))).toEqual([]);
  });

  it('are each documented in docs/errors.md', () => {
    const documented = read('docs/errors.md');
    expect(codes.filter((code) => !documented.includes(`\`${code}\``))).toEqual([]);
  });
});
