/** What waits for a person: own drafts, approvals and receipts, and what is due; in the own places and by right. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let clerk: string;
let chief: string;

const PLACES = () => ({ outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] });

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '100'));
  clerk = await office.person('clerk', ['sales/index', 'sales/store', 'sales/update'], PLACES());
  const approves = ['inventory_adjustments/index', 'inventory_adjustments/approve', 'purchases/index', 'sales/index'];
  chief = await office.person('chief', approves, PLACES());
});
afterAll(() => office.close());

const work = async (token?: string) => (await office.read('work/today', token)).data;

describe('the work of today', () => {
  it('has the own drafts, the newest first, and none of another person', async () => {
    expect(await work(clerk)).toMatchObject({ drafts: [], draft_count: 0 });
    const draft = { ...saleBody(shop, '2'), status: 'draft' };
    const made = await office.send('POST', 'sales', draft, { token: clerk });
    expect(made.status).toBe(201);
    await office.add('sales', { ...draft, customer_fk: shop.customer });
    const { drafts, draft_count } = (await work(clerk)) as unknown as {
      readonly drafts: readonly Record<string, unknown>[];
      readonly draft_count: number;
    };
    expect([draft_count, drafts.map(({ document_kind, total }) => [document_kind, total])]).toEqual([
      1,
      [['sale', '2000']],
    ]);
    expect(await work()).toMatchObject({ draft_count: 1 });
    expect(await work(chief)).toMatchObject({ draft_count: 0 });
  });

  it('has counts of others for whoever approves them', async () => {
    await office.add('inventory_adjustments', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-10' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, real_quantity: '99' }],
    });
    const waiting = [{ document_kind: 'inventory_adjustment', status: 'draft', count: 1 }];
    expect(await work(chief)).toMatchObject({ waiting });
    expect(await work(clerk)).toMatchObject({ waiting: [] });
    expect((await work())['waiting']).toEqual([]);
  });

  it('has what is due today and what is overdue, of the kinds that the person may list', async () => {
    const { today } = (await work()) as unknown as { readonly today: string };
    const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    await office.add('sales', saleBody(shop, '1', { ...onAccount, due_date: today }));
    await office.add('sales', saleBody(shop, '1', { ...onAccount, date: '2026-03-03' }));
    const sales = { document_kind: 'sale', due_today: 1, overdue: 1 };
    expect(await work(clerk)).toMatchObject({ due: [sales] });
    expect(await work(chief)).toMatchObject({ due: [{ document_kind: 'purchase', overdue: 1 }, sales] });
  });
});
