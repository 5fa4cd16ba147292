/** A receipt of one till is read by another one for a refund: with the cookie of a device of the outlet only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent, EntryReference } from '../../domain/till/device-entry.ts';
import { openOffice } from '../read-api/office.ts';
import { atTill, PIN } from './people.ts';
import {
  caughtUp,
  DAY,
  newCashier,
  newDevice,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let front: OpenedTill;
let back: OpenedTill;
let other: number;
/** The number of the receipt of three bags that the first till sold. */
let number: string;
let id: number | undefined;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  other = await newCashier(shop, 'Second');
  [front, back] = [await openedTill(shop, 'Front'), await openedTill(shop, 'Back', other)];
  number = front.device.chain.number;
  await send(shop.api, back.device, [back.opened]);
  await send(shop.api, front.device, [front.opened]);
  number = front.device.chain.number;
  const more = { customer_fk: shop.customer, discount: { type: 'amount', value: '300' }, total: '2700' } as const;
  const printed = { discount_amount: '300', tax_amount: '0', total_amount: '2700' };
  const sold = receiptOf(shop, { drawer: front.drawer, account: front.account, number }, 3, {
    ...more,
    payments: [
      { method: 'credit', amount: '700' },
      { method: 'cash', amount: '2000', account_fk: front.account },
    ],
  });
  const content = { ...sold, lines: sold.lines.map((line) => ({ ...line, ...printed })) };
  const [stored] = await send(shop.api, front.device, [
    await front.device.chain.next(content, { cashier: shop.cashier }),
  ]);
  expect(stored?.review ?? []).toEqual([]);
  id = stored?.id;
  await caughtUp(shop.api);
});
afterAll(() => shop.api.close());

const ask = (asked: string, cookie: string, token = '') =>
  shop.api.send('GET', `till/receipts/${encodeURIComponent(asked)}`, undefined, {
    token,
    headers: cookie ? { cookie } : {},
  });

/** A refund of one bag, as the till enters it. */
const oneBack = (receipt: EntryReference): EntryContent => ({
  ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: back.drawer },
  ...{ receipt, customer_fk: shop.customer, date: DAY, time: '10:00:00', reason: 'torn', total: '900' },
  number: back.device.chain.number,
  lines: [
    {
      ...{ line: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' },
      ...{ discount_amount: '100', tax_amount: '0', total_amount: '900' },
    },
  ],
  payments: [
    { method: 'credit', amount: '700' },
    { method: 'cash', amount: '200', account_fk: back.account },
  ],
});

describe('a receipt of another till', () => {
  it('is there with what was paid for each line, and nothing of its costs', async () => {
    const { status, body } = await ask(number, back.device.cookie);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...{ id, number, date: DAY, customer_fk: shop.customer, refunds: [] },
      ...{ discount: { type: 'amount', value: '300' }, promotions: [] },
      lines: [
        {
          ...{ line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '3', price: '1000', discount: null },
          ...{ promotion_fk: null, note: null },
          ...{ discount_amount: '300', tax_amount: '0', total_amount: '2700' },
        },
      ],
      payments: [
        { method: 'credit', amount: '700' },
        { method: 'cash', amount: '2000' },
      ],
      change: '0',
    });
  });

  it('comes back in parts without a rule broken, and whoever asks next is told of it', async () => {
    const part = await back.device.chain.next(oneBack({ id: id ?? 0 }), { cashier: other });
    const [stored] = await send(shop.api, back.device, [part]);
    expect(stored).toMatchObject({ state: 'stored', id });
    const rules = stored?.review?.map(({ rule }) => rule) ?? [];
    expect(rules).toEqual([]);
    for (const { cookie } of [front.device, back.device]) {
      expect((await ask(number, cookie)).body.data['refunds']).toEqual([
        {
          uuid: part.uuid,
          lines: [{ line: 1, quantity: '1' }],
          payments: [
            { method: 'credit', amount: '700' },
            { method: 'cash', amount: '200' },
          ],
        },
      ]);
    }
  });

  it('that the office has given back whole has nothing left', async () => {
    const again = receiptOf(shop, { drawer: front.drawer, account: front.account, number: front.device.chain.number });
    const [stored] = await send(shop.api, front.device, [
      await front.device.chain.next(again, { cashier: shop.cashier }),
    ]);
    await caughtUp(shop.api);
    const drawer = (await send(shop.api, back.device, [back.opened]))[0]?.id;
    const given = { drawer_fk: drawer, date: DAY, reason: 'broken' };
    expect((await shop.api.send('POST', `pos_sales/${stored?.id}/refund`, given)).status).toBe(200);
    expect((await ask(again.number, back.device.cookie)).body.data['refunds']).toEqual([
      { uuid: null, lines: [{ line: 1, quantity: '2' }], payments: [{ method: 'cash', amount: '2000' }] },
    ]);
  });
});

describe('attacks', () => {
  it('a device of another outlet, a revoked one, a session and a guess see no receipt', async () => {
    const outlet = await shop.api.add('outlets', { outlet_name: 'Elsewhere' });
    const elsewhere = await newDevice({ api: shop.api, outlet }, { till_name: 'Elsewhere' });
    expect((await ask(number, elsewhere.cookie)).status).toBe(404);
    const gone = await newDevice(shop, { till_name: 'Gone' });
    expect((await ask(number, gone.cookie)).status).toBe(200);
    await shop.api.send('POST', `tills/${gone.till}/revoke`);
    expect((await ask(number, gone.cookie)).status).toBe(401);
    expect((await ask(number, 'daftar_till=guessed')).status).toBe(401);
    expect((await ask(number, '', shop.api.token)).status).toBe(401);
    const sign = { outlet_fk: shop.outlet, user_fk: shop.cashier, pin: PIN };
    const session = await atTill(shop.api, front.device.cookie, sign);
    expect((await ask(number, '', String(session.body.data['access_token']))).status).toBe(401);
  });

  it('numbers that nobody has, of documents that are no receipts, and those that are no numbers, are not there', async () => {
    for (const wrong of ['T99-000001', 'D-000001', back.device.chain.number, "' or 1=1 --", '%', 'x'.repeat(80)]) {
      expect([wrong, (await ask(wrong, back.device.cookie)).status]).toEqual([wrong, 404]);
    }
  });
});
