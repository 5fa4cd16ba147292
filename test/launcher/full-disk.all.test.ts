/** The whole back office on a disk that becomes full: it still answers, stores nothing meanwhile, and recovers. */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v4 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskSpace, FREE_MB_MIN } from '../../identity/machine/disk-space.ts';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { watchDisk } from '../../launcher/disk-watch.ts';
import { disk } from '../../launcher/doctor.ts';
import type { FreshDatabase } from '../support/database.ts';
import { environmentAt } from '../support/database.ts';
import { SUPER_USER, seededDatabase } from '../support/seeded-database.ts';

let database: FreshDatabase;
let dataDir: string;
let daftar: Daftar | undefined;
let freeMb: number;
let token: string;

beforeEach(async () => {
  database = await seededDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-full-'));
  freeMb = 10_000;
});
afterEach(async () => {
  await daftar?.stop();
  daftar = undefined;
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

async function begin(): Promise<void> {
  const environment = { ...process.env, ...environmentAt(database.url), PORT: '0' };
  const say = () => undefined;
  daftar = await startDaftar({ dataDir, environment, say, withoutWeb: true, freeMegabytes: () => freeMb });
  token = '';
  browser = '';
  const { body } = await send('POST', 'auth/login', SUPER_USER);
  token = String(body['access_token']);
}

/** The cookie of the browser in which the super user signed in. */
let browser = '';

async function send(method: 'GET' | 'POST' | 'PATCH', path: string, sent?: object, cookie = browser) {
  const answer = await fetch(`${daftar?.address}/api/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(sent ? { 'content-type': 'application/json', 'idempotency-key': uuid() } : {}),
    },
    ...(sent ? { body: JSON.stringify(sent) } : {}),
  });
  const device = answer.headers.getSetCookie().find((each) => each.includes('daftar_device='));
  browser = device?.split(';')[0] ?? browser;
  const body = (await answer.json()) as Record<string, unknown> & { data: Record<string, unknown> };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}

let brands = 0;
const write = () => {
  brands += 1;
  return send('POST', 'brands', { brand_name: `Brand ${brands}` });
};

describe('a log that cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('ends nothing: people work on, and the log goes on when it can', async () => {
    const log = join(dataDir, 'daftar.log');
    symlinkSync('/dev/full', log);
    await begin();
    for (let value = 0; value < 20; value += 1) {
      expect((await write()).status).toBe(201);
      expect((await send('GET', 'brands')).status).toBe(200);
    }
    rmSync(log);
    expect((await write()).status).toBe(201);
    await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toMatch(/"lost":\d+,"cause":"ENOSPC"/);
  });
});

describe('too little free space', () => {
  it('is 503 for what would be stored, with the reason; reading goes on, and signing in where one did before; it passes by itself', async () => {
    await begin();
    expect((await write()).status).toBe(201);
    freeMb = FREE_MB_MIN - 1;
    await expect.poll(async () => (await write()).status).toBe(503);
    const refused = await write();
    expect([refused.body['code'], refused.retryAfter]).toEqual(['disk_full', '30']);
    expect(refused.body['message']).toBe('The disk of the server is full: nothing can be saved until space is freed');
    expect((await send('POST', 'model_hidden_columns', { model: 'brands', columns: 'id' })).status).toBe(503);
    expect((await send('GET', 'brands')).status).toBe(200);
    expect((await send('POST', 'auth/login', SUPER_USER)).status).toBe(200);
    expect((await send('POST', 'auth/login', SUPER_USER, '')).body['code']).toBe('disk_full');
    expect((await send('POST', 'auth/login', { ...SUPER_USER, email: 'nobody@example.com' })).status).toBe(503);
    expect((await send('GET', 'read_models')).body.data).toMatchObject({ disk_is_full: true });
    freeMb = FREE_MB_MIN;
    await expect.poll(async () => (await write()).status).toBe(201);
    expect((await send('GET', 'read_models')).body.data).toMatchObject({ disk_is_full: false });
  });

  it('is 503 for what a till or a new customer would store; PINs are checked, and the shop is signed out of', async () => {
    await begin();
    const account = { mobile: '07501234567', password: 'a long password of Karwan' };
    const { revision } = (await send('GET', 'app_settings/1')).body.data;
    const shop = { revision, outlet_fk: 1, inventory_fk: 1, account_fk: 1 };
    expect((await send('PATCH', 'app_settings/1', shop)).status).toBe(200);
    token = '';
    const karwan = await send('POST', 'shop/sign_up', { ...account, consumer_name: 'Karwan' });
    expect(karwan.status).toBe(200);
    freeMb = FREE_MB_MIN - 1;
    for (const path of ['till/entries', 'till/parked', `till/parked/${uuid()}/take`, 'shop/sign_up', 'shop/sign_in'])
      await expect.poll(async () => [path, (await send('POST', path, {})).body['code']]).toEqual([path, 'disk_full']);
    // Not of an enrolled device.
    expect((await send('POST', 'till/approvals', { user_fk: 1, pin: '123456', rights: ['sales/store'] })).status).toBe(
      401,
    );
    token = String(karwan.body.data['access_token']);
    expect((await send('POST', 'shop/orders', {})).status).toBe(503);
    expect((await send('POST', 'shop/sign_out')).status).toBe(200);
  });

  it('is reported on the terminal once, and its end once', async () => {
    const said: string[] = [];
    let clock = 0;
    const space = new DiskSpace(
      () => freeMb,
      () => (clock += 10_000),
    );
    const end = watchDisk(space, (line) => said.push(line), 1);
    freeMb = 150;
    await expect.poll(() => said.length).toBe(1);
    freeMb = 151;
    freeMb = 900;
    await expect.poll(() => said.length).toBe(2);
    end();
    expect(said).toEqual([
      'The disk is almost full (150 MB free): nothing is stored until 200 MB are free.',
      'There is space on the disk again (900 MB free): everything is stored.',
    ]);
  });

  it('is a fault for doctor, with what to do', () => {
    expect(disk(dataDir, () => FREE_MB_MIN)).toBe('200 MB free');
    expect(() => disk(dataDir, () => FREE_MB_MIN - 1)).toThrow(/only 199 MB free.*Free some space/);
    expect(disk(dataDir)).toMatch(/^\d+ MB free$/);
    writeFileSync(join(dataDir, 'postgres.location'), '/var/lib/daftar/cluster-1\n');
    expect(() => disk(dataDir, (folder) => (folder === dataDir ? 900 : 150))).toThrow(/only 150 MB free/);
  });

  it('is read again after two seconds of the clock, and not before', () => {
    let [clock, reads] = [0, 0];
    const read = () => {
      reads += 1;
      return freeMb;
    };
    const space = new DiskSpace(read, () => clock);
    expect(space.isLow).toBe(false);
    freeMb = 10;
    clock = 2_000;
    expect([space.isLow, reads]).toEqual([false, 1]);
    clock = 2_001;
    expect([space.isLow, reads]).toEqual([true, 2]);
    expect(() => space.requireSpace()).toThrow(/only 10 MB/);
  });
});
