/** A piece with a serial number as people meet it: found by its number, with its life, its papers and its warranty. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let other: number;
let phone: number;
let cable: number;

const [FIRST, SECOND, THIRD] = ['356938035643809', '356938035643817', 'SN-44 a'] as const;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  other = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
  phone = await office.add(
    'items',
    itemBody(shop.unit, 'Phone', { serial_numbers: 'at_receipt', warranty_months: 12 }),
  );
  cable = await office.add('items', itemBody(shop.unit, 'Cable', { warranty_months: 1 }));
});
afterAll(() => office?.close());

const named = (...numbers: readonly string[]) => ({
  batches: numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
});
const line = (item: number, quantity: string, price: string, more: object = {}) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity, price, ...more },
});
const idOf = (answer: Awaited<ReturnType<Office['send']>>) => {
  expect(answer.body.errors).toBeUndefined();
  return Number(answer.body.data['id']);
};

/** `sold Phone 356938035643809 Bazaar store S-000001`, in the order of the report. */
async function rows(query: string, token?: string) {
  const { status, data } = await office.read(`reports/serial_numbers${query}`, token);
  expect(status).toBe(200);
  return objectsOf(data['data']).map(({ what, item_name, serial_number, inventory_name }) =>
    [what, item_name, serial_number, inventory_name].join(' '),
  );
}

