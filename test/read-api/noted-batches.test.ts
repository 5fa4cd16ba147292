/**
 * Batches that are corrected, and batches that are held: names in every report, buyers with telephones, what is not
 * available, and kits that were made of a batch.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office?.close());

type Answer = Awaited<ReturnType<Office['send']>>;
const idOf = (answer: Answer) => {
  expect(answer.body.errors).toBeUndefined();
  return Number(answer.body.data['id']);
};
const medicine = (name: string, more: object = {}) =>
  office.add('items', itemBody(shop.unit, name, { has_expire: true, has_batch_number: true, ...more }));

type Bought = readonly [batch: string, day: string, quantity: string];
const buy = (item: number, ...batches: readonly Bought[]) =>
  office.add('purchases', {
    ...purchaseBody(shop, '1', {
      lines: batches.map(([batch_number, expire_date, quantity]) => ({
        ...{ item_fk: item, unit_fk: shop.unit, quantity, price: '600', batch_number, expire_date },
      })),
    }),
    confirmed: true,
  });
const sell = (item: number, quantity: string, more: object = {}) =>
  office.send(
    'POST',
    'sales',
    saleBody(shop, '1', { lines: [{ item_fk: item, unit_fk: shop.unit, quantity, price: '1000' }], ...more }),
  );
const hold = (item: number, [batch_number, expire_date]: readonly string[], hold_type = 'held') =>
  office.send('POST', 'batch_holds', { item_fk: item, batch_number, expire_date, hold_type, reason: 'a letter' });

const named = (batch_number: string | null, expire_date: string | null, quantity: string) => ({
  ...{ batch_number, expire_date, quantity },
});

/** Texts like `B7 2027-01-31 4`. */
const onHandOf = async (item: number): Promise<string[]> =>
  objectsOf((await office.read(`items/${item}/batches`)).data).map(
    ({ batch_number, expire_date, quantity }) => `${batch_number} ${expire_date} ${quantity}`,
  );

const soldLine = (item: number, quantity: string, batches: readonly object[]) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity, price: '1000', batches },
});

const DAY = '2029-01-31';
const rowsOf = async (path: string) => objectsOf((await office.read(path)).data['data']);

