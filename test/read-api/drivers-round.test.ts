/** The round of a driver and its papers: the goods of each stop by batch, all goods to load, and the amounts to collect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let box: number;
let pills: number;
let syrup: number;
const orders: number[] = [];

const line = (item_fk: number, quantity: string, more: object = {}) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity, price: '1000', ...more },
});
const batch = (batch_number: string, expire_date: string) => ({ batch_number, expire_date });
const B1 = batch('B1', '2030-01-31');
const B2 = batch('B2', '2031-01-31');

async function order(lines: readonly object[], more: object = {}): Promise<void> {
  const { status: _, ...body } = saleBody(shop, '1', { customer_fk: shop.customer, lines, ...more });
  const id = await office.add('online_orders', body);
  for (const [step, given] of [['confirm', {}] as const, ['give_to_driver', { driver_fk: 1 }] as const]) {
    expect((await office.send('POST', `online_orders/${id}/${step}`, given)).body.errors).toBeUndefined();
  }
  orders.push(id);
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Chest' });
  const unit = { sale_price: '1000', barcodes: [] };
  const units = [
    { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, ...unit },
    { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, ...unit },
  ];
  const tracked = { has_expire: true, has_batch_number: true };
  pills = await office.add('items', itemBody(shop.unit, 'Pills', { ...tracked, item_units: units }));
  syrup = await office.add('items', itemBody(shop.unit, 'Syrup', tracked));
  const bought = [
    line(pills, '20', B2),
    line(pills, '5', B1),
    line(syrup, '5', batch('OLD', '2026-04-30')),
    line(syrup, '5', batch('S2', '2031-01-31')),
    line(shop.item, '50'),
  ];
  await office.add('purchases', purchaseBody(shop, '1', { lines: bought }));
  await order([line(pills, '3'), line(shop.item, '2'), line(syrup, '1')]);
  await order([line(pills, '1', { unit_fk: box, batches: [{ ...B2, quantity: '12' }] }), line(pills, '4')]);
  await order([line(pills, '2'), line(shop.item, '3', { bonus_quantity: '1' })], { payment_type: 'on_account' });
});
afterAll(() => office?.close());

const paperOf = async (paper: string) => {
  const { status, data } = await office.read(`drivers/1/paper?paper=${paper}`);
  expect(status).toBe(200);
  return membersOf(objectsOf(data['documents'])[0]);
};
/** For example `4 Piece Pills: B1 2, B2 2`. */
const said = (goods: unknown): string[] =>
  objectsOf(goods).map(({ quantity, unit_fk, item_fk, batches }) => {
    const parts = objectsOf(JSON.parse(String(batches ?? '[]'))).map(
      (part) => `${part['batch_number']} ${part['quantity']}`,
    );
    return `${quantity} ${unit_fk} ${item_fk}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  });
const unitName = async (): Promise<string> => String((await office.read(`units/${shop.unit}`)).data['unit_name']);
const itemName = async (): Promise<string> => String((await office.read(`items/${shop.item}`)).data['item_name']);

describe('the route sheet of a driver', () => {
  it('lists the goods of each stop with their batches, first expired first, and all goods to load', async () => {
    const sheet = await paperOf('route_sheet');
    const [piece, rice] = [await unitName(), await itemName()];
    expect((sheet['line_goods'] as unknown[]).map(said)).toEqual([
      // Expired syrup is not loaded.
      [`3 ${piece} Pills: B1 3`, `2 ${piece} ${rice}`, `1 ${piece} Syrup: S2 1`],
      ['1 Chest Pills: B2 12', `4 ${piece} Pills: B1 2, B2 2`],
      [`2 ${piece} Pills: B2 2`, `4 ${piece} ${rice}`],
    ]);
    const all = [
      `9 ${piece} Pills: B1 5, B2 4`,
      `6 ${piece} ${rice}`,
      `1 ${piece} Syrup: S2 1`,
      '1 Chest Pills: B2 12',
    ];
    expect(said(sheet['goods'])).toEqual(all);
    expect(said((await paperOf('loading_list'))['lines'])).toEqual(all);
  });

  it('collects what is unpaid in cash, and nothing for orders on account', async () => {
    const { data } = await office.read('drivers/1');
    const unpaid = objectsOf(data['orders']).map((stop) => String(stop['unpaid']));
    const sheet = await paperOf('route_sheet');
    const lines = objectsOf(sheet['lines']);
    expect(lines.map(({ to_collect }) => to_collect)).toEqual([unpaid[0], unpaid[1], '0']);
    expect(objectsOf(data['orders']).map(({ to_collect }) => to_collect)).toEqual([unpaid[0], unpaid[1], '0']);
    expect(sheet['total']).toBe(String(Number(unpaid[0]) + Number(unpaid[1])));
    // With one currency, it is named once below the table.
    expect(lines.map(({ currency_fk }) => currency_fk)).toEqual([null, null, null]);
  });

  it('names the batches that are issued when the orders are delivered in its order', async () => {
    const sheet = await paperOf('route_sheet');
    const printed = (sheet['line_goods'] as unknown[]).map((goods) => totals(objectsOf(goods).flatMap(batchesIn)));
    const issued: Members[] = [];
    for (const [index, id] of orders.entries()) {
      const given = index === 2 ? {} : { account_fk: shop.cash };
      expect((await office.send('POST', `online_orders/${id}/deliver`, given)).body.errors).toBeUndefined();
      const { data } = await office.read(`online_orders/${id}`);
      issued.push(totals(objectsOf(membersOf(data['delivery'])['batches'])));
      const paper = await office.read(`online_orders/${id}/paper?paper=delivery_note`);
      const lines = objectsOf(membersOf(objectsOf(paper.data['documents'])[0])['lines']);
      expect(totals(lines.flatMap(batchesIn))).toEqual(issued.at(-1));
    }
    expect(issued).toEqual(printed);
  });
});

it('expired goods are loaded after all others where the settings sell them, as they are issued', async () => {
  await office.send('PATCH', 'system_settings/1', { sell_expired: true });
  // Four pieces are left of the first batch, which has expired, and five of the other.
  await order([line(syrup, '6')]);
  const sheet = await paperOf('route_sheet');
  expect((sheet['line_goods'] as unknown[]).map(said)).toEqual([[`6 ${await unitName()} Syrup: S2 5, OLD 1`]]);
});

const batchesIn = ({ batches }: Members) => objectsOf(JSON.parse(String(batches ?? '[]')));

/** Quantities of the pills in base units by batch. The clock of the commands is before the expiry of the syrup. */
function totals(parts: readonly Members[]): Members {
  const sums: Record<string, number> = {};
  for (const { batch_number, quantity } of parts) {
    if (!String(batch_number).startsWith('B')) continue;
    sums[String(batch_number)] = (sums[String(batch_number)] ?? 0) + Number(quantity);
  }
  return sums;
}