describe('a piece', () => {
  let sale: number;

  it('is received with its number and found by it, however it is typed', async () => {
    idOf(
      await office.send(
        'POST',
        'purchases',
        purchaseBody(shop, '3', { lines: [line(phone, '3', '600', named(FIRST, SECOND, THIRD))] }),
      ),
    );
    const stock = await office.read(`items/${phone}/batches`);
    expect(objectsOf(stock.data).map(({ batch_number, quantity }) => [batch_number, quantity])).toEqual([
      [FIRST, '1'],
      [SECOND, '1'],
      [THIRD, '1'],
    ]);
    for (const typed of [FIRST, ' 3569-3803-5643-809', '٣٥٦٩٣٨٠٣٥٦٤٣٨٠٩']) {
      expect((await office.read(`items/scanned?code=${encodeURIComponent(typed)}`)).data).toEqual({
        ...{ item_fk: phone, unit_fk: shop.unit, quantity: '1', batch_number: null, expire_date: null },
        serial_number: FIRST,
      });
    }
    expect((await office.read('items/scanned?code=999')).data).toBeNull();
    const hits = objectsOf((await office.read(`search?q=${SECOND.slice(0, 14)}`)).data);
    expect(hits.map(({ kind, title, path }) => [kind, title, path])).toEqual([
      ['batch', SECOND, `/reports/serial-numbers?item_fk=${phone}&serial_number=${SECOND}`],
    ]);
  });

  it('is sold with its warranty, which the invoice prints with the number', async () => {
    const lines = [line(phone, '1', '1000', named(SECOND)), line(cable, '2', '5')];
    idOf(await office.send('POST', 'purchases', purchaseBody(shop, '1', { lines: [line(cable, '9', '3')] })));
    sale = idOf(
      await office.send(
        'POST',
        'sales',
        saleBody(shop, '1', { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer, lines }),
      ),
    );
    const { data } = await office.read(`sales/${sale}/paper`);
    const [paper] = objectsOf(data['documents']);
    const printed = objectsOf(paper?.['lines']);
    expect(printed.map(({ batches, warranty_until }) => [batches, warranty_until])).toEqual([
      [null, '2027-03-11'],
      [null, '2026-04-11'],
    ]);
    expect(JSON.parse(String(printed[0]?.['serials']))).toEqual([
      { batch_number: SECOND, expire_date: null, quantity: '1' },
    ]);
  });

  it('has a page that tells where it came from, was moved and sold, and until when it has a warranty', async () => {
    idOf(
      await office.send('POST', 'stock_transfers', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: other },
        ...{
          date: '2026-03-11',
          status: 'sent',
          lines: [{ ...line(phone, '1', '0', named(THIRD)), price: undefined }],
        },
      }),
    );
    expect(await rows(`?serial_number=${SECOND}`)).toEqual([
      `came_in Phone ${SECOND} Bazaar store`,
      `sold Phone ${SECOND} Bazaar store`,
    ]);
    const { data } = await office.read(`reports/serial_numbers?serial_number=${SECOND}`);
    expect(objectsOf(data['data'])[1]).toMatchObject({
      party_name: 'Azad',
      warranty_until: '2027-03-11',
      document_kind: 'sale',
    });
    expect(await rows('?serial_number=sn44A')).toEqual([
      `came_in Phone ${THIRD} Bazaar store`,
      `moved Phone ${THIRD} Bazaar store`,
    ]);
    expect(await rows('')).toEqual([`on_hand Phone ${FIRST} Bazaar store`]);
  });

  it('comes back with its number, and its page goes on', async () => {
    idOf(
      await office.send('POST', 'sale_returns', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11' },
        ...{ payment_type: 'on_account', status: 'complete', lines: [{ sale_line_id: 1, quantity: '1' }] },
      }),
    );
    expect((await rows(`?serial_number=${SECOND}`)).map((row) => row.split(' ')[0])).toEqual([
      'came_in',
      'sold',
      'came_back',
      'on_hand',
    ]);
  });

  it('that was counted as missing is gone, and one that was found is on hand', async () => {
    await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
    const drafted = idOf(
      await office.send('POST', 'inventory_adjustments', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11' },
        lines: [{ item_fk: phone, unit_fk: shop.unit, real_quantity: '2', ...named(SECOND, 'FOUND-1') }],
      }),
    );
    const approved = await office.send('POST', `inventory_adjustments/${drafted}/approve`);
    expect(approved.body.errors).toBeUndefined();
    expect((await rows(`?serial_number=${FIRST}`)).map((row) => row.split(' ')[0])).toEqual(['came_in', 'gone']);
    expect((await rows('?serial_number=found1')).map((row) => row.split(' ')[0])).toEqual(['counted', 'on_hand']);
  });

  it('is seen only with the permission, and in the inventories of the person', async () => {
    const clerk = await office.person('piececlerk', ['reports/serial_numbers'], {
      outlets: [shop.outlet],
      inventories: [other],
    });
    expect(await rows(`?serial_number=${SECOND}`, clerk)).toEqual([]);
    const nobody = await office.person('nopieces', ['items/index'], { inventories: [shop.inventory] });
    expect((await office.read('reports/serial_numbers', nobody)).status).toBe(403);
  });
});

it('a piece is found by its number where it is, was, or is on its way to, and in no other outlet', async () => {
  const item = await office.add('items', itemBody(shop.unit, 'Router', { serial_numbers: 'at_receipt' }));
  const outlet_fk = await office.add('outlets', { outlet_name: 'Zakho' });
  const inventory_fk = await office.add('inventories', { inventory_name: 'Zakho store', outlet_fk });
  const bought = purchaseBody(shop, '2', { lines: [line(item, '2', '60', named('R-1', 'R-2'))] });
  idOf(await office.send('POST', 'purchases', bought));
  const far = await office.person('farpieces', ['items/index'], { outlets: [outlet_fk], inventories: [inventory_fk] });
  const found = async (code: string, token?: string) =>
    (await office.read(`items/scanned?code=${code}`, token)).data?.['item_fk'] ?? null;
  expect([await found('R-1'), await found('R-1', far)]).toEqual([item, null]);
  await office.add('stock_transfers', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11', status: 'sent' },
    ...{ to_outlet_fk: outlet_fk, to_inventory_fk: inventory_fk },
    lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '1', ...named('R-1') }],
  });
  expect([await found('R-1', far), await found('R-2', far)]).toEqual([item, null]);
});

