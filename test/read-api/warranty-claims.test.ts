/**
 * A warranty claim as people meet it: a telephone is handed in by its number, exchanged, sent to the supplier and answered; its
 * books, its life, its papers, who may, and two people at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let phone: number;
let fan: number;
let soldWith: number;

const day = (date: string) => ({ date: `2026-03-${date}` });
const pieces = (...numbers: readonly string[]) => ({
  batches: numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
});
const line = (item: number, quantity: string, price: string, more: object = {}) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity, price, ...more },
});
const handedIn = (serial_number: string | null, more: object = {}) => ({
  ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-11', customer_fk: shop.customer },
  ...{ item_fk: phone, serial_number, fault: 'does not charge', status: 'received', ...more },
});
const enter = (body: object, token?: string) =>
  office.send('POST', 'warranty_claims', body, token === undefined ? {} : { token });
const received = async (serial_number: string | null, more: object = {}): Promise<number> => {
  const answer = await enter(handedIn(serial_number, more));
  expect(answer.body.errors).toBeUndefined();
  return Number(answer.body.data['id']);
};
const step = (id: number, name: string, body: object = {}, token?: string) =>
  office.send('POST', `warranty_claims/${id}/${name}`, body, token === undefined ? {} : { token });
const done = async (id: number, name: string, body: object = {}) => {
  const { status, body: told } = await step(id, name, body);
  expect([name, status, told.errors]).toEqual([name, 200, undefined]);
};
const undo = (id: number) => done(id, 'undo', { reason: 'the wrong piece' });
const show = async (id: number) => (await office.read(`warranty_claims/${id}`)).data;
const life = async (number: string) =>
  objectsOf((await office.read(`reports/serial_numbers?serial_number=${number}`)).data['data']).map(
    ({ what, document_kind, party_name, warranty_until }) => [what, document_kind, party_name, warranty_until],
  );
async function balance(key: string): Promise<number> {
  const { data } = await office.read('financial_reports/trial_balance');
  const row = objectsOf(data['rows']).find((each) => each['key'] === key);
  return Number(row?.['debit'] ?? 0) - Number(row?.['credit'] ?? 0);
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  phone = await office.add(
    'items',
    itemBody(shop.unit, 'Phone', { serial_numbers: 'at_receipt', warranty_months: 12 }),
  );
  fan = await office.add('items', itemBody(shop.unit, 'Fan', { warranty_months: 6 }));
  const numbers = ['P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6'];
  const lines = [line(phone, '6', '600', pieces(...numbers)), line(fan, '5', '50')];
  await office.add('purchases', purchaseBody(shop, '1', { lines }));
  const sold = [line(phone, '2', '1000', pieces('P-1', 'P-2')), line(fan, '1', '90')];
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  soldWith = await office.add('sales', saleBody(shop, '1', { ...onAccount, lines: sold }));
});
afterAll(() => office?.close());

describe('a telephone that is handed in', () => {
  let claim: number;

  it('has its sale and the end of its warranty from its number, and a receipt for its customer', async () => {
    claim = await received('p 1');
    expect(await show(claim)).toMatchObject({
      ...{ status: 'received', number: 'WC-000001', sold_document: `sale-${soldWith}`, sold_date: '2026-03-11' },
      ...{ warranty_until: '2027-03-11', customer_name: 'Azad', item_name: 'Phone' },
    });
    expect(await balance('warranty-cost')).toBe(0);
    const [paper] = objectsOf((await office.read(`warranty_claims/${claim}/paper`)).data['documents']);
    expect(JSON.stringify(paper)).toContain('does not charge');
    expect(JSON.stringify(paper)).toContain('p 1');
    const { data } = await office.read('warranty_claims?search=p%201&filter[status]=received');
    expect(objectsOf(data['data']).map(({ id }) => id)).toEqual([claim]);
  });

  it('is refused while another claim about it is under way', async () => {
    const again = await enter(handedIn('P-1'));
    expect(again.body.errors).toEqual({ serial_number: [expect.stringContaining('under way')] });
    const both = await Promise.all([enter(handedIn('P-2')), enter(handedIn('P-2', { fault: 'cracked' }))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const id = Number(both.find(({ status }) => status === 201)?.body.data['id']);
    await undo(id);
    expect(await show(id)).toMatchObject({ status: 'draft', number: expect.stringMatching(/^WC-/) });
    await done(id, 'reverse', { reason: 'entered twice' });
  });

  it('is exchanged: the other piece leaves at cost, and has the rest of the warranty', async () => {
    await done(claim, 'exchange', { ...day('12'), serial_number: 'P-3' });
    expect(await balance('warranty-cost')).toBe(600);
    expect(await show(claim)).toMatchObject({ status: 'exchanged', given_number: 'P-3' });
    expect(await life('P-3')).toEqual([
      ['came_in', 'purchase', 'Mill', null],
      ['given', 'warranty_claim', 'Azad', '2027-03-11'],
    ]);
    expect((await life('P-1')).at(-1)).toEqual(['claimed', 'warranty_claim', 'Azad', '2027-03-11']);
    const sold = await office.send(
      'POST',
      'sales',
      saleBody(shop, '1', { lines: [line(phone, '1', '900', pieces('P-3'))] }),
    );
    expect(sold.body.errors).toEqual({ 'lines.0.batches': [expect.stringContaining('P-3')] });
  });

  it('is replaced by the supplier: another number comes into stock at the cost of the exchange', async () => {
    await done(claim, 'send', { ...day('13'), sent_to_fk: shop.supplier });
    expect(await show(claim)).toMatchObject({ sent_to_name: 'Mill' });
    const { data } = await office.read('warranty_claims?filter[status]=sent');
    expect(objectsOf(data['data']).map(({ sent_to_name }) => sent_to_name)).toEqual(['Mill']);
    expect(await step(claim, 'close', day('14'))).toMatchObject({ status: 409 });
    await done(claim, 'take_back', { ...day('20'), answered_as: 'replaced', serial_number: 'P-9' });
    expect(await balance('warranty-cost')).toBe(0);
    expect((await life('P-9')).map(([what]) => what)).toEqual(['came_in', 'on_hand']);
    await done(claim, 'close', day('20'));
    expect(await show(claim)).toMatchObject({ status: 'closed', ended_as: 'exchanged', answered_as: 'replaced' });
    expect(await acrossFindings(office)).toEqual([]);
  });

  it('is taken back step by step, and not while what it brought was sold', async () => {
    await undo(claim);
    const sale = await office.add(
      'sales',
      saleBody(shop, '1', { ...day('21'), lines: [line(phone, '1', '1000', pieces('P-9'))] }),
    );
    expect(await step(claim, 'undo', { reason: 'no' })).toMatchObject({
      status: 422,
      body: { code: 'claim', message: expect.stringContaining('P-9') },
    });
    expect(await show(claim)).toMatchObject({ status: 'back' });
    await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'not sold' });
    await undo(claim);
    expect(await balance('warranty-cost')).toBe(600);
    await undo(claim);
    await undo(claim);
    expect(await show(claim)).toMatchObject({ status: 'received', given_number: null, sent_to_fk: null });
    expect(await balance('warranty-cost')).toBe(0);
    expect((await life('P-3')).map(([what]) => what)).toEqual(['came_in', 'on_hand']);
    expect((await life('P-9')).map(([what]) => what)).toEqual([]);
    expect(await acrossFindings(office)).toEqual([]);
    await done(claim, 'close', { ...day('21'), ended_as: 'repaired' });
    expect(await show(claim)).toMatchObject({ status: 'closed', ended_as: 'repaired' });
  });
});

describe('what a supplier answers', () => {
  it('is a credit that is open with it, less of the cost of warranties', async () => {
    const claim = await received('P-2');
    await done(claim, 'send', { ...day('12'), sent_to_fk: shop.supplier });
    await done(claim, 'take_back', { ...day('13'), answered_as: 'credited', amount: '550' });
    expect([await balance('warranty-cost'), await balance('supplier-advances')]).toEqual([-550, 550]);
    const { data } = await office.read(`suppliers/${shop.supplier}/open_documents?currency_fk=1`);
    expect(JSON.stringify(data)).toContain(`warranty_claim-${claim}`);
    await undo(claim);
    expect([await balance('warranty-cost'), await balance('supplier-advances')]).toEqual([0, 0]);
    await done(claim, 'take_back', { ...day('13'), answered_as: 'replaced', serial_number: 'P-8' });
    await done(claim, 'close', day('14'));
    expect(await balance('warranty-cost')).toBe(0);
    expect(await life('P-8')).toEqual([['given', 'warranty_claim', 'Azad', '2027-03-11']]);
    // The piece that the supplier gave has the warranty of the first sale, when it comes back.
    const again = await received('P-8');
    expect(await show(again)).toMatchObject({ sold_document: `warranty_claim-${claim}`, warranty_until: '2027-03-11' });
    // Its number is known: whoever receives it is asked.
    const lines = [line(phone, '1', '600', pieces('P-8'))];
    const bought = await office.send('POST', 'purchases', purchaseBody(shop, '1', { lines }));
    expect(JSON.stringify(bought.body.errors)).toContain('P-8');
    expect(await acrossFindings(office)).toEqual([]);
  });
});

describe('what is unusual', () => {
  it('is asked about: nobody sold it, and its warranty is over', async () => {
    const stranger = await enter(handedIn('X-1'));
    expect(stranger).toMatchObject({ status: 422, body: { code: 'confirmation' } });
    const walkIn = { customer_fk: null, brought_by: 'Sara', customer_mobile: '0770 123 4567' };
    const claim = await received('X-1', { ...walkIn, confirmed: true });
    expect(await show(claim)).toMatchObject({ sold_document: null, warranty_until: null, brought_by: 'Sara' });
    expect(await life('X-1')).toEqual([['claimed', 'warranty_claim', 'Sara', null]]);
    const old = { item_fk: fan, sold_date: '2025-01-02' };
    const asked = await enter(handedIn(null, old));
    expect(JSON.stringify(asked.body.errors)).toContain('2025');
  });

  it('is nothing of an item without numbers whose sale is named', async () => {
    const claim = await received(null, { item_fk: fan, sale_fk: soldWith });
    expect(await show(claim)).toMatchObject({ warranty_until: '2026-09-11', sold_document: `sale-${soldWith}` });
    await done(claim, 'exchange', day('12'));
    expect(await balance('warranty-cost')).toBe(50);
    // The same step again changes nothing.
    await done(claim, 'exchange', day('12'));
    expect(await balance('warranty-cost')).toBe(50);
    await undo(claim);
    const wrong = await enter(handedIn(null, { item_fk: shop.item, sale_fk: soldWith }));
    expect(wrong.body.errors).toEqual({ sale_fk: [expect.any(String)] });
  });
});

it('one piece is given to one of two customers whose claims are exchanged at the same moment', async () => {
  const sold = [line(phone, '2', '1000', pieces('P-4', 'P-5'))];
  await office.add('sales', saleBody(shop, '1', { lines: sold, customer_fk: shop.customer }));
  const claims = [await received('P-4'), await received('P-5')];
  const answers = await Promise.all(claims.map((id) => step(id, 'exchange', { ...day('12'), serial_number: 'P-6' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const refused = answers.find(({ status }) => status !== 200);
  expect(JSON.stringify(refused?.body.errors)).toContain('P-6');
  expect((await life('P-6')).map(([what]) => what)).toEqual(['came_in', 'given']);
  expect(await acrossFindings(office)).toEqual([]);
});

it('a claim is of its outlet, and each step needs its permission', async () => {
  const outlet = await office.add('outlets', { outlet_name: 'Citadel' });
  const inventory = await office.add('inventories', { inventory_name: 'Citadel store', outlet_fk: outlet });
  const all = ['index', 'show', 'store', 'receive', 'complete'].map((name) => `warranty_claims/${name}`);
  const elsewhere = await office.person('elsewhere', all, { outlets: [outlet], inventories: [inventory] });
  const desk = await office.person('desk', all.slice(0, 4), { outlets: [shop.outlet], inventories: [shop.inventory] });
  const claim = await received('P-1');
  expect((await office.read(`warranty_claims/${claim}`, elsewhere)).status).toBe(404);
  expect((await step(claim, 'close', { ...day('12'), ended_as: 'refused' }, elsewhere)).status).toBe(404);
  expect((await enter(handedIn('P-2', { confirmed: true }), elsewhere)).status).toBe(422);
  expect((await step(claim, 'exchange', { ...day('12'), serial_number: 'P-6' }, desk)).status).toBe(403);
  expect((await step(claim, 'send', { ...day('12'), sent_to_fk: shop.supplier }, desk)).status).toBe(200);
});
