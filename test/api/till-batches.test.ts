/**
 * Batches at tills: the catalogue contains them, and every paid receipt is stored, with a note if goods were expired or
 * short.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchQuantity } from '../../domain/stock/batch.ts';
import { openOffice } from '../read-api/office.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { caughtUp, type OpenedTill, openedTill, openTillShop, receiptOf, send, type TillShop } from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
let item: number;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
  item = await shop.api.add('items', itemBody(shop.unit, 'Amoxicillin', { has_expire: true, has_batch_number: true }));
  const line = { item_fk: item, unit_fk: shop.unit, price: '600' };
  await shop.api.add(
    'purchases',
    purchaseBody(shop, '1', {
      lines: [
        { ...line, quantity: '4', batch_number: 'LATE', expire_date: '2027-01-31' },
        { ...line, quantity: '3', batch_number: 'SOON', expire_date: '2026-09-30' },
        { ...line, quantity: '2', batch_number: 'OLD', expire_date: '2026-03-10' },
      ],
    }),
  );
  await send(shop.api, till.device, [till.opened]);
});
afterAll(() => shop?.api.close());

const named = (batch_number: string, expire_date: string, quantity: string): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity },
});

/** Enters a receipt of pieces at 1,000. */
async function sell(count: number, batches?: BatchQuantity[]) {
  const printed = { discount_amount: '0', tax_amount: '0', total_amount: String(count * 1000) };
  const line = { line_id: 1, item_fk: item, unit_fk: shop.unit, quantity: String(count), price: '1000' };
  const { chain } = till.device;
  const content = receiptOf(shop, { drawer: till.drawer, account: till.account, number: chain.number }, count, {
    lines: [{ ...line, ...(batches ? { batches } : {}), ...printed }],
  });
  const entry = await chain.next(content, { cashier: shop.cashier });
  const [answer] = await send(shop.api, till.device, [entry]);
  await caughtUp(shop.api);
  const sale = await shop.api.send('GET', `pos_sales/${answer?.id}`);
  const moved = (sale.body.data['batches'] ?? []) as BatchQuantity[];
  return {
    state: answer?.state,
    rules: answer?.review?.map(({ rule }) => rule),
    moved: moved.map(({ batch_number, quantity }) => `${batch_number} ${quantity}`),
  };
}

/** The first line of the answer, and the batches of the item. */
async function inCatalogue(after = '') {
  const headers = { cookie: till.device.cookie };
  const answer = await shop.api.app.inject({ method: 'GET', url: `/api/till/catalogue${after}`, headers });
  const [head, ...parts] = answer.payload
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Part);
  const items = parts.filter(({ table }) => table === 'items').flatMap(({ rows = [] }) => rows);
  expect(items.find(({ id }) => id === shop.item)?.batches).toBeUndefined();
  const batches = items.find(({ id }) => id === item)?.batches;
  return {
    position: head?.position ?? '',
    batches: batches?.map(({ batch_number, expire_date, quantity }) => `${batch_number} ${expire_date} ${quantity}`),
  };
}

interface Part {
  readonly position?: string;
  readonly table?: string;
  readonly rows?: readonly { readonly id: number; readonly batches?: readonly BatchQuantity[] }[];
}

it('the catalogue has the batches on hand, and again where they changed', async () => {
  await caughtUp(shop.api);
  const { position, batches } = await inCatalogue();
  expect(batches).toEqual(['OLD 2026-03-10 2', 'SOON 2026-09-30 3', 'LATE 2027-01-31 4']);
  expect(await sell(1)).toEqual({ state: 'stored', rules: undefined, moved: ['SOON 1'] });
  const changed = await inCatalogue(`?after=${position}`);
  expect(changed.batches).toEqual(['OLD 2026-03-10 2', 'SOON 2026-09-30 2', 'LATE 2027-01-31 4']);
});

it('a receipt is stored with the batches that it names; what it does not name is suggested', async () => {
  expect(await sell(1, [named('LATE', '2027-01-31', '1')])).toEqual({
    ...{ state: 'stored', rules: undefined, moved: ['LATE 1'] },
  });
  expect(await sell(2, [named('LATE', '2027-01-31', '1')])).toEqual({
    ...{ state: 'stored', rules: undefined, moved: ['LATE 1', 'SOON 1'] },
  });
});

it('a batch that had expired, or was not there so often, is stored and noted for a review', async () => {
  expect(await sell(1, [named('OLD', '2026-03-10', '1')])).toEqual({
    ...{ state: 'stored', rules: ['batch_expired'], moved: ['OLD 1'] },
  });
  expect(await sell(2, [named('SOON', '2026-09-30', '2')])).toEqual({
    ...{ state: 'stored', rules: ['not_enough_of_batch'], moved: ['SOON 2'] },
  });
  // A recall lists the customers who received the batch.
  const recall = await shop.api.send('GET', 'reports/batch_recall?batch_number=soon&show=sold');
  expect(recall.body.data['data']).toHaveLength(3);
});
