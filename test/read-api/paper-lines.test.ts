/** What stands in the rows of a paper is enough to check its total. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '100'));
});
afterAll(() => office?.close());

describe('the lines of a paper add up', () => {
  const linesOf = async (path: string) => {
    const { data } = await office.read(`${path}/paper`);
    return (data['documents'] as unknown as [{ readonly lines: readonly object[] }])[0].lines;
  };
  const onAccount = { payment_type: 'on_account', account_fk: null };

  it('of a receipt for debts in two currencies: each says its currency and the money for it', async () => {
    const customer = await office.add('customers', { consumer_name: 'Of two currencies' });
    const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '100' };
    const own = { ...onAccount, customer_fk: customer };
    const dollars = await office.add(
      'sales',
      saleBody(shop, '1', { ...own, currency_fk: 2, rate: '1480', lines: [line] }),
    );
    const dinars = await office.add('sales', saleBody(shop, '10', own));
    const received = (amount: string, allocations: readonly object[]) =>
      office.add('customer_transactions', {
        ...{ outlet_fk: shop.outlet, customer_fk: customer, transaction_type: 'receive', date: '2026-03-11' },
        ...{ currency_fk: 1, amount, account_fk: shop.cash, settle_rate: '1480', allocations },
      });
    const ofDinars = { document: `sale-${dinars}`, amount: '4000' };
    const both = await received('78000', [
      { document: `sale-${dollars}`, amount: '50', currency_fk: 2, used: '74000' },
      ofDinars,
    ]);
    expect(await linesOf(`customer_transactions/${both}`)).toMatchObject([
      { amount: '50', currency_fk: 'US dollar', used: '74000' },
      { amount: '4000', currency_fk: 'Iraqi dinar', used: '4000' },
    ]);
    // One currency is that of the total, and is not said in every row.
    const one = await received('4000', [ofDinars]);
    expect(await linesOf(`customer_transactions/${one}`)).toMatchObject([
      { amount: '4000', currency_fk: null, used: null },
    ]);
  });

  it('of a return: what was taken off with the discount of the whole invoice is said beside its line', async () => {
    const sale = await office.add('sales', saleBody(shop, '10', { discount: { type: 'percent', value: '5' } }));
    const back = await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity: '2' }],
    });
    expect(await linesOf(`sales/${sale}`)).toMatchObject([{ price: '1000', discount: null, line_total: '10000' }]);
    expect(await linesOf(`sale_returns/${back}`)).toMatchObject([
      { price: '1000', quantity: '2', discount: '100', line_total: '1900' },
    ]);
  });
});
