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

/** A refund in cash of bags that were sold at 1,000. */
const backOf = (
  receipt: EntryReference,
  { count, inventory }: { readonly count: string; readonly inventory: number },
  till: OpenedTill,
): EntryContent => ({
  ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: inventory, drawer: till.drawer, receipt },
  ...{ date: DAY, time: '10:00:00', reason: 'torn', total: `${count}000`, number: till.device.chain.number },
  lines: [
    {
      ...{ line: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: count, price: '1000' },
      ...{ discount_amount: '0', tax_amount: '0', total_amount: `${count}000` },
    },
  ],
  payments: [{ method: 'cash', amount: `${count}000`, account_fk: till.account }],
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
          lines: [{ line: 1, quantity: '1', total_amount: '900' }],
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
      {
        uuid: null,
        lines: [{ line: 1, quantity: '2', total_amount: '2000' }],
        payments: [{ method: 'cash', amount: '2000' }],
      },
    ]);
    // A till that was offline refunds it too.
    const both = backOf({ id: stored?.id ?? 0 }, { count: '2', inventory: shop.inventory }, back);
    const [twice] = await send(shop.api, back.device, [await back.device.chain.next(both, { cashier: other })]);
    expect(twice).toMatchObject({ state: 'stored', id: stored?.id });
    expect(twice?.review?.map(({ rule, field }) => [rule, field])).toContainEqual([
      'more_than_sold',
      'lines.0.quantity',
    ]);
  });

  it('comes back into another inventory of the outlet, and from a cashier who is blocked by now', async () => {
    const { api } = shop;
    const inventory = await api.add('inventories', { inventory_name: 'Cellar', outlet_fk: shop.outlet });
    const cashier = await newCashier({ ...shop, inventory }, 'Third');
    const cellar = await openedTill(shop, 'Cellar', cashier);
    await send(api, cellar.device, [cellar.opened]);
    const sold = receiptOf(shop, { drawer: front.drawer, account: front.account, number: front.device.chain.number });
    const [receipt] = await send(api, front.device, [await front.device.chain.next(sold, { cashier: shop.cashier })]);
    const one = () =>
      cellar.device.chain.next(backOf({ id: receipt?.id ?? 0 }, { count: '1', inventory }, cellar), { cashier });
    const first = await one();
    expect(await send(api, cellar.device, [first])).toMatchObject([{ state: 'stored', id: receipt?.id }]);
    const second = await one();
    expect((await api.send('PATCH', `users/${cashier}`, { status: 'blocked' })).status).toBe(200);
    const [late] = await send(api, cellar.device, [second]);
    expect(late).toMatchObject({ state: 'stored', id: receipt?.id });
    const rules = late?.review?.map(({ rule }) => rule);
    expect(rules).toContain('not_your_inventory');
    expect(rules).not.toContain('receipt_unknown');
    await caughtUp(api);
    const { refunds } = (await ask(sold.number, back.device.cookie)).body.data;
    expect(refunds).toMatchObject([{ uuid: first.uuid }, { uuid: second.uuid }]);
    const { status, refunds: parts } = (await api.send('GET', `pos_sales/${receipt?.id}`)).body.data;
    expect([status, parts]).toMatchObject(['refunded', [{ inventory_fk: inventory }, { inventory_fk: inventory }]]);
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
