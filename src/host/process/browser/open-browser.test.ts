import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { browserProgram, openBrowser } from './open-browser.ts';

let folder: string;
let told: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  told = join(folder, 'told');
  writeFileSync(told, '');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > ${told}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
});

describe.skipIf(process.platform !== 'linux')('a browser', () => {
  it('is given the whole address as one argument', async () => {
    const address = 'https://example.com/a?x=1&y=%24%28touch%20x%29&state=s';
    expect(await openBrowser(address, { PATH: folder, DISPLAY: ':0' })).toBe(true);
    expect(readFileSync(told, 'utf8')).toBe(`1\n${address}\n`);
  });

  it.each([
    'https://example.com/$(touch x)',
    'https://example.com/`x`',
    'https://example.com/x;y',
    'https://example.com/x|y',
    "https://example.com/'",
    'https://example.com/"',
    'https://example.com/ x',
    'https://example.com/\nx',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '--help',
    '',
  ])('is not opened for %j', async (address) => {
    expect(await openBrowser(address, { PATH: folder, DISPLAY: ':0' })).toBe(false);
    expect(readFileSync(told, 'utf8')).toBe('');
  });

  it('is not opened where nobody would see it, nor from a folder that is none', async () => {
    expect(await openBrowser('https://example.com/', { PATH: folder })).toBe(false);
    expect(await openBrowser('https://example.com/', { PATH: '.', DISPLAY: ':0' })).toBe(false);
    expect(readFileSync(told, 'utf8')).toBe('');
  });

  it('that fails is told', async () => {
    writeFileSync(join(folder, 'xdg-open'), '#!/bin/sh\nexit 3\n');
    expect(await openBrowser('https://example.com/', { PATH: folder, WAYLAND_DISPLAY: 'w' })).toBe(false);
  });
});

it('is a program and no shell on every system', async () => {
  expect(await browserProgram({}, 'darwin')).toEqual(['/usr/bin/open', '--']);
  expect(await browserProgram({ SystemRoot: 'D:\\W' }, 'win32')).toEqual([
    'D:\\W\\System32\\rundll32.exe',
    'url.dll,FileProtocolHandler',
  ]);
});
