/** Paid goods that go back to their supplier while their bonus goods stay: asked about, and what it moves in the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let names = 0;

/** Twenty-five pieces at 1,000 with ten for nothing: each of the 35 costs 714.29. */
async function bought(): Promise<number> {
  names += 1;
  const item = await office.add('items', itemBody(shop.unit, `Syrup ${names}`, {}));
  const line = { item_fk: item, unit_fk: shop.unit, quantity: '25', bonus_quantity: '10', price: '1000' };
  return office.add('purchases', purchaseBody(shop, '25', { date: '2026-03-01', lines: [line] }));
}
const back = (purchase_fk: number, quantity: string, bonus_quantity: string | null, more: object = {}) =>
  office.send('POST', 'purchase_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, purchase_fk },
    ...{ date: '2026-03-05', currency_fk: 1, payment_type: 'on_account', status: 'complete' },
    ...{ lines: [{ purchase_line_id: 1, quantity, bonus_quantity }], ...more },
  });
async function variance(): Promise<number> {
  const { data } = await office.read('financial_reports/trial_balance');
  const row = objectsOf(data['rows']).find(({ key }) => key === 'purchase-variance');
  return Number(row?.['debit'] ?? 0) - Number(row?.['credit'] ?? 0);
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office?.close());

describe('paid goods that go back', () => {
  it('without their bonus goods are asked about, with how many stay and what becomes purchase variance', async () => {
    const purchase = await bought();
    const asked = await back(purchase, '25', null);
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(Object.keys(asked.body.errors ?? {})).toEqual(['lines.0.bonus_quantity']);
    const [said] = asked.body.errors?.['lines.0.bonus_quantity'] ?? [];
    expect(said).toMatch(/\b10\b.*\b7,?143\b/);
    const before = await variance();
    expect((await back(purchase, '25', null, { confirmed: true })).status).toBe(201);
    expect((await variance()) - before).toBeCloseTo(-7142.8571, 0);
  });

  it('with their part of the bonus goods move nothing to purchase variance, and nothing is asked', async () => {
    const purchase = await bought();
    const before = await variance();
    expect((await back(purchase, '10', '4')).status).toBe(201);
    expect((await variance()) - before).toBeCloseTo(0, 3);
    // The rest: six bonus goods came with these fifteen.
    const asked = await back(purchase, '15', '5');
    expect(asked.body.errors?.['lines.0.bonus_quantity']?.[0]).toMatch(/\b1\b/);
    expect((await back(purchase, '15', '6')).status).toBe(201);
    expect((await variance()) - before).toBeCloseTo(0, 3);
  });

  it('are not asked about where no whole bonus piece belongs to them', async () => {
    const purchase = await bought();
    expect((await back(purchase, '2', null)).status).toBe(201);
    expect((await back(purchase, '1', null)).body.code).toBe('confirmation');
  });
});
