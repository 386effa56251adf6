import { describe, expect, it } from 'vitest';
import { ownSpec, packagedSpecs } from './spec-place.ts';

describe('where a Fig spec is', () => {
  it.each([
    ['git', ['/p/build/git.js', '/p/build/git/index.js']],
    ['@angular/cli', ['/p/build/@angular/cli.js', '/p/build/@angular/cli/index.js']],
    ['g++', ['/p/build/g++.js', '/p/build/g++/index.js']],
    ['python3.12', ['/p/build/python3.12.js', '/p/build/python3.12/index.js']],
  ])('is looked for by the name %s', (program, files) => {
    expect(packagedSpecs('/p', program)).toEqual(
      files.map((file) => ({ file, references: '/p/build', readable: '/p' })),
    );
  });

  it.each([['../x'], ['a/b'], ['.'], ['..'], ['.hidden'], ['@a/../b'], ['index'], [''], ['a\0'], ['a b'], ['/etc/x']])(
    'is nowhere for what is no name of a program: %j',
    (program) => {
      expect(packagedSpecs('/p', program)).toEqual([]);
    },
  );

  it('is a file that may read its own folder', () => {
    expect(ownSpec('/a/b/acme.js')).toEqual({ file: '/a/b/acme.js', references: '/a/b', readable: '/a/b' });
  });
});