describe('a held batch', () => {
  it('is not sold in any way until it is released, and reports say that it is held', async () => {
    const item = await medicine('Ranitidine');
    await buy(item, ['R1', DAY, '5']);
    const id = idOf(await hold(item, ['r 1', DAY], 'recalled'));
    const refused = await sell(item, '1');
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'lines.0.batches': ['Line 1, Ranitidine: batch R1 is held and is not sold, moved or used'] },
    ]);
    const [row, ...others] = await rowsOf(`reports/batches?item_fk=${item}`);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ batch_number: 'R1', expire_date: DAY, state: 'recalled', quantity: '5' });
    expect(await rowsOf(`reports/batches?item_fk=${item}&show=free`)).toEqual([]);
    const { data } = await office.read(`items/${item}/batches`);
    expect(data).toMatchObject([{ batch_number: 'R1', is_held: true, hold_type: 'recalled' }]);
    expect((await hold(item, ['R1', DAY])).status).toBe(422);
    expect((await office.send('POST', `batch_holds/${id}/reverse`, { reason: 'it was sound' })).status).toBe(200);
    expect(await rowsOf(`reports/batches?item_fk=${item}&show=free`)).toMatchObject([{ batch_number: 'R1' }]);
    idOf(await sell(item, '1'));
  });

  it('says on its page what is on hand of it, in the units of its item, where the person may look', async () => {
    const strip = await office.add('units', { unit_name: 'Strip of ten' });
    const [unit] = itemBody(shop.unit, '').item_units;
    const sized = { ...unit, unit_fk: strip, base_unit_qty: '10', is_base: false, is_default: false };
    const item = await medicine('Famotidine', { item_units: [unit, sized] });
    const store = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
    await buy(item, ['F1', DAY, '23'], ['F2', DAY, '5']);
    const moved = { item_fk: item, unit_fk: shop.unit, quantity: '4', batches: [named('F1', DAY, '4')] };
    const sent = await office.add('stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: store },
      ...{ date: '2026-03-11', lines: [moved], status: 'sent' },
    });
    expect((await office.send('POST', `stock_transfers/${sent}/receive`, {})).body.errors).toBeUndefined();
    const id = idOf(await hold(item, ['F1', DAY]));
    const told = async (token?: string) =>
      objectsOf((await office.read(`batch_holds/${id}/on_hand`, token)).data)
        .map(({ inventory_name, batch_number, hold_type, in_units }) => [
          ...[inventory_name, batch_number, hold_type],
          objectsOf(in_units).map(({ quantity, unit_name }) => `${quantity} ${unit_name}`),
        ])
        .toSorted();
    const back = ['Back room', 'F1', 'held', ['4 Bag']];
    expect(await told()).toEqual([back, ['Bazaar store', 'F1', 'held', ['1 Strip of ten', '9 Bag']]]);
    const clerk = await office.person('back', ['batch_holds/show'], { outlets: [shop.outlet], inventories: [store] });
    expect(await told(clerk)).toEqual([back]);
    // It is called otherwise now, and is held all the same.
    const correction = {
      item_fk: item,
      batch_number: 'F1',
      expire_date: DAY,
      new_batch_number: 'F7',
      reason: 'misread',
    };
    idOf(await office.send('POST', 'batch_corrections', correction));
    expect(await told(clerk)).toEqual([['Back room', 'F7', 'held', ['4 Bag']]]);
    expect((await office.send('POST', `batch_holds/${id}/reverse`, { reason: 'it was sound' })).status).toBe(200);
    expect(await told(clerk)).toEqual([['Back room', 'F7', null, ['4 Bag']]]);
    expect((await office.read('batch_holds/4242/on_hand')).status).toBe(404);
  });

  it('has its buyers in a list with their telephones, without those who brought it back', async () => {
    const item = await medicine('Cimetidine');
    await buy(item, ['C1', DAY, '9']);
    const customer = async (consumer_name: string, mobile: string) =>
      office.add('customers', { consumer_name, mobile });
    const [ali, sara] = [await customer('Ali', '07501234567'), await customer('Sara', '07507654321')];
    await sell(item, '2', { customer_fk: ali });
    await sell(item, '1', { customer_fk: ali });
    const sale = idOf(await sell(item, '3', { customer_fk: sara }));
    const buyers = async () =>
      (await rowsOf(`reports/batch_buyers?batch_number=c1&item_fk=${item}`)).map(
        ({ party_name, mobile, quantity, sales }) => `${party_name} ${mobile} ${quantity} ${sales}`,
      );
    expect((await buyers()).toSorted()).toEqual(['Ali 07501234567 3 2', 'Sara 07507654321 3 1']);
    idOf(
      await office.send('POST', 'sale_returns', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-20', sale_fk: sale },
        ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
        lines: [{ sale_line_id: 1, quantity: '3' }],
      }),
    );
    expect(await buyers()).toEqual(['Ali 07501234567 3 2']);
  });
});

it('what may not be sold is not available: proposals, shortages and the alerts count without it', async () => {
  const before = Number((await office.read('stocks/alerts')).data['shortages']);
  const item = await medicine('Eye drops', { shortage_alert: '20' });
  await buy(item, ['E1', '2026-01-31', '20'], ['E2', DAY, '2'], ['E3', DAY, '20']);
  const short = async () => (await rowsOf(`stocks?filter[item_fk]=${item}`)).map(({ is_short }) => is_short);
  const proposed = async () =>
    objectsOf((await office.read(`purchase_orders/proposal?inventory_fk=${shop.inventory}`)).data['items'])
      .filter(({ item_fk }) => item_fk === item)
      .map(({ in_hand, quantity }) => `${in_hand} ${quantity}`);
  expect(await short()).toEqual([false]);
  expect((await office.read('stocks/alerts')).data).toMatchObject({ shortages: before });
  expect(await proposed()).toEqual([]);
  idOf(await hold(item, ['E3', DAY]));
  expect(await short()).toEqual([true]);
  expect(await proposed()).toEqual(['2 18']);
  expect((await office.read('stocks/alerts')).data).toMatchObject({ shortages: before + 1 });
  const [found] = objectsOf((await office.read('items/list?search=Eye%20drops')).data['data']);
  expect(found).toMatchObject({ stock: '42', available_stock: '2' });
});

it('batches that nobody counted are listed before a round is finished, whatever they were called when others were', async () => {
  const item = await medicine('Thermometer gel');
  await buy(item, ['T1', DAY, '4'], ['T2', DAY, '2']);
  const round = await office.add('count_rounds', {
    ...{
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      date: '2026-03-20',
      time: '09:00:00',
      count_scope: 'inventory',
    },
    items: [{ item_fk: item }],
  });
  const entry = { item_fk: item, unit_fk: shop.unit, quantity: '4', batch_number: 't 1', expire_date: DAY };
  const entries = [{ ...entry, entry_uuid: '00000000-0000-4000-8000-00000000000a' }];
  expect((await office.send('POST', `count_rounds/${round}/count`, { entries })).status).toBe(200);
  const left = async () =>
    objectsOf((await office.read(`count_rounds/${round}/uncounted_batches`)).data).map(
      ({ batch_number }) => batch_number,
    );
  expect(await left()).toEqual(['T2']);
  const correction = { item_fk: item, batch_number: 'T1', expire_date: DAY, new_batch_number: 'T9', reason: 'misread' };
  idOf(await office.send('POST', 'batch_corrections', correction));
  expect(await left()).toEqual(['T2']);
});

