import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../contract/index.ts';
import { createAccess, type Access } from './access.ts';
import type { LoginRecord, LoginStore } from './record/login-record.ts';

const lastsMs = 3_600_000;

const record: LoginRecord = {
  kind: 'mcp_login',
  version: 1,
  url: 'https://example.com/mcp',
  resource: 'https://example.com/mcp',
  issuer: 'https://id.example.com',
  tokenEndpoint: 'https://id.example.com/token',
  revocationEndpoint: null,
  client: { id: 'c', redirectUri: 'http://127.0.0.1:1/callback', method: 'none', isRegistered: true },
  scope: 'read',
  wanted: '',
  expiresAt: lastsMs,
  renewAt: lastsMs - 60_000,
  hidden: { accessToken: 'old', refreshToken: 'r1', clientSecret: null },
};

let now: number;
let kept: LoginRecord | null;
let isFull: boolean;
let asked: number;
let answer: () => Response;
let reports: string[];

beforeEach(() => {
  [now, kept, isFull, asked, reports] = [0, record, false, 0, []];
  answer = () => Response.json({ access_token: `new${asked}`, refresh_token: `r${asked + 1}`, expires_in: 3_600 });
});

const clock: Clock = { now: () => now, after: () => () => undefined };

function open(): Access {
  const store: LoginStore = {
    read: () => Promise.resolve(kept),
    write(written) {
      if (isFull) return Promise.reject(new Error('the disk is full'));
      kept = written;
      return Promise.resolve();
    },
    remove() {
      kept = null;
      return Promise.resolve();
    },
    alone: (work) => work(),
  };
  return createAccess({
    name: 'web',
    store,
    bounded() {
      asked += 1;
      return Promise.resolve(answer());
    },
    clock,
    clientSecret: () => Promise.resolve(null),
    scopes: null,
    report: (message) => reports.push(message),
  });
}

describe('a token', () => {
  it('is renewed shortly before its time, by one for all', async () => {
    const access = open();
    now = lastsMs - 60_001;
    expect([await access.token(), asked]).toEqual(['old', 0]);
    now = lastsMs - 60_000;
    expect(await Promise.all([1, 2, 3].map(() => access.token()))).toEqual(['new1', 'new1', 'new1']);
    expect([asked, kept?.expiresAt, kept?.hidden.refreshToken]).toEqual([1, now + lastsMs, 'r2']);
  });

  it('of a short life is not renewed at each request', async () => {
    answer = () => Response.json({ access_token: `new${asked}`, expires_in: 10 });
    now = lastsMs;
    const access = open();
    expect(await access.token()).toBe('new1');
    now += 8_999;
    expect([await access.token(), asked]).toEqual(['new1', 1]);
    now += 1;
    expect(await access.token()).toBe('new2');
  });

  it('that cannot be renewed yet is used while it lasts, and not beyond', async () => {
    answer = () => Response.json({ error: 'invalid_request' }, { status: 400 });
    now = lastsMs - 1;
    const access = open();
    expect(await access.token()).toBe('old');
    now = lastsMs;
    await expect(access.token()).rejects.toMatchObject({ code: 'login_failed' });
    expect(kept).toEqual(record);
  });

  it('without another to renew it with is used until it is refused, and is over then', async () => {
    kept = { ...record, hidden: { ...record.hidden, refreshToken: null } };
    now = 2 * lastsMs;
    const access = open();
    expect([await access.token(), asked]).toEqual(['old', 0]);
    await expect(access.instead('old', true)).rejects.toMatchObject({ code: 'login_needed' });
    await expect(access.token()).rejects.toMatchObject({ code: 'login_needed' });
    expect(reports).toHaveLength(1);
  });

  it('that cannot be kept is used all the same, told once, and kept as soon as that works', async () => {
    isFull = true;
    now = lastsMs;
    const access = open();
    expect([await access.token(), await access.token(), asked]).toEqual(['new1', 'new1', 1]);
    expect(reports).toEqual([expect.stringContaining('could not be kept')]);
    expect(reports.join()).not.toContain('new1');
    isFull = false;
    expect([await access.token(), kept?.hidden.refreshToken]).toEqual(['new1', 'r2']);
  });
});

describe('a login that its giver ended', () => {
  it('is ended once, and another client is registered only where ours is forgotten', async () => {
    answer = () => Response.json({ error: 'invalid_client' }, { status: 401 });
    const access = open();
    await expect(access.instead('old', true)).rejects.toMatchObject({ code: 'login_needed' });
    expect([kept, reports.length]).toEqual([null, 1]);
  });

  it('by a refusal of the client of the owner is kept: it is the settings that are wrong', async () => {
    kept = { ...record, client: { ...record.client, isRegistered: false } };
    answer = () => Response.json({ error: 'invalid_client' }, { status: 401 });
    await expect(open().instead('old', true)).rejects.toMatchObject({ code: 'login_failed' });
    expect(kept.hidden.accessToken).toBe('old');
  });
});