describe('a piece whose number was misread', () => {
  const correct = (item: number, batch_number: string, new_batch_number: string, more: object = {}) =>
    office.send('POST', 'batch_corrections', {
      ...{ item_fk: item, batch_number, expire_date: null, new_batch_number, reason: 'misread' },
      ...more,
    });
  const buy = (item: number, numbers: readonly string[], more: object = {}) =>
    office.send('POST', 'purchases', {
      ...purchaseBody(shop, '1', { lines: [line(item, String(numbers.length), '600', named(...numbers))] }),
      ...more,
    });
  const sell = (item: number, number: string) =>
    office.send('POST', 'sales', saleBody(shop, '1', { lines: [line(item, '1', '900', named(number))] }));
  const add = (name: string) => office.add('items', itemBody(shop.unit, name, { serial_numbers: 'at_receipt' }));

  it('is found, sold and taken back by the right one, and is in stock once', async () => {
    const item = await add('Watch');
    idOf(await buy(item, ['W-18', 'W-2']));
    idOf(await correct(item, 'w18', 'W-13'));
    expect((await office.read('items/scanned?code=w13')).data).toMatchObject({ item_fk: item, serial_number: 'W-13' });
    expect((await office.read('items/scanned?code=w18')).data).toBeNull();
    expect((await buy(item, ['W-13'])).body.errors).toEqual({
      'lines.0.batches': ['Watch: a piece with serial number W-13 is in stock already'],
    });
    const sold = idOf(await sell(item, 'W-13'));
    expect((await sell(item, 'W-13')).body.errors).toMatchObject({
      'lines.0.batches': [expect.stringContaining('W-13')],
    });
    expect((await rows('?serial_number=W-13')).map((row) => row.split(' ')[0])).toEqual(['came_in', 'sold']);
    const hits = objectsOf((await office.read('search?q=W-13')).data);
    expect(hits.map(({ kind, title }) => [kind, title])).toEqual([['batch', 'W-13']]);
    idOf(
      await office.send('POST', 'sale_returns', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sold, date: '2026-03-11' },
        ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
        lines: [{ sale_line_id: 1, quantity: '1' }],
      }),
    );
    expect((await rows(`?item_fk=${item}`)).map((row) => row.split(' ')[2])).toEqual(['W-13', 'W-2']);
  });

  it('never gets the number of another piece, in stock or sold, nor a day of expiry', async () => {
    const item = await add('Scale');
    idOf(await buy(item, ['S-1', 'S-2', 'S-3']));
    idOf(await sell(item, 'S-2'));
    for (const taken of ['s 2', 'S-3']) {
      expect((await correct(item, 'S-1', taken)).body.errors, taken).toEqual({
        new_batch_number: [expect.stringContaining('is of another piece')],
      });
    }
    const dated = await correct(item, 'S-1', 'S-9', { new_expire_date: '2027-01-31' });
    expect(Object.keys(dated.body.errors ?? {})).toEqual(['new_expire_date']);
  });

  it('changes its number with another one, by a number between', async () => {
    const item = await add('Drill');
    idOf(await buy(item, ['D-1'], { lines: [line(item, '1', '100', named('D-1'))] }));
    idOf(await buy(item, ['D-2'], { lines: [line(item, '1', '300', named('D-2'))] }));
    idOf(await correct(item, 'D-1', 'D-0'));
    idOf(await correct(item, 'D-2', 'D-1'));
    idOf(await correct(item, 'D-0', 'D-2'));
    expect((await rows(`?item_fk=${item}`)).map((row) => row.split(' ')[2])).toEqual(['D-1', 'D-2']);
    idOf(await sell(item, 'D-2'));
    expect((await rows(`?item_fk=${item}`)).map((row) => row.split(' ')[2])).toEqual(['D-1']);
    expect((await rows('?serial_number=D-1')).map((row) => row.split(' ')[0])).toEqual(['came_in', 'on_hand']);
  });
});

