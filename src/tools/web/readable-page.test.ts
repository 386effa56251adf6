import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { extractReadable } from './extract-readable.ts';
import { readPage } from './readable-page.ts';
import { stripHtml, titleOf } from '../../text/index.ts';

describe('all the text of a page', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['a<br>b', 'a\nb'],
    ['one <b>two</b>  three', 'one two three'],
    ['<script>if (a < b) x("</p>")</script>y', 'y'],
    ['<style>p{}</style\n>z', 'z'],
    ['<head><title>t</title></head>body', 'body'],
    ['a<!-- <p>hidden</p> -->b', 'ab'],
    ['a<!-- never <b>closed', 'a'],
    ['a<!-- nothing is closed', 'a<!-- nothing is closed'],
    ['<script>never closed', ''],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a<p', 'a<p'],
    ['&lt;b&gt; &amp;amp; &#65;&#x42; &quot;&nbsp;&euro;', '<b> &amp; AB " &euro;'],
    ['&#0;&#xd800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['<!doctype html><?xml?>x', 'x'],
    ['', ''],
  ])('%j is %j', (html, expected) => expect(stripHtml(html)).toBe(expected));

  it.each([
    ['<title>A</title>', 'A'],
    ['<TITLE lang="en"> A\n &amp; B </TITLE>', 'A & B'],
    ['<title>never closed', ''],
    ['none', ''],
  ])('has the title %j → %j', (html, expected) => expect(titleOf(html)).toBe(expected));

  it.each(['<', '<a ', '<!--', '</', '<script>', '&#', '<p>', '\n ', '<title', '<p "', '>'])(
    'is found in linear time in a page of nothing but %j',
    (piece) => {
      const started = performance.now();
      stripHtml(piece.repeat(1_000_000));
      stripHtml(`${piece.repeat(1_000_000)}>`);
      titleOf(piece.repeat(1_000_000));
      expect(performance.now() - started).toBeLessThan(3_000);
    },
  );

  it('is found without a throw in anything', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '!',
      '--',
      '?',
      'p',
      'script',
      'title',
      '&',
      '#',
      ';',
      ' ',
      '\n',
      '\ud800',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        expect(typeof stripHtml(pieces.join(''))).toBe('string');
      }),
    );
  });
});

describe('the main content of a page', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.reddit.com/r/a/comments/1/t/',
    'https://x.com/a/status/1',
    'https://wiki.c2.com/?Page',
    'https://www.bilibili.com/video/BV1xx411c7mD',
  ])('is found without a request, even for %s', async (url) => {
    const fetched = vi.fn<() => void>();
    vi.stubGlobal('fetch', fetched);
    await extractReadable({ html: '<html><body><p>hello</p></body></html>', url });
    vi.unstubAllGlobals();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('of a fragment is found too', async () => {
    const page = await readPage(
      { html: 'just <b>text</b>', url: 'https://example.com/' },
      new AbortController().signal,
    );
    expect(page).toMatchObject({ text: 'just **text**', isMainContent: true });
  });

  it('is given up with the reason when the caller gives up', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 300);
    const html = '<div>'.repeat(20_000);
    await expect(readPage({ html, url: 'https://example.com/' }, controller.signal)).rejects.toThrow('enough');
  });
});
