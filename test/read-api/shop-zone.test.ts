/**
 * Shops at UTC+3 and UTC+8 on a server that is in UTC, with devices of other zones: all work with the day and the time of
 * the shop.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { caughtUp, type OpenedTill, openedTill, openTillShop, receiptOf, send, type TillShop } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

describe.each([
  // Just after midnight of the shop; the server has the day before.
  { zone: 'Asia/Baghdad', instant: '2026-03-11T21:10:05Z', day: '2026-03-12', time: '00:10:05' },
  { zone: 'Asia/Shanghai', instant: '2026-03-11T16:53:20Z', day: '2026-03-12', time: '00:53:20' },
])('a shop in $zone on a server in UTC', ({ zone, instant, day, time }) => {
  let office: Office;
  let shop: TillShop;
  let till: OpenedTill;
  let server: string | undefined;
  beforeAll(async () => {
    server = process.env['TZ'];
    process.env['TZ'] = 'UTC';
    office = await openOffice('', { clock: () => new Date(instant) });
    shop = await openTillShop(office);
    till = await openedTill(shop, 'Front');
    await send(office, till.device, [till.opened]);
  });
  afterAll(async () => {
    if (server === undefined) delete process.env['TZ'];
    else process.env['TZ'] = server;
    await office?.close();
  });

  const zoneOf = async () => (await office.send('POST', 'auth/me')).body.data?.['time_zone'];
  const stateOfTill = () =>
    office.send('GET', 'till/state', undefined, { token: '', headers: { cookie: till.device.cookie } });
  const sold = (printed: { readonly date: string; readonly time: string }) => {
    const { chain } = till.device;
    const content = { ...receiptOf(shop, { drawer: till.drawer, account: till.account, number: chain.number }) };
    const entry: EntryContent = { ...content, ...printed };
    // The clock of the device is right, to the second.
    return chain.next(entry, { cashier: shop.cashier, made: new Date(instant) });
  };

  it('inherits the zone of the server until one is chosen', async () => {
    expect(await zoneOf()).toBe('UTC');
    expect((await stateOfTill()).body.data).toMatchObject({ time_zone: 'UTC' });
  });

  it('refuses what is no zone, at its field', async () => {
    for (const time_zone of ['Asia/Bagdad', 'UTC+3', '+03:00', 'GMT+3']) {
      const { status, body } = await office.send('PATCH', 'system_settings/1', { time_zone });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['time_zone']]);
    }
  });

  it('has its day on the server, for screens and for tills', async () => {
    expect((await office.send('PATCH', 'system_settings/1', { time_zone: zone })).status).toBe(200);
    expect(await zoneOf()).toBe(zone);
    expect((await stateOfTill()).body.data).toMatchObject({ time_zone: zone });
  });

  it('takes receipts of its own day and time as they are, wherever the device thinks it is', async () => {
    const [own] = await send(office, till.device, [await sold({ date: day, time })]);
    expect(own).toEqual({ uuid: own?.uuid, state: 'stored', id: own?.id, number: own?.number });
    await caughtUp(office);
    const { data } = await office.read(`pos_sales/${own?.id}`);
    expect(data).toMatchObject({ date: day, time });
    // A device that has not heard of the zone yet prints in its own: in UTC, New York or Kathmandu.
    const others = [0, -4 * 60, 5 * 60 + 45].map((aheadMinutes) => {
      const local = new Date(Date.parse(instant) + aheadMinutes * 60_000).toISOString();
      return { date: local.slice(0, 10), time: local.slice(11, 19) };
    });
    for (const printed of others) {
      const [answer] = await send(office, till.device, [await sold(printed)]);
      expect([answer?.state, answer?.review]).toEqual(['stored', undefined]);
      await caughtUp(office);
      const receipt = await office.read(`pos_sales/${answer?.id}`);
      expect(receipt.data).toMatchObject({ date: day, time });
      const { data: shown } = await office.read(`pos_sales/${answer?.id}/till_entries`);
      expect(shown['entries']).toMatchObject([{ printed_at: `${printed.date} ${printed.time}`, rules: [] }]);
    }
    expect((await office.read('till_reviews')).data).toMatchObject({ total: 0 });
  });

  it('keeps the days of what is stored when its zone is changed', async () => {
    const { data: before } = await office.read('pos_sales?per_page=10');
    expect((await office.send('PATCH', 'system_settings/1', { time_zone: 'America/New_York' })).status).toBe(200);
    const { data: after } = await office.read('pos_sales?per_page=10');
    expect(after['data']).toEqual(before['data']);
    await office.send('PATCH', 'system_settings/1', { time_zone: zone });
  });
});
