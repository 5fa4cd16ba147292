/**
 * Goods with batches, from the purchase to the recall: stated and proposed batches, refusals, and the remaining
 * quantities.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let other: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  other = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
});
afterAll(() => office?.close());

const medicine = (name: string, more: object = {}) =>
  office.add('items', itemBody(shop.unit, name, { has_expire: true, has_batch_number: true, ...more }));

type Bought = readonly [batch: string | null, day: string | null, quantity: string];

const boughtLine = (item: number, [batch_number, expire_date, quantity]: Bought) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity, price: '600', batch_number, expire_date },
});
const buy = (item: number, ...batches: readonly Bought[]) =>
  office.add('purchases', purchaseBody(shop, '1', { lines: batches.map((batch) => boughtLine(item, batch)) }));

const soldLine = (item: number, quantity: string, more: object = {}) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity, price: '1000', ...more },
});
const sell = (item: number, quantity: string, more: object = {}) =>
  office.send('POST', 'sales', saleBody(shop, '1', { lines: [soldLine(item, quantity, more)] }));

const named = (batch_number: string | null, expire_date: string | null, quantity: string) => ({
  ...{ batch_number, expire_date, quantity },
});

/** Texts like `B7 2027-01-31 4`; goods without a batch are `- - 4`. */
async function onHand(item: number, inventory = shop.inventory): Promise<string[]> {
  const { status, data } = await office.read(`items/${item}/batches?inventory_fk=${inventory}`);
  expect(status).toBe(200);
  return (data as unknown as { batch_number: string | null; expire_date: string | null; quantity: string }[]).map(
    (batch) => `${batch.batch_number ?? '-'} ${batch.expire_date ?? '-'} ${batch.quantity}`,
  );
}

const movedBy = async (resource: string, id: number) => {
  const { data } = await office.read(`${resource}/${id}`);
  return ((data['batches'] ?? []) as { batch_number: string; quantity: string; is_expired?: boolean }[]).map(
    ({ batch_number, quantity, is_expired }) => `${batch_number} ${quantity}${is_expired ? ' expired' : ''}`,
  );
};

const idOf = (answer: Awaited<ReturnType<Office['send']>>) => {
  expect(answer.body.errors).toBeUndefined();
  return Number(answer.body.data['id']);
};
const errorsOf = ({ body }: Awaited<ReturnType<Office['send']>>) => body.errors;

describe('goods that come in', () => {
  it('name the batch that the item requires, line by line', async () => {
    const item = await medicine('Amoxicillin');
    const refused = await office.send(
      'POST',
      'purchases',
      purchaseBody(shop, '1', {
        lines: [
          boughtLine(item, ['A1', '2027-01-31', '1']),
          boughtLine(item, [null, '2027-01-31', '1']),
          boughtLine(item, ['A2', null, '1']),
        ],
      }),
    );
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        'lines.1.batch_number': ['Line 2, Amoxicillin: enter the batch number'],
        'lines.2.expire_date': ['Line 3, Amoxicillin: enter the expiry date'],
      },
    ]);
    await buy(item, ['A1', '2027-01-31', '4'], ['A2', '2026-12-31', '3'], ['A1', '2027-01-31', '1']);
    expect(await onHand(item)).toEqual(['A2 2026-12-31 3', 'A1 2027-01-31 5']);
  });

  it('name none of an item that has none', async () => {
    const refused = await office.send(
      'POST',
      'purchases',
      purchaseBody(shop, '1', { lines: [boughtLine(shop.item, ['A1', null, '1'])] }),
    );
    expect(errorsOf(refused)).toEqual({ 'lines.0.batch_number': ['Line 1, Rice: this item has no batches'] });
  });
});