it('goods that were sold without a batch before they came are settled by the batch that comes, and a recall says so', async () => {
  const item = await medicine('Cough syrup');
  await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true });
  const sale = idOf(await sell(item, '5'));
  await office.send('PATCH', 'system_settings/1', { allow_negative_stock: false });
  expect(await onHandOf(item)).toEqual(['null null -5']);
  const purchase = await buy(item, ['S1', DAY, '8']);
  expect(await onHandOf(item)).toEqual([`S1 ${DAY} 3`]);
  const recalled = (await rowsOf(`reports/batch_recall?batch_number=S1&item_fk=${item}`)).map(
    ({ what, quantity, document_kind, document_id }) => `${what} ${quantity} ${document_kind} ${document_id}`,
  );
  expect(recalled).toEqual(['on_hand 3 null null', `came_in 8 purchase ${purchase}`, `sold_before -5 sale ${sale}`]);
  expect((await sell(item, '4')).status).toBe(422);
  // The purchase stays as long as its goods are sold.
  const back = await office.send('POST', `purchases/${purchase}/return_to_draft`, { reason: 'wrong' });
  expect(back.status).toBe(409);
  await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'wrong' });
  expect((await onHandOf(item)).toSorted()).toEqual([`S1 ${DAY} 3`, 'null null 5']);
  expect((await office.send('POST', `purchases/${purchase}/return_to_draft`, { reason: 'wrong' })).status).toBe(200);
  expect(await onHandOf(item)).toEqual([]);
  expect(await acrossFindings(office)).toEqual([]);
});

it('goods that several customers bought before they came are settled in the order of their sales, each by its batch', async () => {
  const item = await medicine('Cough drops');
  const customer = (consumer_name: string) => office.add('customers', { consumer_name, mobile: '07501112233' });
  const [ali, sara] = [await customer('Dara'), await customer('Shilan')];
  await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true });
  await buy(item, ['A1', DAY, '1']);
  // One of the first sale is of A1; what is taken back and what is brought back was not sold before anything came.
  const first = idOf(await sell(item, '3', { customer_fk: ali }));
  const wrong = idOf(await sell(item, '4', { customer_fk: ali }));
  await office.send('POST', `sales/${wrong}/return_to_draft`, { reason: 'wrong' });
  const second = idOf(await sell(item, '4', { customer_fk: sara }));
  await office.send('PATCH', 'system_settings/1', { allow_negative_stock: false });
  await buy(item, ['B1', DAY, '3']);
  await buy(item, ['B2', DAY, '5']);
  const sold = async (batch: string) =>
    (await rowsOf(`reports/batch_recall?batch_number=${batch}&item_fk=${item}&show=sold_before`)).map(
      ({ party_name, document_id, quantity }) => `${party_name} ${document_id} ${quantity}`,
    );
  expect(await sold('B1')).toEqual([`Dara ${first} -2`, `Shilan ${second} -1`]);
  expect(await sold('B2')).toEqual([`Shilan ${second} -3`]);
  const buyers = (await rowsOf(`reports/batch_buyers?batch_number=B1&item_fk=${item}`)).map(
    ({ party_name, mobile, quantity, sales }) => `${party_name} ${mobile} ${quantity} ${sales}`,
  );
  expect(buyers.toSorted()).toEqual(['Dara 07501112233 2 1', 'Shilan 07501112233 1 1']);
});

