/** Payments of parties through the interface, up to the books: nothing owed is nothing in the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { checkBooks } from '../../projector/verify/invariants.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dollars: number;
let names = 0;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.send('PATCH', 'system_settings/1', { rate_decimals: 4 });
  dollars = await office.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
  await office.add('purchases', purchaseBody(shop, '10000'));
});
afterAll(() => office.close());

const rows = async <Row extends object>(sql: string, ...given: unknown[]) => {
  await office.read('reports/inventory');
  return onDatabase(office.database.url, async (client) => (await client.query<Row>(sql, given)).rows);
};
/** Balances of a party as [account, currency, foreign, base], without zeros. */
const owed = async (party: string) => {
  const found = await rows<{ account: number; currency_fk: number; foreign: string; base: string }>(
    `select account, currency_fk, sum(foreign_debit - foreign_credit)::float::text as foreign,
       sum(debit - credit)::float::text as base from read.party_day where party = $1 group by 1, 2 order by 1, 2`,
    party,
  );
  return found
    .map(({ account, currency_fk, foreign, base }) => [account, currency_fk, Number(foreign), Number(base)])
    .filter(([, , foreign, base]) => foreign !== 0 || base !== 0);
};
const newParty = (kind: 'customer' | 'supplier') => {
  names += 1;
  return office.add(`${kind}s`, { consumer_name: `Party ${names}` });
};
const DOLLARS = { currency_fk: 2, rate: '1483.3337' };
const sold = (customer_fk: number, price: string, more: object = {}) =>
  office.add(
    'sales',
    saleBody(shop, '1', {
      ...{ customer_fk, payment_type: 'on_account', account_fk: null, ...DOLLARS },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }],
      ...more,
    }),
  );
const payment = (kind: 'customer' | 'supplier', party: number, amount: string, more: object = {}) => ({
  ...{ [`${kind}_fk`]: party, transaction_type: kind === 'customer' ? 'receive' : 'pay' },
  ...{ outlet_fk: shop.outlet, date: '2026-03-15', ...DOLLARS, amount, account_fk: dollars, ...more },
});
const paid = (kind: 'customer' | 'supplier', party: number, amount: string, more: object = {}) =>
  office.add(`${kind}_transactions`, payment(kind, party, amount, more));
async function post(path: string, body: object) {
  const answer = await office.send('POST', path, body);
  expect([path, answer.status, answer.body.errors]).toEqual([path, 200, undefined]);
  return answer.body.data;
}
const takenBack = (kind: 'customer' | 'supplier', id: number) =>
  post(`${kind}_transactions/${id}/reverse`, { reason: 'entered by mistake' });

describe('a debt in dollars that is paid in parts, of which the first is taken back', () => {
  it('leaves nothing of a sale', async () => {
    const customer = await newParty('customer');
    await sold(customer, '100.03');
    const first = await paid('customer', customer, '10.07');
    await paid('customer', customer, '10.11');
    await takenBack('customer', first);
    const last = await paid('customer', customer, '89.92');
    expect(await owed(`customer-${customer}`)).toEqual([]);
    // The last one taken back, and entered again, is the same.
    await takenBack('customer', last);
    await paid('customer', customer, '89.92');
    expect(await owed(`customer-${customer}`)).toEqual([]);
  });

  it('leaves nothing of a purchase, of which the rest goes back', async () => {
    const supplier = await newParty('supplier');
    await paid('customer', await newParty('customer'), '500');
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '8992', price: '0.01' }];
    const purchase = await office.add('purchases', {
      ...purchaseBody(shop, '1', { supplier_fk: supplier, ...DOLLARS }),
      lines: [...lines, { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '10.11' }],
    });
    const first = await paid('supplier', supplier, '10.07');
    await paid('supplier', supplier, '10.11');
    await takenBack('supplier', first);
    await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: purchase, supplier_fk: supplier },
      ...{ currency_fk: 2, date: '2026-03-16', payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '8992' }],
    });
    expect(await owed(`supplier-${supplier}`)).toEqual([]);
  });

  it('leaves nothing of an advance that sales use up, and nothing of a sale that comes back', async () => {
    const customer = await newParty('customer');
    const advance = await paid('customer', customer, '100.03');
    const allocate = async (allocation_id: number, price: string) => {
      const sale = await sold(customer, price);
      const allocations = [{ document: `sale-${sale}`, amount: price }];
      await post(`customer_transactions/${advance}/allocate`, { allocation_id, date: '2026-03-15', allocations });
    };
    await allocate(1, '10.07');
    await allocate(2, '10.11');
    await post(`customer_transactions/${advance}/unallocate`, { allocation_id: 1 });
    await allocate(3, '89.92');
    expect((await owed(`customer-${customer}`)).map(([account, , foreign]) => [account, foreign])).toEqual([
      [1210, 10.07],
    ]);
    const [sale] = await rows<{ id: number }>(
      `select substring(document from '\\d+$')::int as id from read.open_item where party = $1 and amount <> 0`,
      `customer-${customer}`,
    );
    await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale?.id, date: '2026-03-16' },
      ...{ payment_type: 'on_account', lines: [{ sale_line_id: 1, quantity: '1' }], status: 'complete' },
    });
    expect(await owed(`customer-${customer}`)).toEqual([]);
  });
});

it('the books hold, and what was claimed agrees with them', async () => {
  await office.read('reports/inventory');
  const broken = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkAcross(client, 'read')),
    ...(await checkClaims(client, 'read')),
  ]);
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
