/** Telephones are counted by their numbers: each once, and the books say where a number stands. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let other: number;
let phone: number;
let tablet: number;
let round: number;
let second: string;

const NOW = { date: '2026-03-11' };
const [HERE, SOLD, MOVED, UNSEEN, TABLET] = ['356938035643809', '356938035643817', '356938035643825', 'SN 7', 'T-1'];

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  other = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
  const serial = { serial_numbers: 'at_receipt', warranty_months: 12 };
  phone = await office.add('items', itemBody(shop.unit, 'Phone', serial));
  tablet = await office.add('items', itemBody(shop.unit, 'Tablet', serial));
  const bought = [line(phone, HERE, SOLD, MOVED, UNSEEN), line(tablet, TABLET)];
  await office.add('purchases', purchaseBody(shop, '1', { lines: bought.map((one) => ({ ...one, price: '600' })) }));
  await office.add('sales', saleBody(shop, '1', { ...NOW, lines: [{ ...line(phone, SOLD), price: '1000' }] }));
  const moved = await office.add('stock_transfers', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: other },
    ...{ ...NOW, status: 'sent', lines: [line(phone, MOVED)] },
  });
  const received = await office.send('POST', `stock_transfers/${moved}/receive`, { ...NOW });
  expect(received.body.errors).toBeUndefined();
  round = await office.add('count_rounds', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, ...NOW, time: '09:00:00', count_scope: 'inventory' },
    items: [phone, tablet].map((item_fk) => ({ item_fk })),
  });
  const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
  second = await office.person('sara', ['count_rounds/show', 'count_rounds/update'], places);
});
afterAll(() => office?.close());

const line = (item_fk: number, ...numbers: readonly string[]) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity: String(numbers.length) },
  batches: numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
});

const piece = (code: string, token?: string) => standing(`count_rounds/${round}/piece?`, code, token);
/** As the document of a count asks, of this inventory or another one, now or at an earlier moment. */
const pieceAt = (code: string, at = '', token?: string, inventory = shop.inventory) =>
  standing(`inventory_adjustments/piece?inventory_fk=${inventory}${at}&`, code, token);

async function standing(path: string, code: string, token?: string) {
  const { status, data, text } = await office.read(`${path}code=${encodeURIComponent(code)}`, token);
  expect(status).toBe(200);
  // A count is blind: nothing of what the books have of the item.
  expect(text).not.toMatch(/"(stock|quantity)"/);
  return objectsOf(data).map(({ item_fk, serial_number, stands, inventory_name, left_with }) => ({
    ...{ item_fk, serial_number, stands, inventory_name, left_with: typeof left_with === 'string' },
  }));
}

let sent = 0;
function nextEntry(): number {
  sent += 1;
  return sent;
}
const count = (
  token: string | undefined,
  ...entries: readonly [item: number, number: string | null, quantity?: string][]
) =>
  office.send(
    'POST',
    `count_rounds/${round}/count`,
    JSON.stringify({
      entries: entries.map(([item_fk, batch_number, quantity = '1']) => ({
        entry_uuid: `00000000-0000-4000-8000-${String(nextEntry()).padStart(12, '0')}`,
        ...{ item_fk, unit_fk: shop.unit, quantity, batch_number },
      })),
    }),
    { ...(token === undefined ? {} : { token }), headers: { 'content-type': 'application/json' } },
  );

it('a scanned number says its item, and whether the books have it here, elsewhere, or as gone', async () => {
  const found = { item_fk: phone, inventory_name: null, left_with: false };
  expect(await piece('3569 3803-5643809')).toEqual([{ ...found, serial_number: HERE, stands: 'here' }]);
  expect(await piece(MOVED)).toEqual([
    { ...found, serial_number: MOVED, stands: 'elsewhere', inventory_name: 'Back room' },
  ]);
  expect(await piece(SOLD)).toEqual([{ ...found, serial_number: SOLD, stands: 'gone', left_with: true }]);
  expect(await piece('999')).toEqual([]);
  expect((await piece(TABLET)).map(({ item_fk }) => item_fk)).toEqual([tablet]);
});

it('a person without the other inventory is told that the piece is elsewhere, and not where', async () => {
  expect((await piece(MOVED, second)).map(({ stands, inventory_name }) => [stands, inventory_name])).toEqual([
    ['elsewhere', null],
  ]);
});