it('a piece that is held is not sold, and goes back to its supplier', async () => {
  const item = await office.add('items', itemBody(shop.unit, 'Charger', { serial_numbers: 'at_receipt' }));
  const bought = idOf(
    await office.send(
      'POST',
      'purchases',
      purchaseBody(shop, '1', { lines: [line(item, '2', '60', named('C-1', 'C-2'))] }),
    ),
  );
  await office.send('POST', 'batch_holds', {
    ...{ item_fk: item, batch_number: 'C-1', expire_date: null, hold_type: 'held', reason: 'it burns' },
  });
  const sold = (number: string) =>
    office.send('POST', 'sales', saleBody(shop, '1', { lines: [line(item, '1', '900', named(number))] }));
  expect((await sold('c 1')).body.errors).toEqual({ 'lines.0.batches': [expect.stringContaining('C-1')] });
  idOf(await sold('C-2'));
  idOf(
    await office.send('POST', 'purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: bought, date: '2026-03-11' },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '1', ...named('C-1') }],
    }),
  );
  expect(await rows(`?item_fk=${item}`)).toEqual([]);
});

it('pieces inside of a kit come out of it by themselves, and a person says which when there are more', async () => {
  const part = await office.add('items', itemBody(shop.unit, 'Camera', { serial_numbers: 'at_receipt' }));
  const kit = await office.add('items', itemBody(shop.unit, 'Camera set'));
  const collection = await office.add('collections', {
    ...{ collection_name: 'Camera set', item_fk: kit, unit_fk: shop.unit },
    lines: [{ item_fk: part, unit_fk: shop.unit, quantity: '1' }],
  });
  idOf(
    await office.send(
      'POST',
      'purchases',
      purchaseBody(shop, '1', { lines: [line(part, '2', '60', named('K-1', 'K-2'))] }),
    ),
  );
  const convert = (conversion_type: string, quantity: string, ...numbers: readonly string[]) =>
    office.send('POST', 'conversions', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11', status: 'complete' },
      ...{ conversion_type, collection_fk: collection, quantity },
      ...(numbers.length > 0 ? { parts: [{ item_fk: part, ...named(...numbers) }] } : {}),
    });
  expect((await convert('item_to_collection', '1')).body.errors).toBeDefined();
  idOf(await convert('item_to_collection', '2', 'K-1', 'K-2'));
  expect(await rows(`?item_fk=${part}`)).toEqual([]);
  expect((await convert('collection_to_item', '1')).body.errors).toBeDefined();
  idOf(await convert('collection_to_item', '1', 'K-2'));
  idOf(await convert('collection_to_item', '1'));
  expect((await rows(`?item_fk=${part}`)).map((row) => row.split(' ')[2])).toEqual(['K-1', 'K-2']);
});

it('goods whose numbers are told at the sale are on hand without one, and their page begins with the sale', async () => {
  const tablet = await office.add('items', itemBody(shop.unit, 'Tablet', { serial_numbers: 'at_sale' }));
  idOf(await office.send('POST', 'purchases', purchaseBody(shop, '2', { lines: [line(tablet, '2', '300')] })));
  idOf(await office.send('POST', 'sales', saleBody(shop, '1', { lines: [line(tablet, '1', '500', named('TAB-1'))] })));
  const stock = objectsOf((await office.read(`items/${tablet}/batches`)).data);
  expect(stock.map(({ batch_number, quantity }) => [batch_number, quantity])).toEqual([[null, '1']]);
  expect((await rows('?serial_number=TAB-1')).map((row) => row.split(' ')[0])).toEqual(['sold']);
  const refused = await office.send('POST', 'sales', saleBody(shop, '1', { lines: [line(tablet, '1', '500')] }));
  expect(refused.body.errors).toEqual({
    'lines.0.batches': ['Line 1, Tablet: enter the serial number of each piece, 1 in all'],
  });
});

it('what is claimed of each piece is what the books have', async () => {
  expect(await acrossFindings(office)).toEqual([]);
});
