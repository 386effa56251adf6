// Calls of @playwright/mcp, with a Chromium of the machine and a page of the test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../repository.ts';
import { noMap, type RealServer } from './call-row.ts';

/** Null where the machine has none. */
export const chromium =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ?? null;

export const playwright: RealServer = {
  name: 'browser',
  entry: ({ folder }) => ({
    command: process.execPath,
    args: [
      join(root, 'node_modules/@playwright/mcp/cli.js'),
      '--headless',
      '--no-sandbox',
      '--isolated',
      '--output-dir',
      folder,
      '--executable-path',
      chromium ?? 'chromium',
    ],
  }),
  leftOut: {},
  rows: ({ folder, page }) => [
    {
      tool: 'browser_navigate',
      works: { with: { url: page }, shows: /Page Title: A page/ },
      fails: { with: { url: 'http://127.0.0.1:9/' }, says: /ERR_|refused/ },
    },
    { tool: 'browser_navigate_back', works: { with: {}, shows: /Page URL/ }, fails: noMap },
    {
      tool: 'browser_tabs',
      works: { with: { action: 'new', url: page }, shows: /127\.0\.0\.1/ },
      fails: { with: { action: 'juggle' }, says: /action.*list/s },
    },
    {
      tool: 'browser_resize',
      works: { with: { width: 800, height: 600 }, shows: /800/ },
      fails: { with: { width: 'wide', height: 1 }, says: /width.*number/s },
    },
    {
      tool: 'browser_snapshot',
      works: { with: {}, shows: /button "Press"/ },
      fails: { with: { depth: 'x' }, says: /depth/ },
    },
    {
      tool: 'browser_find',
      works: { with: { text: 'first page' }, shows: /first page/i },
      fails: { with: { text: 7 }, says: /text.*string/s },
    },
    {
      tool: 'browser_click',
      works: { with: { target: '#press' }, shows: /click/ },
      fails: { with: { target: '#not-there' }, says: /not-there/ },
    },
    {
      tool: 'browser_hover',
      works: { with: { target: '#press' }, shows: /hover/ },
      fails: { with: {}, says: /target.*required/s },
    },
    {
      tool: 'browser_drag',
      works: { with: { startTarget: '#press', endTarget: '#name' }, shows: /drag/i },
      fails: { with: { startTarget: '#press' }, says: /endTarget.*required/s },
    },
    {
      tool: 'browser_drop',
      works: { with: { target: '#zone', data: { 'text/plain': 'dropped' } }, shows: /drop/ },
      fails: { with: { target: '#not-there', data: { 'text/plain': 'x' } }, says: /not-there/ },
    },
    {
      tool: 'browser_type',
      works: { with: { target: '#name', text: 'Ada' }, shows: /Ada/ },
      fails: { with: { target: '#name' }, says: /text.*required/s },
    },
    {
      tool: 'browser_press_key',
      works: { with: { key: 'Tab' }, shows: /Tab/ },
      fails: { with: { key: 'NoSuchKey' }, says: /NoSuchKey/ },
    },
    {
      tool: 'browser_fill_form',
      works: {
        with: { fields: [{ name: 'Name', type: 'textbox', target: '#name', element: 'Name', value: 'Grace' }] },
        shows: /Grace/,
      },
      fails: { with: { fields: 'all' }, says: /fields.*array/s },
    },
    {
      tool: 'browser_select_option',
      works: { with: { target: '#colour', values: ['blue'] }, shows: /blue/ },
      fails: { with: { target: '#colour', values: 'blue' }, says: /values.*array/s },
    },
    {
      tool: 'browser_evaluate',
      works: { with: { function: '() => 6 * 7' }, shows: /42/ },
      fails: { with: { function: '() => { throw new Error("out of paper"); }' }, says: /out of paper/ },
    },
    {
      tool: 'browser_run_code_unsafe',
      works: { with: { code: 'async (page) => await page.title()' }, shows: /A page/ },
      fails: { with: { code: 'async () => { throw new Error("out of ink"); }' }, says: /out of ink/ },
    },
    {
      tool: 'browser_emulate_media',
      works: { with: { colorScheme: 'dark' }, shows: /dark/ },
      fails: { with: { colorScheme: 'mauve' }, says: /colorScheme/ },
    },
    {
      tool: 'browser_console_messages',
      works: { with: { level: 'info' }, shows: /hello from the page|Total messages/ },
      fails: { with: { level: 'loud' }, says: /level.*debug/s },
    },
    {
      tool: 'browser_network_requests',
      works: { with: { static: true }, shows: /GET.*127\.0\.0\.1/s },
      fails: { with: {}, says: /static.*required/s },
    },
    {
      tool: 'browser_network_request',
      works: { with: { index: 1 }, shows: /127\.0\.0\.1/ },
      fails: { with: { index: 999 }, says: /999|not found/i },
    },
    {
      tool: 'browser_take_screenshot',
      works: { with: { scale: 'css' }, shows: /"image\/png"|screenshot/i },
      fails: { with: { scale: 'css', type: 'painting' }, says: /type.*png/s },
    },
    {
      tool: 'browser_wait_for',
      works: { with: { time: 0.1 }, shows: /0\.1|Waited/ },
      fails: { with: {}, says: /time.*text|either/is },
    },
    {
      tool: 'browser_handle_dialog',
      before: { tool: 'browser_click', with: { target: '#ask' } },
      works: { with: { accept: true }, shows: /dialog|Page URL/ },
      fails: { with: {}, says: /accept.*required/s },
    },
    {
      tool: 'browser_file_upload',
      before: { tool: 'browser_click', with: { target: '#file' } },
      works: { with: { paths: [join(folder, 'a.txt')] }, shows: /a\.txt/ },
      fails: { with: { paths: 'a.txt' }, says: /paths.*array/s },
    },
    { tool: 'browser_close', works: { with: {}, shows: /closed|No open tabs/i }, fails: noMap },
  ],
};