describe('goods that go out', () => {
  it('leave first expired first out over several batches, and each batch is exact', async () => {
    const item = await medicine('Ibuprofen');
    await buy(item, ['I2', '2027-03-31', '5'], ['I1', '2026-09-30', '2']);
    const sale = idOf(await sell(item, '4'));
    expect(await movedBy('sales', sale)).toEqual(['I1 2', 'I2 2']);
    expect(await onHand(item)).toEqual(['I2 2027-03-31 3']);
    await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'wrong' });
    expect(await onHand(item)).toEqual(['I1 2026-09-30 2', 'I2 2027-03-31 5']);
  });

  it('are of the batches that the line names, which add up to it', async () => {
    const item = await medicine('Aspirin');
    await buy(item, ['S1', '2026-09-30', '2'], ['S2', '2027-03-31', '5']);
    expect(errorsOf(await sell(item, '3', { batches: [named('S2', '2027-03-31', '2')] }))).toEqual({
      'lines.0.batches': ['Line 1, Aspirin: the batches add up to 2, the line to 3'],
    });
    expect(errorsOf(await sell(item, '3', { batches: [named('S1', '2026-09-30', '3')] }))).toEqual({
      'lines.0.batches': ['Not enough of batch S1 of Aspirin in Bazaar store: 2 on 11/03/2026'],
    });
    const sale = idOf(
      await sell(item, '3', { batches: [named('S2', '2027-03-31', '2'), named('S1', '2026-09-30', '1')] }),
    );
    expect(await movedBy('sales', sale)).toEqual(['S2 2', 'S1 1']);
    expect(await onHand(item)).toEqual(['S1 2026-09-30 1', 'S2 2027-03-31 3']);
  });

  it('are sold once: of two sales of the last pack of a batch one is refused', async () => {
    const item = await medicine('Insulin');
    await buy(item, ['N1', '2026-09-30', '1'], ['N2', '2027-09-30', '5']);
    const batches = [named('N1', '2026-09-30', '1')];
    const answers = await Promise.all([1, 2, 3].map(() => sell(item, '1', { batches })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    // Without a stated batch, the sale takes another one.
    const rest = await Promise.all([1, 2, 3].map(() => sell(item, '1')));
    expect(rest.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await onHand(item)).toEqual(['N2 2027-09-30 2']);
  });

  it('that have expired are refused, or sold and marked where the setting allows it', async () => {
    const item = await medicine('Syrup');
    await buy(item, ['Y1', '2026-03-10', '2'], ['Y2', '2026-03-11', '1']);
    expect(await movedBy('sales', idOf(await sell(item, '1')))).toEqual(['Y2 1']);
    const sentence = ['Line 1, Syrup: batch Y1 expired on 10/03/2026'];
    expect(errorsOf(await sell(item, '1'))).toEqual({ 'lines.0.batches': sentence });
    const y1 = { batches: [named('Y1', '2026-03-10', '1')] };
    expect(errorsOf(await sell(item, '1', y1))).toEqual({ 'lines.0.batches': sentence });
    await office.send('PATCH', 'system_settings/1', { sell_expired: true });
    expect(await movedBy('sales', idOf(await sell(item, '1')))).toEqual(['Y1 1 expired']);
    await office.send('PATCH', 'system_settings/1', { sell_expired: false });
  });
});

