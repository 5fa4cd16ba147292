/**
 * Pictures and places on the papers and the grid of a till: the catalogue contains them, and the cookie of a device
 * permits no other pictures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { upload } from '../backup/place.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { caughtUp, type Device, newDevice, openTillShop, type TillShop } from './tilling.ts';

let dataDir: string;
let office: Office;
let shop: TillShop;
let device: Device;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-till-papers-'));
  office = await openOffice(dataDir);
  shop = await openTillShop(office);
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
  device = await newDevice(shop, { till_name: 'Front' });
});
afterAll(async () => {
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Part {
  readonly table?: string;
  readonly position?: string;
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
}

async function sent(after?: string) {
  await caughtUp(office);
  const url = `/api/till/catalogue${after === undefined ? '' : `?after=${after}`}`;
  const headers = { cookie: device.cookie, 'accept-encoding': 'gzip' };
  const answer = await office.app.inject({ method: 'GET', url, headers });
  const parts = gunzipSync(answer.rawPayload)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line): Part => JSON.parse(line));
  const rows = (name: string) => parts.find(({ table }) => table === name)?.rows;
  return { position: parts[0]?.position, settings: rows('settings')?.[0], outlets: rows('outlets') };
}

const picture = (attachment: string, cookie = device.cookie) =>
  office.app.inject({
    method: 'GET',
    url: `/api/till/pictures/${attachment}`,
    headers: cookie ? { cookie } : { authorization: `Bearer ${office.token}` },
  });

const goodsWith = (item_name: string, images: readonly string[]) =>
  office.add('items', {
    ...{ item_name, images },
    item_units: [
      { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    ],
  });

describe('the head of a till’s papers', () => {
  it('is in the catalogue: logo, name, address with its city, phones and tax number, and again when they change', async () => {
    const city = await office.add('cities', { city_name: 'Hawler', city_name_ckb: 'هەولێر' });
    const before = await sent();
    expect(before.settings).toMatchObject({ logo_image: null });
    const said = {
      ...{ shop_name: 'Bazaar', phones: ['0750 1'], email: 'a@example.com', address: 'Street 12', tax_number: '900' },
      ...{ receipt_header: 'Welcome', receipt_footer: 'Thanks' },
    };
    const logo = [await upload(office, '#b42828')];
    expect((await office.send('PATCH', 'system_profiles/1', { ...said, city_fk: city, logo })).status).toBe(200);
    await office.send('PATCH', `outlets/${shop.outlet}`, { mobile: '0751 2', address: 'Citadel', city_fk: city });
    const { position, settings, outlets } = await sent(before.position);
    const names = { city_name: 'Hawler', city_name_ckb: 'هەولێر' };
    expect(settings).toMatchObject({ ...said, ...names });
    expect(settings?.['logo_image']).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(String(settings?.['logo_image']).length).toBeLessThan(700_000);
    expect(outlets).toMatchObject([{ address: 'Citadel', mobile: '0751 2', ...names }]);
    await office.send('PATCH', `cities/${city}`, { city_name: 'Erbil' });
    const renamed = await sent(position);
    expect([renamed.settings?.['city_name'], renamed.outlets?.[0]?.['city_name']]).toEqual(['Erbil', 'Erbil']);
  });
});

describe('a picture at a till', () => {
  it('is that of goods that are sold, small', async () => {
    const [shown, second] = [await upload(office, '#28b428'), await upload(office, '#2828b4')];
    const item = await goodsWith('Bread', [shown, second]);
    await caughtUp(office);
    expect((await picture(second)).statusCode).toBe(404);
    const answer = await picture(shown);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await office.send('DELETE', `items/${item}`)).status).toBe(200);
    await caughtUp(office);
    expect((await picture(shown)).statusCode).toBe(404);
  });

  it('includes no other upload, and is refused for other devices', async () => {
    const [loose, photo] = [await upload(office, '#111111'), await upload(office, '#222222')];
    const person = await office.add('users', { user_name: 'Hana', email: 'hana@example.com', photo: [photo] });
    expect(person).toBeGreaterThan(0);
    const shown = await upload(office, '#333333');
    await goodsWith('Tea', [shown]);
    await caughtUp(office);
    for (const attachment of [loose, photo, 'f'.repeat(32), "' or 1=1 --"]) {
      expect([attachment, (await picture(encodeURIComponent(attachment))).statusCode]).toEqual([attachment, 404]);
    }
    expect((await picture(shown)).statusCode).toBe(200);
    expect((await picture(shown, '')).statusCode).toBe(401);
    expect((await picture(shown, 'daftar_till=guessed')).statusCode).toBe(401);
    await office.send('POST', `tills/${device.till}/revoke`);
    expect((await picture(shown)).statusCode).toBe(401);
  });
});
