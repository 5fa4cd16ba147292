/**
 * Lines that were removed from receipts before payment: in the receipt, on the page of the drawer, and counted in the
 * list of drawers.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOffice } from '../read-api/office.ts';
import {
  caughtUp,
  DAY,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
});
afterAll(() => shop.api.close());

it('is kept with the receipt and with the closing of the drawer, and posts nothing', async () => {
  const { device, drawer, account } = till;
  const other = await newCashier(shop, 'Second');
  const off = (quantity: string, time: string, cashier_fk = shop.cashier) => ({
    ...{ item_fk: shop.item, unit_fk: shop.unit, quantity, price: '1000', date: DAY, time, cashier_fk },
  });
  const number = `${device.chain.number.split('-')[0]}-000002`;
  const by = { cashier: shop.cashier };
  const entries = [
    till.opened,
    await device.chain.next(
      {
        ...receiptOf(shop, { drawer, account, number }),
        removed: [off('3', '08:59:10'), off('0.5', '08:59:30', other)],
      },
      by,
    ),
    await device.chain.next(
      {
        kind: 'count',
        drawer,
        date: DAY,
        time: '10:20:00',
        accounts: [{ account_fk: account, counted_amount: '11900' }],
      },
      by,
    ),
    await device.chain.next(
      {
        ...{ kind: 'close_drawer', drawer, date: DAY, time: '10:21:00', removed: [off('1', '10:19:00')] },
        accounts: [{ account_fk: account, left_amount: '0', expected_amount: '12000' }],
      },
      by,
    ),
  ];
  const answers = await send(shop.api, device, entries);
  expect(answers.map(({ state }) => state)).toEqual(entries.map(() => 'stored'));
  await caughtUp(shop.api);
  const receipt = await shop.api.send('GET', `pos_sales/${answers[1]?.id}`);
  expect(receipt.body.data).toMatchObject({
    removed: [{ quantity: '3', cashier_fk: shop.cashier }, { quantity: '0.5' }],
  });
  const { body } = await shop.api.send('GET', `closing_drawers/${answers[0]?.id}/figures`);
  const removed = (body.data as unknown as { removed: Record<string, unknown>[] }).removed;
  expect(removed.map(({ quantity, cashier_name, time }) => [quantity, cashier_name, time])).toEqual([
    ['3', 'Rezan', '08:59:10'],
    ['0.5', 'Second', '08:59:30'],
    ['1', 'Rezan', '10:19:00'],
  ]);
  expect(removed[0]).toMatchObject({ item_name: expect.any(String), unit_name: expect.any(String), price: '1000' });
  const list = await shop.api.send('GET', 'closing_drawers?per_page=10');
  expect(list.body.data).toMatchObject({ data: [{ removed_lines: 3 }] });
  const { sold, receipts } = body.data as unknown as Record<string, unknown>;
  expect(list.body.data).toMatchObject({ data: [{ receipts, sold, difference: '-100' }] });
});

it('is refused where it is malformed, with the field', async () => {
  const { device, drawer, account } = till;
  const removed = [
    {
      item_fk: shop.item,
      unit_fk: shop.unit,
      quantity: '-1',
      price: '1000',
      date: DAY,
      time: '09:00:00',
      cashier_fk: 1,
    },
  ];
  const number = device.chain.number;
  const entry = await device.chain.next(
    { ...receiptOf(shop, { drawer, account, number }), removed },
    { cashier: shop.cashier },
  );
  const [answer] = await send(shop.api, device, [entry]);
  expect(answer).toMatchObject({
    state: 'refused',
    errors: [{ field: expect.stringContaining('removed.0.quantity') }],
  });
});
