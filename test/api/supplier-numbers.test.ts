/**
 * A number that a supplier gave to a paper of theirs is asked about when a second document gets it: every kind of document
 * with a supplier and such a number (docs/decisions/0214).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { sortOfNumbers } from '../../domain/documents/supplier-numbers.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { check, requestOf, rowsOf } from '../imports/requests.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

let office: Office;
let shop: Shop;
let count = 0;
let box: number;
let types: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '1000'));
  box = await office.add('cashes', { account_name: 'Box', cash_type: 1, currency_fk: 1, allow_overdraft: true });
  types = await office.add('expense_types', { type_name: 'Bad debts' });
});
afterAll(() => office?.close());

const place = () => ({ outlet_fk: shop.outlet, supplier_fk: shop.supplier, currency_fk: 1 });
const goods = () => ({ ...place(), inventory_fk: shop.inventory, payment_type: 'on_account' });
const line = () => ({ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '700' });

/** Complete documents, but for their number. */
const BODIES: Readonly<Record<string, (date: string) => object | Promise<object>>> = {
  purchase: (date) => purchaseBody(shop, '1', { date }),
  purchase_return: (date) => ({ ...goods(), date, lines: [line()], status: 'complete' }),
  purchase_order: (date) => {
    const { payment_type: _, ...of } = goods();
    return { ...of, date, lines: [line()], status: 'bill' };
  },
  supplier_transaction: (date) => ({
    ...place(),
    transaction_type: 'pay',
    account_fk: box,
    date,
    amount: '50',
    allocate: 'none',
  }),
  settlement: (date) => ({
    ...place(),
    settled_as: 'debt',
    date,
    amount: '10',
    account: 610_000_000 + types,
    reason: 'agreed',
  }),
  expense: async (date) => ({
    ...place(),
    expense_type_fk: await office.add('expense_types', { type_name: `Power ${++count}` }),
    date,
    amount: '50',
    payment_type: 'on_account',
    status: 'complete',
  }),
  asset_purchase: async (date) => ({
    ...place(),
    fixed_asset_fk: await office.add('fixed_assets', {
      asset_name: `Van ${++count}`,
      asset_type_fk: await office.add('asset_types', { asset_type_name: `Vans ${count}` }),
    }),
    date,
    amount: '5000',
    payment_type: 'on_account',
    useful_life_months: 12,
    status: 'complete',
  }),
  landed_cost: async (date) => ({
    ...place(),
    cost_type: 'freight',
    lines: [{ purchase_fk: await office.add('purchases', purchaseBody(shop, '1')) }],
    date,
    amount: '50',
    payment_type: 'on_account',
    status: 'complete',
  }),
  opening_item: () => ({ ...place(), opened_as: 'debt', date: '2025-12-01', amount: '70' }),
};

const withNumbers = documentResources.filter((declaration) => sortOfNumbers(declaration) !== undefined);
const kinds = withNumbers.map((declaration) => [declaration.kind, declaration] as const);

async function bodyOf({ kind }: Pick<DocumentDeclaration, 'kind'>, reference_number: string, date = '2026-03-05') {
  return { ...(await BODIES[kind]?.(date)), reference_number };
}

const isAsked = ({ status, body }: Awaited<ReturnType<Office['send']>>) =>
  status === 422 && body.code === 'confirmation' && body.errors?.['reference_number'] !== undefined;

/** Another number for each test. */
const fresh = () => `INV-${++count}00`;