describe('a kit', () => {
  const kitOf = async (name: string, part: number) => {
    const item = await office.add('items', itemBody(shop.unit, name));
    const collection = await office.add('collections', {
      ...{ collection_name: name, item_fk: item, unit_fk: shop.unit },
      lines: [{ item_fk: part, unit_fk: shop.unit, quantity: '1' }],
    });
    return { item, collection };
  };
  const convert = (collection_fk: number, conversion_type: string, quantity: string, more: object = {}) =>
    office.send('POST', 'conversions', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-10', status: 'complete' },
      ...{ conversion_type, collection_fk, quantity, ...more },
    });
  const onHand = async (item: number) =>
    objectsOf((await office.read(`items/${item}/batches`)).data).map(
      ({ batch_number, quantity }) => `${batch_number} ${quantity}`,
    );

  it('gives back the batches that went into it, the named ones first', async () => {
    const part = await medicine('Bandage');
    await buy(part, ['N1', '2028-01-31', '2'], ['N2', '2029-01-31', '5']);
    const { collection } = await kitOf('First aid kit', part);
    idOf(await convert(collection, 'item_to_collection', '4'));
    expect(await onHand(part)).toEqual(['N2 3']);
    const named = { parts: [{ item_fk: part, batches: [{ batch_number: 'n2', expire_date: DAY, quantity: '1' }] }] };
    idOf(await convert(collection, 'collection_to_item', '1', named));
    expect(await onHand(part)).toEqual(['N2 4']);
    const second = idOf(await convert(collection, 'collection_to_item', '3'));
    expect(await onHand(part)).toEqual(['N1 2', 'N2 5']);
    await office.send('POST', `conversions/${second}/return_to_draft`, { reason: 'only looked at' });
    idOf(await convert(collection, 'collection_to_item', '2'));
    expect(await onHand(part)).toEqual(['N1 2', 'N2 4']);
  });

  it('of which nobody knows what is inside is asked for it', async () => {
    const part = await medicine('Plaster');
    const { item, collection } = await kitOf('Bought kit', part);
    await office.add(
      'purchases',
      purchaseBody(shop, '1', {
        lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '2', price: '900' }],
      }),
    );
    const refused = await convert(collection, 'collection_to_item', '1');
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['lines.1.batches']]);
    const parts = [{ item_fk: part, batches: [{ batch_number: 'P1', expire_date: DAY, quantity: '1' }] }];
    idOf(await convert(collection, 'collection_to_item', '1', { parts }));
    expect(await onHand(part)).toEqual(['P1 1']);
  });

  it('carries a recall to its buyers', async () => {
    const part = await medicine('Antiseptic');
    await buy(part, ['A7', DAY, '3']);
    const { item, collection } = await kitOf('Travel kit', part);
    idOf(await convert(collection, 'item_to_collection', '3'));
    const customer_fk = await office.add('customers', { consumer_name: 'Dilan', mobile: '07509998877' });
    idOf(await sell(item, '2', { customer_fk }));
    const recalled = (await rowsOf(`reports/batch_recall?batch_number=A7&item_fk=${part}`)).map(
      ({ what, item_name, quantity, within }) => `${what} ${item_name} ${quantity} ${within}`,
    );
    expect(recalled).toEqual([
      'on_hand Travel kit 1 may_contain',
      'came_in Antiseptic 3 itself',
      'came_in Travel kit 3 may_contain',
      'sold Travel kit -2 may_contain',
      'gone Antiseptic -3 itself',
    ]);
    expect(await rowsOf('reports/batch_buyers?batch_number=A7')).toMatchObject([
      { party_name: 'Dilan', mobile: '07509998877', item_name: 'Travel kit', quantity: '2', within: 'may_contain' },
    ]);
  });
});