describe('documents between them', () => {
  it('a transfer keeps its batches, also in parts, and a return returns the sold ones', async () => {
    const item = await medicine('Vitamin');
    await buy(item, ['V1', '2026-09-30', '3'], ['V2', '2027-03-31', '3']);
    const transfer = await office.add('stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: other },
      ...{ date: '2026-03-05', status: 'sent', lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '5' }] },
    });
    const receive = (quantity: string) =>
      office.send('POST', `stock_transfers/${transfer}/receive`, {
        date: '2026-03-06',
        lines: [{ line_id: 1, quantity }],
      });
    idOf(await receive('2'));
    expect(await onHand(item, other)).toEqual(['V1 2026-09-30 2']);
    idOf(await receive('5'));
    expect(await onHand(item, other)).toEqual(['V1 2026-09-30 3', 'V2 2027-03-31 2']);
    expect(await onHand(item)).toEqual(['V2 2027-03-31 1']);

    const sale = idOf(
      await office.send('POST', 'sales', {
        ...saleBody(shop, '1', { inventory_fk: other, lines: [soldLine(item, '5')] }),
      }),
    );
    const back = (quantity: string) =>
      office.send('POST', 'sale_returns', {
        ...{ outlet_fk: shop.outlet, inventory_fk: other, sale_fk: sale, date: '2026-03-12', payment_type: 'cash' },
        ...{ account_fk: shop.cash, lines: [{ sale_line_id: 1, quantity }], status: 'complete' },
      });
    idOf(await back('2'));
    idOf(await back('2'));
    expect(await onHand(item, other)).toEqual(['V1 2026-09-30 3', 'V2 2027-03-31 1']);
  });

  it('a count states the quantity of every batch, with any earlier movements', async () => {
    const item = await office.add('items', itemBody(shop.unit, 'Bandage'));
    await office.add('purchases', purchaseBody(shop, '1', { lines: [soldLine(item, '6')] }));
    await office.send('PATCH', `items/${item}`, { has_batch_number: true });
    expect(await onHand(item)).toEqual(['- - 6']);
    idOf(await sell(item, '1'));
    await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
    const count = async (date: string, real_quantity: string, batches: object[]) => {
      const id = await office.add('inventory_adjustments', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date },
        lines: [{ item_fk: item, unit_fk: shop.unit, real_quantity, batches }],
      });
      return office.send('POST', `inventory_adjustments/${id}/approve`);
    };
    expect(errorsOf(await count('2026-03-12', '7', []))).toEqual({
      'lines.0.batches': ['Line 1, Bandage: say which batches were counted'],
    });
    idOf(await count('2026-03-12', '5', [named('K1', null, '3'), named('K2', null, '2')]));
    expect(await onHand(item)).toEqual(['K1 - 3', 'K2 - 2']);
    // A purchase that is entered later for a day before the count was included in the count.
    await office.add('purchases', {
      ...purchaseBody(shop, '1', { lines: [boughtLine(item, ['K9', null, '4'])] }),
      date: '2026-03-04',
    });
    expect(await onHand(item)).toEqual(['K1 - 3', 'K2 - 2']);
    idOf(await count('2026-03-13', '4', [named('K2', null, '4')]));
    expect(await onHand(item)).toEqual(['K2 - 4']);
    expect(errorsOf(await office.send('PATCH', `items/${item}`, { has_batch_number: false }))).toEqual({
      has_batch_number: ['An item that is kept by batches stays so'],
    });
  });
});

it('a batch is one however its number is typed, in every inventory, and a recall finds it by any spelling', async () => {
  const item = await medicine('Cetirizine');
  await buy(item, ['CT-12', '2027-01-31', '3']);
  const there = { lines: [boughtLine(item, ['ct 12', '2027-01-31', '4'])], inventory_fk: other };
  await office.add('purchases', purchaseBody(shop, '1', there));
  await buy(item, ['Ct١٢', '2027-01-31', '2']);
  expect([await onHand(item), await onHand(item, other)]).toEqual([['CT-12 2027-01-31 5'], ['CT-12 2027-01-31 4']]);
  const refused = await office.send(
    'POST',
    'purchases',
    purchaseBody(shop, '1', { lines: [boughtLine(item, ['ct12', '2027-12-31', '1'])] }),
  );
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    {
      'lines.0.batch_number': [
        'Line 1, Cetirizine: batch ct12 expires on 31/01/2027 as it is known: is it another batch?',
      ],
    },
  ]);
  for (const typed of ['ct12', 'CT 12', 'ct-۱۲']) {
    const recall = await office.read(`reports/batch_recall?batch_number=${encodeURIComponent(typed)}&show=came_in`);
    expect(objectsOf(recall.data['data']).length).toBe(3);
  }
});

