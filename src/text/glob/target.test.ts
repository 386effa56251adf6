import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalTarget } from './target.ts';

describe('normalTarget for paths', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src//a.ts', 'src/a.ts'],
    ['src/./a.ts', 'src/a.ts'],
    ['src/../secret.txt', 'secret.txt'],
    ['src/', 'src'],
    ['src///', 'src'],
    ['.', '.'],
    ['./', '.'],
    ['src/..', '.'],
    ['..', '..'],
    ['../', '..'],
    ['../../x', '../../x'],
    ['a/../../x', '../x'],
    ['../a/../b', '../b'],
    ['/', '/'],
    ['//', '/'],
    ['/..', '/'],
    ['/../etc//passwd/', '/etc/passwd'],
    ['/./a', '/a'],
    ['.env', '.env'],
    ['...', '...'],
    ['a/...', 'a/...'],
    ['a/.b', 'a/.b'],
    ['a/b.', 'a/b.'],
    [' ', ' '],
    ['src/ x', 'src/ x'],
    ['a\nb/c', 'a\nb/c'],
    ['src\\a', 'src\\a'],
    ['A/b', 'A/b'],
    ['~/x', '~/x'],
    ['a\0b', 'a\0b'],
    ['\ud800/..', '.'],
  ])('writes %j as %j', (text, normal) => {
    const target = normalTarget(text, 'path');
    expect(target).toMatchObject({ kind: 'path', text: normal, isAbsolute: normal.startsWith('/') });
    expect(normalTarget(normal, 'path')).toEqual(target);
  });

  it('gives the segments that make up the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '/', '..', '\n'), minLength: 1 }), (text) => {
        const target = normalTarget(text, 'path');
        if (target.kind !== 'path') throw new Error('no path');
        expect(target.text).toBe((target.isAbsolute ? '/' : '') + target.segments.join('/') || '.');
        expect(target.segments.filter((segment) => segment === '' || segment === '.' || segment.includes('/'))).toEqual(
          [],
        );
        const first = target.segments.findIndex((segment) => segment !== '..');
        expect(first < 0 ? [] : target.segments.slice(first)).not.toContain('..');
        expect(target.isAbsolute && target.segments[0] === '..').toBe(false);
        expect(normalTarget(target.text, 'path')).toEqual(target);
      }),
    );
  });

  it('takes a path that looks like a URL for a path when told so', () => {
    expect(normalTarget('x://../../etc/passwd', 'path')).toMatchObject({ kind: 'path', text: '../etc/passwd' });
  });
});

describe('normalTarget for URLs', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['HTTPS://API.Example.COM/v1', 'https://api.example.com/v1'],
    ['https://api.example.com:443/v1', 'https://api.example.com/v1'],
    ['http://a:443/', 'http://a:443/'],
    ['https://api.example.com:8443', 'https://api.example.com:8443/'],
    ['https://api.example.com./v1', 'https://api.example.com/v1'],
    ['https://a/v1/../admin', 'https://a/admin'],
    ['https://a/v1/%2e%2E/admin', 'https://a/admin'],
    ['https://a/./b//c/', 'https://a/b/c'],
    ['https://a\\b', 'https://a/b'],
    ['https://evil.example\\@api.example.com/v1', 'https://evil.example/@api.example.com/v1'],
    ['https://user:pw@a/x', 'https://a/x'],
    ['https://a/x?q=1#f', 'https://a/x'],
    ['https://a?q', 'https://a/'],
    ['https://BÜCHER.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://[2606:4700:0:0:0:0:0:1111]/x', 'https://[2606:4700::1111]/x'],
    ['https://134744072/x', 'https://8.8.8.8/x'],
    ['https://0x7f.1/', 'https://127.0.0.1/'],
    ['https://a/%61%C3%BC', 'https://a/aü'],
    ['https://a/ü', 'https://a/ü'],
    ['https://a/a%2Fb', 'https://a/a%2Fb'],
    ['https://a/a%2fb', 'https://a/a%2Fb'],
    ['https://a/%2561', 'https://a/%2561'],
    ['https://a/100%', 'https://a/100%25'],
    ['https://a/%ff%zz', 'https://a/%FF%25zz'],
    ['https://a/%C3%BCa%ff%61', 'https://a/üa%FFa'],
    ['https://a/a b', 'https://a/a b'],
    [' https://a/ ', 'https://a/'],
    ['ht\ntps://a/\tb', 'https://a/b'],
    ['nats://HOST:4222/X', 'nats://host:4222/X'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
  ])('writes %j as %j', (text, normal) => {
    expect(normalTarget(text)).toMatchObject({ kind: 'url', text: normal });
    expect(normalTarget(text, 'url')).toEqual(normalTarget(text));
  });

  it.each(['https://', 'https://a b/', 'https://a:99999/', 'http://[::1', 'https://exa%00mple/', 'http://1.2.3.256/'])(
    'has none for %j, which does not parse',
    (text) => {
      expect(normalTarget(text)).toEqual({ kind: 'none', text });
    },
  );

  it.each(['not a url', 'mailto:a@b.c', 'data:text/plain,x', '/etc/passwd', 'javascript:alert(1)'])(
    'has none for %j when it should be a URL',
    (text) => {
      expect(normalTarget(text, 'url')).toEqual({ kind: 'none', text });
    },
  );

  it('names the port that is dialled', () => {
    expect(normalTarget('https://a/')).toMatchObject({ port: '443', isDefaultPort: true });
    expect(normalTarget('https://a:80/')).toMatchObject({ port: '80', isDefaultPort: false });
    expect(normalTarget('nats://a/')).toMatchObject({ port: '', isDefaultPort: true });
  });
});

describe('normalTarget for the other kinds', () => {
  it.each([
    ['API.Example.com', 'api.example.com', ''],
    ['a.example.com.:22', 'a.example.com:22', '22'],
    ['[::1]:80', '[::1]:80', '80'],
    ['::1', '[::1]', ''],
    ['BÜCHER.example', 'xn--bcher-kva.example', ''],
    ['0x7f000001', '127.0.0.1', ''],
  ])('writes the host %j as %j', (text, normal, port) => {
    expect(normalTarget(text, 'host')).toMatchObject({ kind: 'host', text: normal, port });
  });

  it.each(['a/b', 'user@a', 'a b', 'a:b', 'a:123456', 'a#b', 'a\nb', '[::1', 'a?b', 'a\\b'])(
    'has no host for %j',
    (text) => {
      expect(normalTarget(text, 'host')).toEqual({ kind: 'none', text });
    },
  );

  it.each(['cat a/../b', 'git push  origin', 'https://a/../b', './x/'])('leaves the command %j as it is', (text) => {
    expect(normalTarget(text, 'command')).toEqual({ kind: 'text', text });
    expect(normalTarget(text, 'name')).toEqual({ kind: 'text', text });
  });

  it('has none for the empty text of any kind', () => {
    for (const kind of [undefined, 'path', 'url', 'host', 'command', 'name'] as const)
      expect(normalTarget('', kind)).toEqual({ kind: 'none', text: '' });
  });
});