describe('a batch that was corrected', () => {
  const correct = (item: number, from: readonly string[], to: object) =>
    office.send('POST', 'batch_corrections', {
      ...{ item_fk: item, batch_number: from[0], expire_date: from[1], reason: 'misread' },
      ...to,
    });
  const recalled = async (item: number, number: string, more = '') => {
    const { data } = await office.read(`reports/batch_recall?item_fk=${item}&batch_number=${number}${more}`);
    return objectsOf(data['data']).map(
      ({ what, batch_number, expire_date, quantity }) => `${what} ${batch_number} ${expire_date} ${quantity}`,
    );
  };

  it('is called by its new name everywhere, also where it was sold, and by the old one as it was known then', async () => {
    const item = await medicine('Salbutamol');
    const bought = await buy(item, ['B12', '2027-02-15', '10']);
    const sold = idOf(await sell(item, '4'));
    const position = (await office.read('reports/batch_recall')).data['position'];
    const answer = await correct(item, ['b 12', '2027-02-15'], {
      new_batch_number: 'B13',
      new_expire_date: '2027-12-15',
    });
    const correction = idOf(answer);
    expect(await onHandOf(item)).toEqual(['B13 2027-12-15 6']);
    const trace = ['on_hand B13 2027-12-15 6', 'came_in B13 2027-12-15 10', 'sold B13 2027-12-15 -4'];
    expect(await recalled(item, 'B13')).toEqual(trace);
    expect(await recalled(item, 'B12')).toEqual([]);
    expect(await recalled(item, 'B12', `&known_at=${position}`)).toEqual(
      trace.map((row) => row.replace('B13 2027-12-15', 'B12 2027-02-15')),
    );
    for (const [resource, id] of [
      ['purchases', bought],
      ['sales', sold],
    ] as const) {
      const { data } = await office.read(`${resource}/${id}`);
      expect(data['batches']).toMatchObject([{ batch_number: 'B13', expire_date: '2027-12-15' }]);
      const paper = await office.read(`${resource}/${id}/paper`);
      expect(JSON.stringify(paper.data)).toContain('B13');
      expect(JSON.stringify(paper.data)).not.toContain('B12');
    }
    const { data } = await office.read(`purchases/${bought}`);
    expect(data['lines']).toMatchObject([{ batch_number: 'B13', expire_date: '2027-12-15' }]);
    const listed = await office.read('sales?with_lines=1');
    expect(JSON.stringify(listed.data)).toContain('B13');
    expect(objectsOf((await office.read('search?q=B13')).data)).toMatchObject([{ kind: 'batch', title: 'B13' }]);
    const shown = await office.read(`batch_corrections/${correction}`);
    expect(shown.data).toMatchObject({
      ...{ batch_number: 'B12', expire_date: '2027-02-15' },
      ...{ new_batch_number: 'B13', new_expire_date: '2027-12-15', reason: 'misread', status: 'complete' },
    });
  });

  it('is sold, returned, counted and bought again by its new name, and the stock of it is one', async () => {
    const item = await medicine('Cefixime');
    const purchase = await buy(item, ['E1', '2026-01-31', '10']);
    expect((await sell(item, '1')).status).toBe(422);
    idOf(await correct(item, ['E1', '2026-01-31'], { new_expire_date: '2027-06-30' }));
    const lines = [soldLine(item, '3', [named('e1', '2027-06-30', '3')])];
    const sold = idOf(await sell(item, '3', { lines }));
    const { data: shown } = await office.read(`sales/${sold}`);
    expect(objectsOf(shown['batches'])).toMatchObject([
      { batch_number: 'E1', expire_date: '2027-06-30', quantity: '3' },
    ]);
    await buy(item, ['E1', '2027-06-30', '5']);
    expect(await onHandOf(item)).toEqual(['E1 2027-06-30 12']);
    const back = await office.send('POST', 'purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-20', purchase_fk: purchase },
      ...{ supplier_fk: shop.supplier, currency_fk: 1, payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '2', batches: [named('E1', '2027-06-30', '2')] }],
    });
    idOf(back);
    expect(await onHandOf(item)).toEqual(['E1 2027-06-30 10']);
  });

  it('has its former name back when the correction is reversed, and moves no money', async () => {
    const item = await medicine('Azithromycin');
    await buy(item, ['Z1', '2027-01-31', '4']);
    const before = (await office.read('financial_reports/trial_balance')).data['footer'];
    const id = idOf(await correct(item, ['Z1', '2027-01-31'], { new_batch_number: 'Z7' }));
    expect(await onHandOf(item)).toEqual(['Z7 2027-01-31 4']);
    const reversed = await office.send('POST', `batch_corrections/${id}/reverse`, { reason: 'Z1 was right' });
    expect(reversed.status).toBe(200);
    expect(await onHandOf(item)).toEqual(['Z1 2027-01-31 4']);
    expect((await office.read('financial_reports/trial_balance')).data['footer']).toEqual(before);
    const { data } = await office.read(`batch_corrections/${id}/history`);
    expect(objectsOf(data).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['batch_correction.completed', 'batch_correction.reversed']),
    );
  });

  it('is refused without a reason, and asked about before it becomes one with another', async () => {
    const item = await medicine('Loratadine');
    await buy(item, ['L1', '2027-01-31', '4'], ['l 2', '2027-01-31', '1']);
    const asked = await correct(item, ['L1', '2027-01-31'], { new_batch_number: 'L2' });
    expect([asked.status, asked.body.errors]).toEqual([
      422,
      { new_batch_number: ['Loratadine has a batch l 2 already: the two become one batch. Is that right?'] },
    ]);
    idOf(await correct(item, ['L1', '2027-01-31'], { new_batch_number: 'L2', confirmed: true }));
    expect(await onHandOf(item)).toEqual(['l 2 2027-01-31 5']);
    const silent = await correct(item, ['l 2', '2027-01-31'], { new_batch_number: 'L3', reason: '' });
    expect([silent.status, Object.keys(silent.body.errors ?? {})]).toEqual([422, ['reason']]);
  });
});