describe('goods of a purchase that come later', () => {
  it('name their batches when they are received, and the page and the recall show them', async () => {
    const item = await medicine('Paracetamol');
    const lines = [
      { item_fk: shop.item, unit_fk: shop.unit, quantity: '5', price: '600' },
      { item_fk: item, unit_fk: shop.unit, quantity: '10', price: '600' },
    ];
    const purchase = await office.add('purchases', purchaseBody(shop, '1', { lines, receive: false }));
    const receive = (quantity: string, batches?: object[], more: object = {}) => {
      const line = { line_id: 2, quantity, ...(batches ? { batches } : {}) };
      return office.send('POST', `purchases/${purchase}/receive`, { date: '2026-03-05', lines: [line], ...more });
    };
    const other = { lines: [{ line_id: 1, quantity: '5' }] };
    idOf(await receive('0', undefined, other));
    expect(errorsOf(await receive('10'))).toEqual({
      'lines.1.batches': ['Line 2, Paracetamol: enter the batch number', 'Line 2, Paracetamol: enter the expiry date'],
    });
    const parts = [named('P1', '2027-01-31', '4'), named('P2', '2027-02-28', '2')];
    idOf(await receive('6', parts));
    idOf(await receive('10', [named('P2', '2027-02-28', '4')], { billed: false }));
    expect(await onHand(item)).toEqual(['P1 2027-01-31 4', 'P2 2027-02-28 6']);
    const { data } = await office.read(`purchases/${purchase}`);
    expect(objectsOf(data['receipts']).map(({ named: said }) => objectsOf(said).length)).toEqual([0, 1, 1]);
    const recall = await office.read('reports/batch_recall?batch_number=P2');
    expect(objectsOf(recall.data['data']).length).toBe(2);
  });
});

describe('goods that come back of a sale', () => {
  const back = (sale: number, quantity: string, batches?: object[]) =>
    office.send('POST', 'sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity, ...(batches ? { batches } : {}) }],
    });

  it('are what is left of each batch after named ones, and after a return that was taken back', async () => {
    const item = await medicine('Zinc');
    await buy(item, ['Z1', '2026-09-30', '3'], ['Z2', '2027-03-31', '2']);
    const sale = idOf(await sell(item, '5'));
    const first = idOf(await back(sale, '2', [named('Z2', '2027-03-31', '2')]));
    idOf(await back(sale, '1'));
    expect(await onHand(item)).toEqual(['Z1 2026-09-30 1', 'Z2 2027-03-31 2']);
    expect(errorsOf(await back(sale, '1', [named('Z2', '2027-03-31', '1')]))).toEqual({
      'lines.0.batches': ['Line 1, Zinc: at most 0 of batch Z2 can still be returned'],
    });
    idOf(await office.send('POST', `sale_returns/${first}/return_to_draft`, { reason: 'wrong' }));
    expect(await onHand(item)).toEqual(['Z1 2026-09-30 1']);
    idOf(await back(sale, '4'));
    expect(await onHand(item)).toEqual(['Z1 2026-09-30 3', 'Z2 2027-03-31 2']);
  });
});

it('a sale of an earlier day has no batch that arrived later, and none that was sold since', async () => {
  const item = await medicine('Iron');
  await buy(item, ['F1', '2027-03-31', '3'], ['F2', '2027-06-30', '5']);
  const arrived = { lines: [boughtLine(item, ['F0', '2026-09-30', '5'])], date: '2026-03-10' };
  await office.add('purchases', purchaseBody(shop, '1', arrived));
  const f1 = { batches: [named('F1', '2027-03-31', '2')] };
  const on = (date: string, quantity: string, more: object = {}) =>
    office.send('POST', 'sales', saleBody(shop, '1', { date, lines: [soldLine(item, quantity, more)] }));
  idOf(await on('2026-03-09', '2', f1));
  expect(await movedBy('sales', idOf(await on('2026-03-05', '2')))).toEqual(['F1 1', 'F2 1']);
  expect(await movedBy('sales', idOf(await on('2026-03-11', '6')))).toEqual(['F0 5', 'F2 1']);
});