describe('a number of a supplier on a second document', () => {
  it('is that of every kind of document with a supplier and a number of theirs', () => {
    expect(withNumbers.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(BODIES).toSorted());
    const bills = withNumbers.filter((declaration) => sortOfNumbers(declaration) === 'bill');
    expect(bills.map(({ kind }) => kind)).toEqual([
      'purchase',
      'landed_cost',
      'expense',
      'asset_purchase',
      'opening_item',
    ]);
  });

  it.each(kinds)(
    'is asked about in any spelling, names the first one, and is taken when it is confirmed: %s',
    async (_, declaration) => {
      const { resource } = declaration;
      const number = fresh();
      const first = await office.add(resource, await bodyOf(declaration, number, '2026-03-04'));
      const { data } = await office.read(`${resource}/${first}`);
      for (const spelled of [
        number.toLowerCase(),
        number.replace('-', ' 00'),
        number.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.at(Number(digit)) ?? ''),
      ]) {
        const asked = await office.send('POST', resource, await bodyOf(declaration, spelled));
        expect([spelled, asked.status, asked.body.code]).toEqual([spelled, 422, 'confirmation']);
        const sentence = String(asked.body.errors?.['reference_number']);
        expect(sentence).toContain(String(data['number']));
        if (declaration.kind !== 'opening_item') expect(sentence).toContain('04/03/2026');
        expect(sentence).toMatch(/ [\d,]+ IQD$/);
      }
      const again = await bodyOf(declaration, number.replace('-', ''));
      const confirm = () =>
        office.send('POST', resource, { ...again, confirmed: true }, { key: `twice-${declaration.kind}` });
      const stored = await confirm();
      expect(stored.body.errors).toBeUndefined();
      expect([stored.status, (await confirm()).body.data['id']]).toEqual([201, stored.body.data['id']]);
    },
  );

  it.each(kinds)(
    'is another one of another supplier, and free again when its document was taken back: %s',
    async (_, declaration) => {
      const { resource, transitions } = declaration;
      const number = fresh();
      const body = await bodyOf(declaration, number);
      const first = await office.add(resource, body);
      const supplier_fk = await office.add('suppliers', { consumer_name: `Supplier ${++count}` });
      if (declaration.kind !== 'settlement') {
        expect(
          (await office.send('POST', resource, { ...(await bodyOf(declaration, number)), supplier_fk })).status,
        ).toBe(201);
      }
      const back = transitions['return_to_draft'] ? 'return_to_draft' : 'reverse';
      const done = await office.send('POST', `${resource}/${first}/${back}`, { reason: 'mistake' });
      expect([back, done.status, done.body.errors]).toEqual([back, 200, undefined]);
      const second = await office.send('POST', resource, await bodyOf(declaration, number));
      expect([second.status, second.body.errors]).toEqual([201, undefined]);
      // The first one was returned to its draft: completed again, it has the number of the second.
      const completing = transitions['complete'] ? 'complete' : transitions['bill'] && 'bill';
      if (back === 'reverse' || !completing) return;
      expect(isAsked(await office.send('POST', `${resource}/${first}/${completing}`, {}))).toBe(true);
      expect((await office.send('POST', `${resource}/${first}/${completing}`, { confirmed: true })).status).toBe(200);
    },
  );

  it('is one of all bills, whatever they are for, and no number of payments, orders and returns', async () => {
    const number = fresh();
    await office.add('purchases', await bodyOf({ kind: 'purchase' }, number));
    for (const declaration of withNumbers) {
      const sent = await office.send('POST', declaration.resource, await bodyOf(declaration, number));
      expect([declaration.kind, isAsked(sent)]).toEqual([declaration.kind, sortOfNumbers(declaration) === 'bill']);
    }
  });

  it('is not asked about in a draft, nor of the document itself', async () => {
    const number = fresh();
    await office.add('purchases', await bodyOf({ kind: 'purchase' }, number));
    const again = await bodyOf({ kind: 'purchase' }, number);
    const draft = await office.add('purchases', { ...again, status: 'draft' });
    expect(
      (await office.send('PATCH', `purchases/${draft}`, { ...again, note: 'later', status: 'draft' })).status,
    ).toBe(200);
    expect(isAsked(await office.send('PATCH', `purchases/${draft}`, { ...again, note: 'now' }))).toBe(true);
    expect(isAsked(await office.send('POST', `purchases/${draft}/complete`, {}))).toBe(true);
    const other = await office.send('PATCH', `purchases/${draft}`, { ...again, reference_number: fresh() });
    expect(other.status).toBe(200);
    expect((await office.send('POST', `purchases/${draft}/return_to_draft`, { reason: 'price' })).status).toBe(200);
    expect((await office.send('POST', `purchases/${draft}/complete`, {})).status).toBe(200);
  });

  it('is asked about on a bill that comes after the goods, and of the payment that corrects another one it is not', async () => {
    const number = fresh();
    await office.add('expenses', await bodyOf({ kind: 'expense' }, number));
    const { reference_number: _, ...before } = await bodyOf({ kind: 'purchase' }, '');
    const id = await office.add('purchases', { ...before, receive: false });
    expect((await office.send('POST', `purchases/${id}/receive`, { billed: false })).status).toBe(200);
    expect(isAsked(await office.send('POST', `purchases/${id}/bill`, { reference_number: number }))).toBe(true);
    const own = fresh();
    expect((await office.send('POST', `purchases/${id}/bill`, { reference_number: own })).status).toBe(200);
    expect(isAsked(await office.send('POST', 'expenses', await bodyOf({ kind: 'expense' }, own)))).toBe(true);
    const payment = await bodyOf({ kind: 'supplier_transaction' }, own);
    const replaces_fk = await office.add('supplier_transactions', payment);
    const corrected = await office.send('POST', 'supplier_transactions', {
      ...payment,
      amount: '60',
      replaces_fk,
      reason: 'amount',
    });
    expect([corrected.status, corrected.body.errors]).toEqual([201, undefined]);
  });

  it('is asked about of one of two documents that are entered at the same moment', async () => {
    for (const kind of ['purchase', 'expense', 'supplier_transaction']) {
      const declaration = withNumbers.find((each) => each.kind === kind) as DocumentDeclaration;
      const other =
        kind === 'purchase'
          ? (withNumbers.find((each) => each.kind === 'expense') as DocumentDeclaration)
          : declaration;
      const number = fresh();
      const [one, two] = [await bodyOf(declaration, number), await bodyOf(other, number)];
      const answers = await Promise.all([
        office.send('POST', declaration.resource, one),
        office.send('POST', other.resource, two),
      ]);
      expect([kind, ...answers.map(({ status }) => status).toSorted()]).toEqual([kind, 201, 422]);
      expect(answers.filter(isAsked)).toHaveLength(1);
    }
  });

  it('is said to be on another document, and no more, to a person who may not see that one', async () => {
    const number = fresh();
    await office.add('purchases', await bodyOf({ kind: 'purchase' }, number));
    const outlet = await office.add('outlets', { outlet_name: 'Elsewhere' });
    const inventory = await office.add('inventories', { inventory_name: 'Elsewhere', outlet_fk: outlet });
    const enter = ['purchases/store', 'purchases/complete', 'purchases/receive'];
    const elsewhere = await office.person('elsewhere', [...enter, 'purchases/show'], {
      outlets: [outlet],
      inventories: [inventory],
    });
    const unseeing = await office.person('unseeing', enter, {
      outlets: [shop.outlet, outlet],
      inventories: [shop.inventory, inventory],
    });
    for (const token of [elsewhere, unseeing]) {
      const body = { ...(await bodyOf({ kind: 'purchase' }, number)), outlet_fk: outlet, inventory_fk: inventory };
      const asked = await office.send('POST', 'purchases', body, { token });
      expect([asked.status, asked.body.errors]).toEqual([
        422,
        { reference_number: ['This number of the supplier is on another document already'] },
      ]);
      expect((await office.send('POST', 'purchases', { ...body, confirmed: true }, { token })).status).toBe(201);
    }
  });

  it('is a finding of its row when it comes in a file', async () => {
    const number = fresh();
    await office.add('expenses', await bodyOf({ kind: 'expense' }, number));
    const cells = (document_number: string) => ({
      supplier: 'Mill',
      document_number,
      document_date: '2025-12-01',
      open_amount: '100',
    });
    const request = requestOf(rowsOf([cells(number.toLowerCase()), cells(fresh())]), {
      parameters: { outlet: shop.outlet },
    });
    const { problems } = await check(office, 'opening_items', request);
    expect(problems.map(({ row, message }) => [row, message])).toEqual([
      [2, expect.stringContaining('This number of the supplier is on')],
    ]);
  });
});
