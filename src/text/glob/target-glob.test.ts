import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetBuckets } from './buckets.ts';
import { normalTarget } from './target.ts';
import type { TargetKind } from './target.ts';
import { compileTargetGlob, isAnyTarget } from './target-glob.ts';

const compile = (source: string) => {
  const parse = compileTargetGlob(source);
  if (!parse.ok) throw new Error(parse.message);
  return parse.glob;
};

/** Matches, and would have been found by the index. */
function matches(source: string, text: string, kind?: TargetKind): boolean {
  const glob = compile(source);
  const target = normalTarget(text, kind);
  const isFound = targetBuckets(target).some((bucket) => glob.buckets.includes(bucket));
  const isMatch = glob.matches(target);
  expect(isMatch && !isFound).toBe(false);
  return isMatch;
}

describe('globs for paths', () => {
  it.each([
    ['src/*', 'src/a.ts'],
    ['src/**', 'src'],
    ['src/**', 'src/a.ts'],
    ['src/**', 'src/a/b/c'],
    ['**/src/**', 'lib/src/a.ts'],
    ['**/src/**', 'src'],
    ['**/a.ts', 'a.ts'],
    ['**/a.ts', 'x/y/a.ts'],
    ['a/**/b', 'a/b'],
    ['a/**/b', 'a/x/b'],
    ['a/**/b', 'a/x/y/b'],
    ['**/*.env', '.env'],
    ['**/*.env', 'cfg/prod.env'],
    ['**/.env*', 'cfg/.env.local'],
    ['*.ts', 'a.ts'],
    ['src/?.ts', 'src/a.ts'],
    ['src/[abc].ts', 'src/a.ts'],
    ['src/[a-c].ts', 'src/b.ts'],
    ['src/[!a-c].ts', 'src/d.ts'],
    ['src/[^a-c].ts', 'src/d.ts'],
    ['src/[0-9][0-9]', 'src/42'],
    ['src/\\*', 'src/*'],
    ['src', 'src/'],
    ['src/', 'src'],
    ['src/**', './src/a.ts'],
    ['./src/**', 'src/a.ts'],
    ['src//**', 'src/a.ts'],
    ['src/**', 'src//a.ts'],
    ['lib/../src/**', 'src/a'],
    ['src/**', 'lib/../src/a'],
    ['/etc/**', '/etc/passwd'],
    ['/etc/**', '/etc'],
    ['**/passwd', '/etc/passwd'],
    ['/**', '/etc/passwd'],
    ['/**', '/'],
    ['src/*', 'src/a\nb'],
    ['src/**', 'src/a\nb/c'],
    ['a**b', 'axyb'],
    ['**/**/a', 'x/a'],
    ['**/**/a', 'a'],
    ['src/ **', 'src/ x'],
    ['src/**/', 'src/a/b'],
    ['*/*/c', 'a/b/c'],
    ['*', 'a/b/c'],
    ['**', '/'],
    ['.', './'],
    ['./**', 'a/b'],
    ['./**', '.'],
    ['../x/*', '../x/a'],
    ['**/x', '../../x'],
    ['.*', '.git'],
    ['a/b/c/d/e/f/g/h/i/j/**', 'a/b/c/d/e/f/g/h/i/j/k'],
    ['/a/b/c/d/e/f/g/h/i/j/*', '/a/b/c/d/e/f/g/h/i/j/k'],
    ['***', 'abc'],
  ])('%s matches %j', (source, text) => {
    expect(matches(source, text)).toBe(true);
  });

  it.each([
    ['src/*', 'src/a/b'],
    ['src/*', 'src'],
    ['src/**', 'lib/src/a.ts'],
    ['src/**', 'srcx/a'],
    ['src/**', 'src/../secret.txt'],
    ['**/a.ts', 'x/ya.ts'],
    ['a/**/b', 'a/xb'],
    ['*.ts', 'src/a.ts'],
    ['src/?.ts', 'src/ab.ts'],
    ['src/?.ts', 'src/.ts'],
    ['src/[abc].ts', 'src/d.ts'],
    ['src/[!a-c].ts', 'src/a.ts'],
    ['src/\\*', 'src/a'],
    ['SRC/**', 'src/a.ts'],
    ['src', 'src/a.ts'],
    ['etc/**', '/etc/passwd'],
    ['/etc/**', 'etc/passwd'],
    ['a**b', 'ax/yb'],
    ['*/*/c', 'a/c'],
    ['**/a/**/a/**/a/**/a/**/a/**/a/**/b', `${'a/'.repeat(60)}c`],
    ['src/**', ''],
    ['**/*', ''],
    ['./**', '/etc/passwd'],
    ['./**', '/x'],
    ['***', 'a/b'],
    ['**/*', 'https://example.com/a'],
    ['**/a', 'https://example.com/a'],
    ['src/**', 'SRC/a'],
  ])('%s does not match %j', (source, text) => {
    expect(matches(source, text)).toBe(false);
  });

  it('matches as a plain recursive reading of the segments does', () => {
    const part = fc.constantFrom('a', 'b', '*', '**', 'a*', '?', '[!a]');
    const source = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
    const target = fc.array(fc.constantFrom('a', 'b', 'ab', '.a'), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(source, target, fc.boolean(), (glob, segments, isAbsolute) => {
        const expected =
          isAnyTarget(glob) || ((!isAbsolute || glob.startsWith('**')) && reading(glob.split('/'), segments));
        expect(matches(glob, (isAbsolute ? '/' : '') + segments.join('/'))).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('does not hang on long paths and many wildcards', () => {
    const start = performance.now();
    expect(matches('*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(100_000))).toBe(false);
    expect(matches(`${'**/*a*a*/'.repeat(20)}b`, 'aaa/'.repeat(5000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('globs for URLs', () => {
  it.each([
    ['https://api.example.com/**', 'https://api.example.com/'],
    ['https://api.example.com/**', 'https://api.example.com'],
    ['https://api.example.com/**', 'https://API.Example.COM/v1'],
    ['https://api.example.com/**', 'https://api.example.com:443/v1'],
    ['https://api.example.com/**', 'HTTPS://api.example.com/v1?q#f'],
    ['https://api.example.com/**', 'https://api.example.com./v1'],
    ['https://*.example.com/**', 'https://a.example.com/x'],
    ['*://api.example.com/**', 'http://api.example.com/x'],
    ['https://xn--bcher-kva.example/**', 'https://BÜCHER.example/x'],
    ['https://bücher.example/**', 'https://xn--bcher-kva.example/x'],
    ['https://*.bücher.example/**', 'https://a.xn--bcher-kva.example/x'],
    ['https://[2606:4700::1111]/**', 'https://[2606:4700:0:0:0:0:0:1111]/x'],
    ['https://[2606:4700:0:0:0:0:0:1111]:8443/**', 'https://[2606:4700::1111]:8443/x'],
    ['https://8.8.8.8/**', 'https://134744072/x'],
    ['https://134744072/**', 'https://8.8.8.8/x'],
    ['https://api.example.com', 'https://api.example.com/'],
    ['HTTPS://API.example.com/**', 'https://api.example.com/x'],
    ['https://api.example.com:443/**', 'https://api.example.com/x'],
    ['*://a:443/**', 'https://a/x'],
    ['https://a:*/**', 'https://a:8443/'],
    ['https://a:*/**', 'https://a/'],
    ['https://a:84[0-9]3/**', 'https://a:8443/'],
    ['https://**.example.com/**', 'https://example.com/'],
    ['https://**.example.com/**', 'https://a.b.example.com/'],
    ['https://**/**', 'https://any.where.example/x'],
    ['https://[ab].example/x', 'https://b.example/x'],
    ['https://a/v1/*/x', 'https://a/v1/b/x'],
    ['https://a/admin/**', 'https://a/%61dmin/x'],
    ['https://a/admin/**', 'https://a//admin/x'],
    ['https://a/a b', 'https://a/a%20b'],
    ['https://a/a%20b', 'https://a/a b'],
    ['https://a/%2A', 'https://a/*'],
    ['https://a/100%', 'https://a/100%25'],
    ['https://a/x\\?y', 'https://a/x%3Fy'],
    ['https://a/v1/../x', 'https://a/x'],
    ['nats://h:4222/**', 'nats://H:4222/a'],
    ['file:///etc/**', 'file:///etc/passwd'],
    ['http*://a/**', 'https://a/'],
    ['https://10.*.*.*/**', 'https://10.1.2.3/'],
    ['https://*.b.c.d.e.f.g.h.i.j/**', 'https://a.b.c.d.e.f.g.h.i.j/x'],
    ['https://a/1/2/3/4/5/6/7/8/9/**', 'https://a/1/2/3/4/5/6/7/8/9/10'],
    ['*', 'https://a/'],
    ['**', 'not a url'],
  ])('%s matches %j', (source, text) => {
    expect(matches(source, text)).toBe(true);
  });

  it.each([
    ['https://api.example.com/**', 'https://api.example.com:8443/v1'],
    ['https://api.example.com/**', 'http://api.example.com/v1'],
    ['https://api.example.com/**', 'https://api.example.com.evil.example/v1'],
    ['https://api.example.com/**', 'https://evil.example\\@api.example.com/v1'],
    ['https://api.example.com/**', 'https://api.example.com@evil.example/v1'],
    ['https://api.example.com/**', 'https://xapi.example.com/v1'],
    ['https://api.example.com/v1/**', 'https://api.example.com/v1/../admin'],
    ['https://api.example.com/v1/**', 'https://api.example.com/v1/%2e%2e/admin'],
    ['https://api.example.com/V1/*', 'https://api.example.com/v1/a'],
    ['https://*.example.com/**', 'https://a.b.example.com/x'],
    ['https://*.example.com/**', 'https://example.com/x'],
    ['https://*.example.com/**', 'https://evil.example/.example.com/x'],
    ['https://*.example.com/**', 'https://a.example.com:22/x'],
    ['https://example.*/**', 'https://example.com:8443/'],
    ['https://api.example.com/**', 'not a url'],
    ['https://api.example.com', 'https://api.example.com/v1'],
    ['https://a/**', 'https://'],
    ['https://[2606:4700::1111]/**', 'https://2/'],
    ['*://a:443/**', 'http://a/x'],
    ['https://a/*', 'https://a/b/c'],
    ['https://a/a/b', 'https://a/a%2Fb'],
    ['**/x', 'https://a/x'],
    ['https:/a/**', 'https://a/x'],
    ['https://a/**', '/https:/a/x'],
    ['https\\://a/x', 'https://a/x'],
  ])('%s does not match %j', (source, text) => {
    expect(matches(source, text)).toBe(false);
  });

  it('leaves a path alone that only looks like a URL', () => {
    expect(matches('https://a/**', 'https://a/x', 'path')).toBe(false);
    expect(matches('https\\://a/**', 'https://a/x', 'path')).toBe(true);
    expect(matches('**/secret.txt', 'x://../../secret.txt', 'path')).toBe(true);
  });
});

describe('globs for hosts, commands and names', () => {
  it.each<[string, string, TargetKind, boolean]>([
    ['*.example.com', 'a.example.com', 'host', true],
    ['*.example.com', 'a.b.example.com', 'host', false],
    ['**.example.com', 'a.b.example.com', 'host', true],
    ['example.com', 'EXAMPLE.com.', 'host', true],
    ['example.com', 'example.com:22', 'host', true],
    ['example.com:22', 'example.com:22', 'host', true],
    ['example.com:22', 'example.com:23', 'host', false],
    ['example.com:22', 'example.com', 'host', false],
    ['10.0.0.*', '10.0.0.9', 'host', true],
    ['::1', '::1', 'host', true],
    ['https://example.com', 'example.com', 'host', false],
    ['a/b', 'a', 'host', false],
    ['git push*', 'git push origin main', 'command', true],
    ['curl *', 'curl https://evil.example/a/../b', 'command', true],
    ['rm -rf **', 'rm -rf /etc', 'command', true],
    ['git push', 'git push origin', 'command', false],
    ['*/bin/*', '/usr/bin/env', 'command', true],
    ['ls a/../b', 'ls a/../b', 'command', true],
    ['ls b', 'ls a/../b', 'command', false],
    ['git  *', 'git push', 'command', false],
    ['rm *', 'rmdir x', 'command', false],
    ['rm*', 'rmdir x', 'command', true],
    ['ops/*', 'ops/alerts/now', 'name', true],
    ['*@example.com', 'bob@example.com', 'name', true],
    ['bob@example.com', 'bob@example.com.evil', 'name', false],
  ])('%s against the text %j as a %s: %s', (...[source, text, kind, expected]) => {
    expect(matches(source, text, kind)).toBe(expected);
  });
});

describe('compileTargetGlob', () => {
  it.each([
    ['', 'It is empty'],
    ['src/[ab', 'never closed'],
    ['src/[a/b]', 'never closed'],
    ['src/{a,b}.ts', 'Braces'],
    ['src/a}', 'Braces'],
    ['!src/**', 'leading "!"'],
    ['src/+(a)', 'Extended'],
    ['src/!(a)', 'Extended'],
    ['src\\', 'escapes nothing'],
    ['src\\/a', 'escapes nothing'],
    ['[[:alpha:]]', 'Named classes'],
    ['[z-a]', 'backwards'],
    ['**/../x', 'wildcard'],
    ['*/../x', 'wildcard'],
    ['https://a/*/../x', 'wildcard'],
    ['a\ud800', 'surrogate'],
    [`${'a'.repeat(4096)}*`, 'longer than 4096'],
    ['https://user@a/**', 'user name'],
    ['https://a b/**', 'the host'],
    ['https://', 'the host'],
    ['https:///x', 'the host'],
    ['https://a/x?q=*', 'query'],
    ['https://[::zz]/**', 'the host'],
    ['https://ü*.example/**', 'ASCII'],
    ['https://1.2.3.256/**', 'the host'],
    ['https://a:[/x', 'never closed'],
    ['ht{a}tps://a', 'Braces'],
  ])('refuses %j and says why', (source, why) => {
    const parse = compileTargetGlob(source);
    if (parse.ok) throw new Error('compiled');
    expect(parse.message).toContain(why);
    expect(parse.message).toContain('cannot be read');
    expect(parse.message.length).toBeLessThan(320);
  });

  it.each([
    ['src/a.ts', true],
    ['src/\\*', true],
    ['./src/', true],
    ['https://a/x', true],
    ['https://a:8443', true],
    ['.', true],
    ['src/*', false],
    ['**/a', false],
    ['*', false],
    ['**', false],
    ['https://*/x', false],
    ['https://a:*/x', false],
    ['*://a/x', false],
    ['https://a/**', false],
  ])('knows whether %s is literal: %s', (source, literal) => {
    expect(compile(source)).toMatchObject({ source, literal });
  });

  it('takes long literal texts', () => {
    const path = `${'deep/'.repeat(2000)}x`;
    expect(matches(path, path)).toBe(true);
  });

  it('never throws, whatever the source and the target are', () => {
    const unit = fc.constantFrom(
      'a',
      '*',
      '**',
      '/',
      '?',
      '[',
      ']',
      '!',
      '^',
      '-',
      '\\',
      '{',
      '}',
      '(',
      ')',
      '+',
      '.',
      '..',
      ':',
      '://',
      '@',
      '#',
      '%',
      '%2F',
      'https',
      'é',
      '\n',
      '\0',
      '\ud800',
      '::1',
      ' ',
    );
    const kind = fc.constantFrom<(TargetKind | undefined)[]>(undefined, 'path', 'url', 'host', 'command', 'name');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), fc.string({ unit, maxLength: 12 }), kind, (source, text, as) => {
        const parse = compileTargetGlob(source);
        const target = normalTarget(text, as);
        if (!parse.ok || !parse.glob.matches(target)) return;
        expect(targetBuckets(target).some((bucket) => parse.glob.buckets.includes(bucket))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('isAnyTarget', () => {
  it.each([
    ['*', true],
    ['**', true],
    ['**/', false],
    ['**/*', false],
    ['***', false],
    ['', false],
    ['\\*', false],
    ['/**', false],
  ])('%j: %s', (source, expected) => {
    expect(isAnyTarget(source)).toBe(expected);
  });

  it('matches also what is no target', () => {
    expect(matches('*', '')).toBe(true);
    expect(matches('**', 'https://')).toBe(true);
    expect(matches('**/', '')).toBe(false);
  });
});

const taken: Readonly<Record<string, RegExp>> = { '*': /^/, 'a*': /^a/, '?': /^.$/, '[!a]': /^[^a]$/ };

/** Exponential and obvious. */
function reading(parts: readonly string[], segments: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return segments.length === 0;
  if (part === '**') return reading(rest, segments) || (segments.length > 0 && reading(parts, segments.slice(1)));
  const [segment, ...others] = segments;
  if (segment === undefined) return false;
  return (part === segment || taken[part]?.test(segment) === true) && reading(rest, others);
}