describe('goods of no batch', () => {
  const loose = async (name: string, quantity: string) => {
    const item = await office.add('items', itemBody(shop.unit, name));
    await office.add('purchases', purchaseBody(shop, '1', { lines: [soldLine(item, quantity)] }));
    await office.send('PATCH', `items/${item}`, { has_batch_number: true, has_expire: true });
    return item;
  };

  it('are sold while expired goods are on hand, also from an order that reserved them', async () => {
    const item = await loose('Gauze', '3');
    await buy(item, ['G1', '2026-03-10', '2']);
    const { status: _, ...ordered } = saleBody(shop, '1', { customer_fk: shop.customer, lines: [soldLine(item, '2')] });
    const order = await office.add('online_orders', ordered);
    for (const step of ['confirm', 'deliver']) idOf(await office.send('POST', `online_orders/${order}/${step}`));
    expect(await movedBy('sales', idOf(await sell(item, '1')))).toEqual([]);
    expect(errorsOf(await sell(item, '1'))).toEqual({
      'lines.0.batches': ['Line 1, Gauze: batch G1 expired on 10/03/2026'],
    });
    expect(await onHand(item)).toEqual(['G1 2026-03-10 2']);
  });

  it('are counted at the moment of the count, also when some were sold before it is approved', async () => {
    await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
    const item = await loose('Cotton', '10');
    const counted = await office.add('inventory_adjustments', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11', time: '09:00' },
      lines: [{ item_fk: item, unit_fk: shop.unit, real_quantity: '10' }],
    });
    const sold = { time: '09:30', lines: [soldLine(item, '3')] };
    idOf(await office.send('POST', 'sales', saleBody(shop, '1', sold)));
    idOf(await office.send('POST', `inventory_adjustments/${counted}/approve`));
    expect(await onHand(item)).toEqual(['- - 7']);
  });
});

it('papers and answers name the batches of a line: of a draft those that it names, later those that moved', async () => {
  const item = await medicine('Balm');
  const purchase = await office.add('purchases', {
    ...purchaseBody(shop, '1', { lines: [boughtLine(item, ['P1', '2027-03-31', '5'])] }),
  });
  await buy(item, ['P2', '2026-12-31', '1']);
  const sale = idOf(await sell(item, '3'));
  const printed = async (path: string) => {
    const { data } = await office.read(path);
    const [first] = objectsOf(data['documents']);
    return JSON.parse(String(objectsOf(first?.['lines'])[0]?.['batches'])) as unknown;
  };
  const two = [named('P2', '2026-12-31', '1'), named('P1', '2027-03-31', '2')];
  // Of several batches also in the units of the item, for a line in another unit.
  const printedTwo = two.map((batch) => ({
    ...batch,
    in_units: [{ quantity: batch.quantity, unit_name: 'Bag' }],
  }));
  expect(await printed(`sales/${sale}/paper`)).toEqual(printedTwo);
  expect(await printed(`sales/${sale}/paper?paper=delivery_note`)).toEqual(printedTwo);
  expect(await printed(`purchases/${purchase}/paper`)).toEqual([named('P1', '2027-03-31', '5')]);
});

it('a recall lists the origin of a batch, its buyers, and where the rest is', async () => {
  const item = await medicine('Drops');
  await buy(item, ['D7', '2027-03-31', '5']);
  const customer = await office.add('customers', { consumer_name: 'Shilan', mobile: '0750 123' });
  idOf(
    await office.send('POST', 'sales', saleBody(shop, '1', { customer_fk: customer, lines: [soldLine(item, '2')] })),
  );
  const consumer = await office.add('online_customers', { consumer_name: 'Dilan', mobile: '0770555' });
  const { status: _, ...ordered } = saleBody(shop, '1', { online_customer_fk: consumer, lines: [soldLine(item, '1')] });
  const order = await office.add('online_orders', ordered);
  for (const step of ['confirm', 'deliver']) idOf(await office.send('POST', `online_orders/${order}/${step}`));
  const { data } = await office.read('reports/batch_recall?batch_number=d7');
  const rows = (data as unknown as { data: Record<string, unknown>[] }).data;
  expect(
    rows.map(({ what, party_name, mobile, quantity, document_kind }) => [
      what,
      party_name,
      mobile,
      quantity,
      document_kind,
    ]),
  ).toEqual([
    ['on_hand', null, null, '2', null],
    ['came_in', 'Mill', null, '5', 'purchase'],
    ['sold', 'Dilan', '0770555', '-1', 'online_order'],
    ['sold', 'Shilan', '0750 123', '-2', 'sale'],
  ]);
});

