/** A receipt of one till is read by another one for a refund: with the cookie of a device of the outlet only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent, EntryReference } from '../../domain/till/device-entry.schema.ts';
import type { ServerReceipt } from '../../web/till/device/server-receipt.ts';
import { returnableLines } from '../../web/till/selling/refund.ts';
import { openOffice } from '../read-api/office.ts';
import { atTill, PIN } from './people.ts';
import { purchaseBody } from './shop.ts';
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

  it('is there as soon as it is stored, before the read models have it', async () => {
    for (let count = 1; count <= 6; count += 1) {
      const own = front.device.chain.number;
      const content = receiptOf(shop, { drawer: front.drawer, account: front.account, number: own }, count);
      const entry = await front.device.chain.next(content, { cashier: shop.cashier });
      const [stored] = await send(shop.api, front.device, [entry]);
      const answer = await ask(own, back.device.cookie);
      expect([answer.status, answer.body.data?.['id']]).toEqual([200, stored?.id]);
    }
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
          lines: [{ line: 1, unit_fk: shop.unit, quantity: '1', total_amount: '900' }],
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
        lines: [{ line: 1, unit_fk: shop.unit, quantity: '2', total_amount: '2000' }],
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

describe('two boxes of twelve, sold at 11,000', () => {
  const boxed = async (count: string, total: string) => {
    const { api } = shop;
    const box = await api.add('units', { unit_name: `Box ${front.device.chain.number}` });
    const item = await api.add('items', boxedItem(box));
    const lines = [{ item_fk: item, unit_fk: box, quantity: '2', price: '6000' }];
    await api.add('purchases', purchaseBody(shop, '2', { lines }));
    const sold = receiptOf(shop, { drawer: front.drawer, account: front.account, number: front.device.chain.number });
    const content = {
      ...{ ...sold, total, payments: [{ method: 'cash', amount: total, account_fk: front.account }] },
      lines: sold.lines.map((line) => ({
        ...{ ...line, item_fk: item, unit_fk: box, quantity: count, price: '11000', total_amount: total },
      })),
    } as EntryContent;
    const [stored] = await send(api, front.device, [await front.device.chain.next(content, { cashier: shop.cashier })]);
    expect(stored?.id).toBeDefined();
    await caughtUp(api);
    return { id: stored?.id ?? 0, item, box, number: sold.number };
  };
  const boxedItem = (box: number) => ({
    item_name: `Tea ${box}`,
    item_units: [
      ...[
        { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
      ],
      ...[{ unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '11000', barcodes: [] }],
    ],
  });
  const refund = (id: number, line: object, total: string, till: OpenedTill = back) =>
    ({
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer, receipt: { id } },
      ...{ date: DAY, time: '10:30:00', reason: 'torn', total, number: till.device.chain.number },
      lines: [{ line: 1, discount_amount: '0', tax_amount: '0', total_amount: total, ...line }],
      payments: [{ method: 'cash', amount: total, account_fk: till.account }],
    }) as EntryContent;
  const stockOf = async (item: number) => {
    const { body } = await shop.api.send('GET', `reports/inventory?item_fk=${item}`);
    const [row] = body.data['data'] as unknown as Record<string, string>[];
    return row?.['quantity'];
  };

  it('come back as five pieces at a till, and the rest in the office as pieces', async () => {
    const { id, item, box, number } = await boxed('2', '22000');
    const five = refund(id, { item_fk: item, unit_fk: shop.unit, quantity: '5', price: '916.6667' }, '4583');
    const [stored] = await send(shop.api, back.device, [await back.device.chain.next(five, { cashier: other })]);
    expect([stored?.state, stored?.review ?? []]).toEqual(['stored', []]);
    const data = (await ask(number, back.device.cookie)).body.data as unknown as ServerReceipt;
    expect(data.refunds).toMatchObject([{ lines: [{ line: 1, unit_fk: shop.unit, quantity: '5' }] }]);
    const units = () => [
      { unit_fk: shop.unit, unit_factor: '1' },
      { unit_fk: box, unit_factor: '12' },
    ];
    expect(returnableLines(data, data.refunds, units)).toMatchObject([
      { line: { unit_fk: shop.unit, price: '916.6667' }, whole: '24', before: '5', left: '19' },
    ]);
    const [drawer] = await send(shop.api, front.device, [front.opened]);
    const given = { drawer_fk: drawer?.id, date: DAY, reason: 'broken' };
    const named = (line: object) =>
      shop.api.send('POST', `pos_sales/${id}/refund`, { ...given, lines: [{ line_id: 1, item_fk: item, ...line }] });
    const tooMany = await named({ unit_fk: box, quantity: '2' });
    expect(tooMany.body.errors).toMatchObject({ 'lines.0.quantity': [expect.stringContaining('1.583333')] });
    expect((await named({ unit_fk: box, quantity: '1' })).status).toBe(200);
    expect((await shop.api.send('POST', `pos_sales/${id}/refund`, given)).status).toBe(200);
    await caughtUp(shop.api);
    const { status, refunds } = (await shop.api.send('GET', `pos_sales/${id}`)).body.data;
    expect(status).toBe('refunded');
    const parts = refunds as unknown as { lines: { quantity: string; unit_fk: number; gross_amount: string }[] }[];
    expect(parts.map(({ lines: [line] }) => [line?.unit_fk, line?.quantity, line?.gross_amount])).toEqual([
      [shop.unit, '5', '4583'],
      [box, '1', '11000'],
      [shop.unit, '7', '6417'],
    ]);
    expect(await stockOf(item)).toBe('24');
  });

  it('a till that says pieces and means boxes is noted: more came back than was sold', async () => {
    const { id, item } = await boxed('1', '11000');
    const most = refund(id, { item_fk: item, unit_fk: shop.unit, quantity: '13', price: '916.6667' }, '11917');
    const [stored] = await send(shop.api, back.device, [await back.device.chain.next(most, { cashier: other })]);
    expect(stored?.review?.map(({ rule, field }) => [rule, field])).toContainEqual([
      'more_than_sold',
      'lines.0.quantity',
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
