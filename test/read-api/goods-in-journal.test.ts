/**
 * Goods in the journal for hledger: quantities by batch at their cost, also of goods that cost nothing, that came back, went to
 * another inventory, or whose batch was called otherwise.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

const DAY = '2027-06-30';
const LATER = '2027-12-31';

let office: Office;
let shop: Shop;
let item: number;
let store: number;

const done = async (sent: ReturnType<Office['send']>): Promise<number> => {
  const { status, body } = await sent;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return Number(body.data['id']);
};

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  store = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
  item = await office.add(
    'items',
    itemBody(shop.unit, 'Syrup; "5%" | A', { has_expire: true, has_batch_number: true }),
  );
  const lot = (batch_number: string, expire_date: string, quantity: string, price = '600.1') => ({
    ...{ item_fk: item, unit_fk: shop.unit, quantity, price, batch_number, expire_date },
  });
  const buy = (...lines: readonly object[]) =>
    done(office.send('POST', 'purchases', { ...purchaseBody(shop, '1', { lines }), confirmed: true }));
  await buy(lot('A,1', DAY, '10'), lot('B 2', LATER, '7'));
  await buy(lot('FREE', LATER, '3', '0'));
  await done(office.send('POST', 'purchases', purchaseBody(shop, '20')));
  const sale = await done(
    office.send('POST', 'sales', saleBody(shop, '1', { lines: [{ ...goods('12.5'), price: '1000' }] })),
  );
  await done(office.send('POST', 'sales', saleBody(shop, '4')));
  const back = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' };
  const paid = { payment_type: 'cash', account_fk: shop.cash, status: 'complete' };
  await done(office.send('POST', 'sale_returns', { ...back, ...paid, lines: [{ sale_line_id: 1, quantity: '4' }] }));
  const sent = await done(
    office.send('POST', 'stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: store },
      ...{ date: '2026-03-11', status: 'sent', lines: [goods('2')] },
    }),
  );
  await done(office.send('POST', `stock_transfers/${sent}/receive`, {}));
  const renamed = {
    item_fk: item,
    batch_number: 'FREE',
    expire_date: LATER,
    new_batch_number: 'GIFT',
    reason: 'misread',
  };
  await done(office.send('POST', 'batch_corrections', renamed));
});
afterAll(() => office?.close());

const goods = (quantity: string) => ({ item_fk: item, unit_fk: shop.unit, quantity });

const GOODS = /^ +\S[^"]*? {2}(-?\d+\.\d{6}) "([^"]+)" @@ (\d+\.\d{4}) IQD(?: {2}; (.*))?$/gm;

function sumsOf(of: Iterable<readonly [key: string, amount: bigint]>): Record<string, bigint> {
  const found = new Map<string, bigint>();
  for (const [key, amount] of of) found.set(key, (found.get(key) ?? 0n) + amount);
  return Object.fromEntries([...found].filter(([, amount]) => amount !== 0n).toSorted());
}

it('are those of each batch that is on hand, and of the stock', async () => {
  await office.read('reports/batches');
  const { text, status } = await office.read('exports/hledger');
  expect(status).toBe(200);
  const name = `Syrup 5% A, item ${item}`;
  expect(text).toContain(`commodity 1000.000000 "${name}"`);
  const postings = [...text.matchAll(GOODS)].map(([, units = '0', goods, cost, tags = '']) => ({
    ...{ units: quantity(units), goods, cost },
    lot: /lot:([^,]+)/.exec(tags)?.[1] ?? '',
    expires: /expires:([^,]+)/.exec(tags)?.[1] ?? '',
  }));
  const told = postings.filter(({ goods }) => goods === name);
  const onHand = objectsOf((await office.read('reports/batches')).data['data']);
  const held = onHand.filter((row) => String(row['item_name']).startsWith('Syrup'));
  expect(held.length).toBeGreaterThan(2);
  expect(sumsOf(told.map(({ lot, expires, units }) => [`${lot} ${expires}`, units] as const))).toEqual(
    sumsOf(
      held.map(
        (row) =>
          [
            `${String(row['batch_number']).replaceAll(',', ' ')} ${row['expire_date']}`,
            quantity(String(row['quantity'])),
          ] as const,
      ),
    ),
  );
  const rice = postings.filter(({ goods }) => goods === `Rice, item ${shop.item}`);
  expect(rice.map(({ units, cost }) => [units, cost])).toEqual([
    [quantity('20'), '12000.0000'],
    [quantity('-4'), '2400.0000'],
  ]);
});
