/**
 * Days of reports and filters are those of the shop's time zone and not those of UTC: of its setting, or of the process
 * while it has none.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { checkDigit } from '../../domain/catalogue/barcode.ts';
import { localAt } from '../../domain/values/zone.ts';
import { inheritedZone } from '../../identity/shop-zone.ts';
import { beginningOf } from '../../read-api/http/today.ts';
import { itemBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

const ZONE = process.env['TZ'];
const inZone = (zone: string | undefined): void => {
  // Assigning undefined would store the text `undefined`.
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
};
/** A zone in which it is now another day than in UTC: 14 hours ahead, or 12 hours behind. */
const ofAnotherDay = (): string => (new Date().getUTCHours() >= 11 ? 'Etc/GMT-14' : 'Etc/GMT+12');
const shopToday = (zone = inheritedZone()): string => localAt(zone, Date.now()).date;
const utcToday = (): string => new Date().toISOString().slice(0, 10);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterEach(() => inZone(ZONE));
afterAll(() => office?.close());

describe('a day of the shop', () => {
  it('begins at midnight in its time zone', () => {
    expect(beginningOf('Asia/Baghdad', '2026-03-06')).toBe('2026-03-05T21:00:00.000Z');
    expect(beginningOf('Asia/Baghdad', '2026-12-31', 1)).toBe('2026-12-31T21:00:00.000Z');
  });

  it('may be the last day of all, after which none begins', async () => {
    inZone('Etc/GMT+12');
    expect(beginningOf('Etc/GMT+12', '9999-12-31', 1)).toBe('9999-12-31T23:59:59.999Z');
    const answers = await Promise.all([
      office.read('events?to=9999-12-31'),
      office.read('brands?filter[created_at]=,9999-12-31'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('may be the first day of all, also east of UTC, and a day of an early year', () => {
    inZone('Etc/GMT-14');
    expect(beginningOf('Etc/GMT-14', '0001-01-01')).toBe('0001-01-01T00:00:00.000Z');
    expect(beginningOf('Etc/GMT-14', '0050-06-01', 1)).toBe('0050-06-01T10:00:00.000Z');
  });

  it('is today in reports', async () => {
    inZone(ofAnotherDay());
    const [expired, ageing] = await Promise.all([
      office.read('reports/expired_items'),
      office.read('reports/customers_ageing'),
    ]);
    expect(shopToday()).not.toBe(utcToday());
    expect([expired.data['day'], ageing.data['day']]).toEqual([shopToday(), shopToday()]);
  });

  it('is that of the setting, whatever zone the server has', async () => {
    const time_zone = ofAnotherDay();
    const { status } = await office.send('PATCH', 'system_settings/1', { time_zone });
    expect(status).toBe(200);
    const [expired, slow, rate] = await Promise.all([
      office.read('reports/expired_items'),
      office.read('reports/customers_ageing'),
      office.read(`events?kind=system_setting&from=${shopToday(time_zone)}&to=${shopToday(time_zone)}`),
    ]);
    expect([expired.data['day'], slow.data['day']]).toEqual([shopToday(time_zone), shopToday(time_zone)]);
    expect(shopToday(time_zone)).not.toBe(utcToday());
    expect(rate.data['total']).toBe(2);
    const none = await office.read(`events?kind=system_setting&from=${utcToday()}&to=${utcToday()}`);
    expect(none.data['total']).toBe(0);
    expect((await office.send('PATCH', 'system_settings/1', { time_zone: null })).status).toBe(200);
  });

  it('is that of the rate by which the label of a scale is read', async () => {
    const time_zone = ofAnotherDay();
    expect((await office.send('PATCH', 'system_settings/1', { time_zone })).status).toBe(200);
    const today = shopToday(time_zone);
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    await ensureRecords({ databaseUrl: rolesAt(office.database.url).command, countries: '/none' });
    const unit = await office.add('units', { unit_name: 'Kilogram' });
    const of = { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '10', barcodes: [] };
    const item = itemBody(unit, 'Cheese', { item_code: '12345', price_currency_fk: 2, item_units: [of] });
    await office.add('items', item);
    for (const [date, rate] of [
      [today, '1600'],
      [tomorrow, '1900'],
    ] as const)
      await office.add('currency_rates', { date, rate, in_rate: rate });
    // A package of 5,000 of goods at 10 dollars.
    const label = `241234505000${checkDigit('241234505000')}`;
    expect((await office.read(`items/scanned?code=${label}`)).data).toMatchObject({ quantity: '0.3125' });
    expect((await office.send('PATCH', 'system_settings/1', { time_zone: null })).status).toBe(200);
  });

  it('is the day of an export of the books', async () => {
    inZone(ofAnotherDay());
    const { status, headers, text } = await office.read('exports/saft');
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="daftar-${shopToday()}.xml"`]);
    expect(text).toContain(`DateCreated>${shopToday()}<`);
  });

  it('finds in lists and in the log what was entered on it', async () => {
    await office.add('brands', { brand_name: 'Entered late' });
    inZone(ofAnotherDay());
    const found = async (day: string) => {
      const [list, log] = await Promise.all([
        office.read(`brands?filter[created_at]=${day},${day}`),
        office.read(`events?kind=brand&from=${day}&to=${day}`),
      ]);
      return [list.data['total'], log.data['total']];
    };
    expect(await found(shopToday())).toEqual([1, 1]);
    expect(await found(utcToday())).toEqual([0, 0]);
  });
});
