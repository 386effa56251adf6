// A secret whose key became readable for others, through a whole runtime: what it stops, what doctor says, and what ends it.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Owner } from '../../src/contract/index.ts';
import { openGatehouse, type Gatehouse } from '../../src/index.ts';

let folder = '';
let open: Gatehouse[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-secret-')));
  for (const path of ['user/work', 'home']) mkdirSync(join(folder, path), { recursive: true });
});

afterEach(async () => {
  for (const gatehouse of open) await gatehouse.close();
  open = [];
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Gatehouse> {
  const env = {
    GATEHOUSE_HOME: join(folder, 'home'),
    HOME: join(folder, 'user'),
    PATH: process.env['PATH'],
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/no-bus`,
  };
  const gatehouse = await openGatehouse({ workspace: join(folder, 'user/work'), env });
  open.push(gatehouse);
  return gatehouse;
}

function ownerOf({ runtime }: Gatehouse): Owner {
  if (runtime.owner === null) throw new Error('no owner here');
  return runtime.owner;
}

const url = 'https://example.com/?q=harmless';
const secretsOf = async (gatehouse: Gatehouse) =>
  (await ownerOf(gatehouse).diagnose()).filter(({ name }) => name === 'secrets').map(({ state }) => state);

it.skipIf(process.platform !== 'linux')(
  'refuses what sends while it cannot be read, shows it in doctor, and nothing of that afterwards',
  async () => {
    const first = await start();
    await ownerOf(first).setSecret('BILLING', 'Zq9-Tur-7kk-0815', 'user:7');
    expect(await secretsOf(first)).toEqual(['ok']);
    chmodSync(join(folder, 'home/keys/secrets'), 0o644);
    const blind = await start();
    expect(await blind.call('web_fetch', { url })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/cannot be read: BILLING\..*gatehouse doctor/),
    });
    expect(await secretsOf(blind)).toEqual(['problem']);
    chmodSync(join(folder, 'home/keys/secrets'), 0o600);
    expect(await secretsOf(blind)).toEqual(['ok']);
    expect(await blind.explain('web_fetch', { url })).toMatchObject({ decision: { effect: 'ASK' } });
  },
);
