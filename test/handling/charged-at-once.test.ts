/** Two people charge the same lost goods at the same time: together they charge what the goods cost, and nobody is charged twice. */
import { expect, it } from 'vitest';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { IQD } from '../projector/shop.ts';

const KINDS = ['stock_transfer', 'sale_transfer'] as const;
const WHY = { reason: 'the driver remembers', date: '2026-03-12' };

it.each(KINDS)('one of two people who charge what a lost %s cost is told that all is charged', async (kind) => {
  const business = await openBusiness(true, YEARS, { scope: 'inventory', method: 'moving_average' });
  const { shop, premises } = business;
  shop.afterCommand = () => business.books.catchUp();
  const { unit: unit_fk, items, outlets, inventories, suppliers } = premises;
  const at = { outlet_fk: outlets[0], inventory_fk: inventories[0], date: '2026-03-10' };
  const line = { item_fk: items[0], unit_fk, price: '1000' };
  const bought = { ...at, currency_fk: IQD, payment_type: 'on_account', supplier_fk: suppliers[0], status: 'complete' };
  await shop.enter('purchase', { ...bought, lines: [{ ...line, quantity: '10' }] });
  const there = { to_outlet_fk: outlets[1], to_inventory_fk: inventories[1] };
  const { price, ...goods } = line;
  const priced = kind === 'sale_transfer' ? { currency_fk: IQD, lines: [{ ...goods, price, quantity: '4' }] } : {};
  const sent = { ...at, ...there, lines: [{ ...goods, quantity: '4' }], ...priced, status: 'sent' };
  const id = (await shop.enter(kind, sent))?.id ?? 0;
  expect(await shop.transit(kind, id, 'report_missing', { date: WHY.date })).toBeDefined();
  const charge = (charge_id: number, more: object = {}) =>
    shop.transit(kind, id, 'charge_missing', { charge_id, charged_user_fk: 1, ...more, ...WHY });
  const both = await Promise.all([charge(1), charge(2, { charged_amount: '4000' })]);
  expect(both.filter((answer) => answer !== undefined)).toHaveLength(1);
  const charged = (await business.events()).filter(({ type }) => type === `${kind}.charged`);
  expect(charged.map(({ data }) => data)).toMatchObject([{ charged_amount: '4000' }]);
  // Taken back by both at once, it is free to be charged again.
  const [taken] = charged.map(({ data }) => (data as { readonly charge_id: number }).charge_id);
  const back = () => shop.transit(kind, id, 'reverse_charge', { charge_id: taken, ...WHY });
  await Promise.all([back(), back()]);
  const reversed = (await business.events()).filter(({ type }) => type === `${kind}.charge_reversed`);
  expect(reversed).toHaveLength(1);
  const parts = await Promise.all([charge(3, { charged_amount: '2500' }), charge(4, { charged_amount: '2500' })]);
  expect(parts.filter((answer) => answer !== undefined)).toHaveLength(1);
});