it('lists of documents have their goods for a spreadsheet: each batch once, the quantity of a line in its first row', async () => {
  const item = await medicine('Ointment');
  await buy(item, ['O1', '2026-09-30', '2'], ['O2', '2027-03-31', '5']);
  const sale = idOf(await sell(item, '4'));
  const draft = saleBody(shop, '1', { status: 'draft', lines: [soldLine(item, '1')] });
  const unsold = await office.add('sales', draft);
  const listed = async (parameters: string) => {
    const { status, data } = await office.read(`sales?${parameters}`);
    expect(status).toBe(200);
    return objectsOf((data as unknown as { data: unknown }).data);
  };
  const both = await listed(`with_lines=1&is_paginated=0&filter[id]=${sale},${unsold}&sortColumn=id&sortDir=asc`);
  const row = (
    quantity: string | null,
    batch_number: string | null,
    expire_date: string | null,
    of_batch: unknown,
  ) => ({
    ...{ line_id: 1, item_fk: item, item_name: 'Ointment', unit_name: expect.any(String), price: '1000' },
    ...{ quantity, bonus_quantity: null, batch_number, expire_date, of_batch },
  });
  expect(both.map(({ lines }) => lines)).toEqual([
    [row('4', 'O1', '2026-09-30', '2'), row(null, 'O2', '2027-03-31', '2')],
    [row('1', null, null, null)],
  ]);
  const [plain] = await listed(`filter[id]=${sale}`);
  expect(plain).not.toHaveProperty('lines');
  const { data: purchases } = await office.read('purchases?with_lines=1&per_page=10');
  const [first] = objectsOf((purchases as unknown as { data: unknown }).data);
  expect(objectsOf(first?.['lines']).map(({ batch_number, of_batch }) => [batch_number, of_batch])).toEqual([
    ['O1', '2'],
    ['O2', '5'],
  ]);
});

describe('the search', () => {
  const found = async (typed: string, token = office.token) =>
    objectsOf((await office.read(`search?q=${encodeURIComponent(typed)}`, token)).data)
      .filter(({ kind }) => kind === 'batch')
      .map(({ title, subtitle, path }) => [title, subtitle, path]);

  it('finds a batch by the beginning of its number, of each item that bears it, and opens its recall', async () => {
    const [syrup, cream] = [await medicine('Syrup'), await medicine('Cream')];
    await buy(syrup, ['Q-7/a', '2027-03-31', '5']);
    await buy(cream, ['q-7/a', '2027-04-30', '5']);
    const path = (item: number, number: string) => `/reports/batch-recall?item_fk=${item}&batch_number=${number}`;
    const hits = [
      ['Q-7/a', 'Syrup', path(syrup, 'Q-7%2Fa')],
      ['q-7/a', 'Cream', path(cream, 'q-7%2Fa')],
    ];
    expect((await found('Q-7')).toSorted()).toEqual(hits);
    expect((await found(' q-7/A ')).toSorted()).toEqual(hits);
    expect((await found('Q-٧/a')).toSorted()).toEqual(hits);
    expect(await found('7/a')).toEqual([]);
    expect(await found('%%')).toEqual([]);
  });

  it('finds no batch for people who may not recall it, or do not see its inventory', async () => {
    const recall = ['reports/batch_recall'];
    const elsewhere = await office.person('elsewhere', recall, { outlets: [shop.outlet], inventories: [other] });
    const there = await office.person('there', recall, { outlets: [shop.outlet], inventories: [shop.inventory] });
    const clerk = await office.person('clerk', ['items/index'], { inventories: [shop.inventory] });
    const hits = await Promise.all([there, elsewhere, clerk].map((token) => found('q-7', token)));
    expect(hits.map(({ length }) => length)).toEqual([2, 0, 0]);
  });
});