it('the document of a count is told the same of its inventory, and only to a person who has that and counts', async () => {
  const codes = ['3569 3803-5643809', MOVED, SOLD, '999', TABLET];
  for (const code of codes) expect(await pieceAt(code)).toEqual(await piece(code));
  expect((await pieceAt(MOVED, '', undefined, other)).map(({ stands }) => stands)).toEqual(['here']);
  const rights = ['inventory_adjustments/show', 'inventory_adjustments/update'];
  const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
  const clerk = await office.person('dara', rights, places);
  expect((await pieceAt(MOVED, '', clerk)).map(({ stands, inventory_name }) => [stands, inventory_name])).toEqual([
    ['elsewhere', null],
  ]);
  const asked = (inventory: number, token: string) =>
    office.read(`inventory_adjustments/piece?inventory_fk=${inventory}&code=${MOVED}`, token);
  expect((await asked(other, clerk)).status).toBe(404);
  expect((await asked(shop.inventory, second)).status).toBe(403);
});

it('a document of an earlier moment is told what was here then, and what came later', async () => {
  const stands = async (...asked: Parameters<typeof pieceAt>) => (await pieceAt(...asked)).map((one) => one.stands);
  // All came on the 2nd; one was sold and one moved on the 11th.
  expect(await stands(SOLD, '&date=2026-03-10')).toEqual(['here']);
  expect(await stands(MOVED, '&date=2026-03-10')).toEqual(['here']);
  expect(await stands(HERE, '&date=2026-03-01')).toEqual(['later']);
  expect(await stands(SOLD, '&date=2026-03-01')).toEqual(['gone']);
  expect(await stands(MOVED, '&date=2026-03-01')).toEqual(['elsewhere']);
});

it('a piece is counted once, as one, by its number, whoever of two people comes first', async () => {
  const answers = await Promise.all([count(undefined, [phone, HERE]), count(second, [phone, '3569-3803-5643-809'])]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(Object.values(refused?.body.errors ?? {}).flat()).toEqual([
    expect.stringMatching(/^Phone: the piece with serial number 3569[-\d]+ is counted already$/),
  ]);
  // The same number is of another item, and one piece is one.
  const { body } = await count(undefined, [tablet, HERE, '2'], [phone, null], [tablet, 'T-9'], [tablet, 't 9']);
  expect(body.errors).toEqual({
    'entries.0.quantity': [`Tablet: the serial number ${HERE} is of one piece, and is counted as one`],
    'entries.1.batch_number': ['Pieces with serial numbers are counted by their numbers: enter that of each'],
    'entries.3.batch_number': ['Tablet: the piece with serial number t 9 is counted already'],
  });
  const { data } = await office.read(`count_rounds/${round}`);
  const { entry_uuid } = objectsOf(data['entries'])[0] ?? {};
  expect((await office.send('POST', `count_rounds/${round}/remove_entry`, { entry_uuid })).status).toBe(200);
  // What was taken back is counted again.
  expect((await count(undefined, [phone, HERE])).status).toBe(200);
});

it('the numbers of pieces that nobody counted are told before the round ends', async () => {
  const { data } = await office.read(`count_rounds/${round}/uncounted_batches`);
  expect(
    objectsOf(data).map(({ item_name, batch_number, is_piece, is_item_counted }) => [
      ...[item_name, batch_number, is_piece, is_item_counted],
    ]),
  ).toEqual([
    ['Phone', UNSEEN, true, true],
    ['Tablet', TABLET, true, false],
  ]);
});

it('the finished count finds what was found, misses what was missing, and lets a sold piece come back', async () => {
  expect((await count(undefined, [phone, SOLD], [phone, 'FOUND-1'])).status).toBe(200);
  const done = await office.send('POST', `count_rounds/${round}/complete`, { is_zero_where_uncounted: false });
  expect(done.body.errors).toBeUndefined();
  const { data } = await office.read(`count_rounds/${round}`);
  const [made] = [data['completed']].flatMap((completed) => objectsOf([completed]));
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
  const id = Number(made?.['inventory_adjustment_fk']);
  expect((await office.send('POST', `inventory_adjustments/${id}/approve`, {})).body.errors).toBeUndefined();
  const stock = await office.read(`items/${phone}/batches?inventory_fk=${shop.inventory}`);
  expect(
    objectsOf(stock.data)
      .map(({ batch_number }) => batch_number)
      .toSorted(),
  ).toEqual([HERE, SOLD, 'FOUND-1'].toSorted());
});
