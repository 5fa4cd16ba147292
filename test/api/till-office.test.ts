/** Tills in the office over HTTP: the reports of a device, and entries that wait for a review. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { type ChainedEntry, entryHash } from '../../domain/till/device-entry.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { entryUuid } from '../../tools/demo/tills/device-chain.ts';
import { openOffice } from '../read-api/office.ts';
import {
  caughtUp,
  DAY,
  newCashier,
  newDevice,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
  await send(shop.api, till.device, [till.opened]);
});
afterAll(() => shop.api.close());

const show = async (path: string, token?: string) => {
  await caughtUp(shop.api);
  return shop.api.send('GET', path, undefined, token === undefined ? {} : { token });
};
type Rows = readonly Readonly<Record<string, unknown>>[];
const listed = async (path: string, token?: string): Promise<Rows> => {
  const { status, body } = await show(path, token);
  expect([path, status]).toEqual([path, 200]);
  return body.data['data'] as unknown as Rows;
};
const receipt = (count: number, more: object = {}) =>
  till.device.chain.next(
    receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }, count, more),
    { cashier: shop.cashier },
  );

describe('the list of tills', () => {
  const state = (query: string, { cookie } = till.device) =>
    shop.api.send('GET', `till/state?${query}`, undefined, { token: '', headers: { cookie } });

  it('shows the waiting entries of a device, since when they wait, and its version, as the device last reported', async () => {
    const [before] = await listed('tills');
    expect(before).toMatchObject({ till_name: 'Front', number_prefix: `T${till.device.till}`, waiting: null });
    const oldest = '2026-03-11T09:00:00.000Z';
    const told = await state(`waiting=3&refused=1&oldest_at=${oldest}&version=a1B2c3D4&has_update=1`);
    expect(told.status).toBe(200);
    const [row] = await listed('tills');
    expect(row).toMatchObject({ waiting: 3, refused: 1, version: 'a1B2c3D4', has_update: true, missing: 0 });
    expect(new Date(String(row?.['oldest_at'])).toISOString()).toBe(oldest);
    expect(Date.now() - Date.parse(String(row?.['told_at']))).toBeLessThan(60_000);
    await state('waiting=0&refused=0&has_update=0');
    const [after] = await listed('tills');
    expect(after).toMatchObject({ waiting: 0, oldest_at: null, version: null, has_update: false });
  });

  it('refuses invalid reports of a device, and all reports without a device', async () => {
    for (const query of ['waiting=-1', 'waiting=1&oldest_at=yesterday', `waiting=1&version=${'x'.repeat(41)}`, 'w=1'])
      expect([query, (await state(query)).status]).toEqual([query, 400]);
    expect((await state('waiting=9', { ...till.device, cookie: 'daftar_till=guessed' })).status).toBe(401);
    expect((await listed('tills'))[0]).toMatchObject({ waiting: 0 });
  });

  it('shows nothing of the former device after another one became the till', async () => {
    const back = await newDevice(shop, { till_name: 'Back' });
    await state('waiting=7', back);
    const { revision } = (await show(`tills/${back.till}`)).body.data;
    await shop.api.send('POST', 'tills/enrol', { till_fk: back.till, revision });
    const row = (await listed('tills')).find(({ till_id }) => till_id === back.till);
    expect(row).toMatchObject({ number_prefix: `T${back.till}-2`, waiting: null });
  });
});

describe('the reviews', () => {
  it('list the broken rules in words, the waiting ones first, until a manager has reviewed them', async () => {
    const odd = await receipt(2, {
      total: '1900',
      payments: [{ method: 'cash', amount: '1900', account_fk: till.account }],
    });
    const [stored] = await send(shop.api, till.device, [odd]);
    await send(shop.api, till.device, [await receipt(1)]);
    const rows = await listed('till_reviews');
    expect(rows).toMatchObject([
      {
        ...{ status: 'waiting', document_kind: 'pos_sale', document_id: stored?.id, number: stored?.number },
        ...{ till_name: 'Front', user_name: 'Rezan', sequence: odd.sequence, amount: '2000', note: null },
        rules: ['The till printed 1,900 as the total, the lines come to 2,000'],
      },
    ]);
    expect((await show('till_reviews/waiting')).body.data).toBe(1);
    const kurdish = await shop.api.send('GET', 'till_reviews', undefined, { headers: { 'accept-language': 'ckb' } });
    expect(JSON.stringify(kurdish.body.data)).toContain('خاڵی فرۆشتن');
    const reviewed = await shop.api.send('POST', `pos_sales/${stored?.id}/review`, {
      note: 'the till had an old price',
    });
    expect(reviewed.status).toBe(200);
    expect(await listed('till_reviews?filter[status]=waiting')).toEqual([]);
    // The history names the cashier of the till's entry.
    const history = (await show(`pos_sales/${stored?.id}/history`)).body.data as unknown as {
      readonly changes: readonly { readonly field: string; readonly after_name?: string }[];
    }[];
    const cashiers = history.flatMap(({ changes }) => changes.filter(({ field }) => /cashier_fk$/.test(field)));
    expect(new Set(cashiers.map(({ after_name }) => after_name))).toEqual(new Set(['Rezan']));
    expect(await listed('till_reviews')).toMatchObject([
      { status: 'reviewed', note: 'the till had an old price', reviewed_by_name: expect.any(String) },
    ]);
    expect((await show('till_reviews/waiting')).body.data).toBe(0);
  });

  it('are for people who may review, for their outlets and for the kinds that they may review', async () => {
    const odd = await receipt(2, {
      total: '1900',
      payments: [{ method: 'cash', amount: '1900', account_fk: till.account }],
    });
    await send(shop.api, till.device, [odd]);
    const seller = await shop.api.person('reads', ['pos_sales/index', 'pos_sales/show']);
    expect((await show('till_reviews', seller)).status).toBe(403);
    const ofDrawers = await shop.api.person('drawers', ['closing_drawers/review']);
    expect(await listed('till_reviews', ofDrawers)).toEqual([]);
    const elsewhere = await shop.api.person('elsewhere', ['pos_sales/review'], { outlets: [], inventories: [] });
    expect(await listed('till_reviews', elsewhere)).toEqual([]);
    // A till cannot be switched off while one waits: nobody could review it then.
    const underWay = async () => {
      await caughtUp(shop.api);
      const off = await shop.api.send('PATCH', 'system_settings/1', { has_pos: false });
      expect(off.status).toBe(422);
      return Number(/(\d+) documents? (?:is|are)/.exec(JSON.stringify(off.body.errors?.['has_pos']))?.[1]);
    };
    const before = await underWay();
    const [waiting] = await listed('till_reviews?filter[status]=waiting');
    const twice = await receipt(1, {
      total: '900',
      payments: [{ method: 'cash', amount: '900', account_fk: till.account }],
    });
    await send(shop.api, till.device, [twice, await receipt(1)]);
    expect(await underWay()).toBe(before + 1);
    const said = { note: 'the old price' };
    expect((await shop.api.send('POST', `pos_sales/${waiting?.['document_id']}/review`, said)).status).toBe(200);
    expect(await underWay()).toBe(before);
    const denied = await shop.api.send(
      'POST',
      `pos_sales/${(await listed('till_reviews?filter[status]=waiting'))[0]?.['document_id']}/review`,
      { note: 'fine' },
      { token: seller },
    );
    expect(denied.status).toBe(403);
  });
});

describe('a drawer', () => {
  const at = (time: string) => ({ date: DAY, time });
  const figuresOf = async (id: number | undefined, token?: string) =>
    (await show(`closing_drawers/${id}/figures`, token)).body.data;

  it('has an X report at any moment and a Z report once it is closed, which agree with the books to the dinar', async () => {
    const own = await openedTill(shop, 'Own', await newCashier(shop, 'Hawre'));
    const next = (content: EntryContent) => own.device.chain.next(content, { cashier: own.opened.cashier_fk });
    const sold = (count: number, more: object = {}) =>
      next(receiptOf(shop, { drawer: own.drawer, account: own.account, number: own.device.chain.number }, count, more));
    const change = { change: '1000', payments: [{ method: 'cash', amount: '4000', account_fk: own.account }] };
    const owed = { customer_fk: shop.customer, payments: [{ method: 'credit', amount: '2000' }] };
    const app = { payments: [{ method: 'app', amount: '1000', reference_number: 'A1' }] };
    const receipts = [await sold(5), await sold(3, change), await sold(2, owed), await sold(1, app)];
    const moved = { drawer: own.drawer, account_fk: own.account, note: 'small change' };
    const payIn = await next({ kind: 'pay_in', ...moved, ...at('09:10:00'), amount: '5000' });
    const payOut = await next({
      ...{ kind: 'pay_out', ...moved, ...at('09:20:00'), amount: '2000', expense_type_fk: shop.expenseType },
    });
    const back = await next({
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: own.drawer },
      ...{ ...at('09:30:00'), receipt: { uuid: receipts[0]?.uuid ?? '' }, reason: 'torn', total: '1000' },
      number: own.device.chain.number,
      lines: [
        {
          ...{ line: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' },
          ...{ discount_amount: '0', tax_amount: '0', total_amount: '1000' },
        },
      ],
      payments: [{ method: 'cash', amount: '1000', account_fk: own.account }],
    });
    const answers = await send(shop.api, own.device, [own.opened, ...receipts, payIn, payOut, back]);
    expect(answers.map(({ state }) => state)).toEqual(Array(8).fill('stored'));
    const drawer = answers[0]?.id;
    const account = {
      ...{ float_amount: '10000', paid_in: '5000', paid_out: '2000', sales: '8000', refunds: '1000', other: '0' },
      ...{ currency_fk: 1, account_name: 'Box Own' },
    };
    const x = await figuresOf(drawer);
    expect(x).toMatchObject({
      ...{ report: 'x', receipts: 4, invoices: 1, refund_count: 1, sold: '11000', refunded: '1000', discounts: '0' },
      ...{ app: '1000', credit: '2000', late: 0 },
      accounts: [{ ...account, expected: '20000', counted: null, difference: null, left: null }],
      moves: [
        { kind: 'pay_in', amount: '5000', note: 'small change', expense_type_fk: null },
        { kind: 'pay_out', amount: '2000', expense_type_name: 'Tea' },
      ],
    });
    const inList = async () => (await listed('closing_drawers?per_page=50')).find(({ id }) => id === drawer);
    expect(await inList()).toMatchObject({ receipts: 4, sold: '11000', difference: null });
    const inReceipts = (await listed('pos_sales?per_page=50')).find(({ id }) => id === answers[1]?.id);
    expect(inReceipts).toMatchObject({ returned_amount: '1000', cashier_code: 'Hawre', total: '5000' });
    const blind = await shop.api.person('counts', ['closing_drawers/show'], { outlets: [shop.outlet] });
    expect(await figuresOf(drawer, blind)).toMatchObject({
      ...{ receipts: 4, app: '1000', credit: '2000', moves: [] },
      ...{ sold: null, gross: null, discounts: null, taxes: null, refunded: null },
      accounts: [{ sales: null, float_amount: null, paid_in: null, refunds: null, expected: null, other: null }],
    });
    const blindPaper = (await show(`closing_drawers/${drawer}/paper`, blind)).body.data;
    expect(JSON.stringify(blindPaper['documents'])).not.toMatch(/11000|8000|10000|20000/);
    const counts = await shop.api.person('lists', ['closing_drawers/show', 'closing_drawers/index'], {
      outlets: [shop.outlet],
    });
    const blindRow = async () => (await listed('closing_drawers?per_page=50', counts)).find(({ id }) => id === drawer);
    expect(await blindRow()).toMatchObject({ receipts: 4, sold: null, difference: null });
    const page = async (token?: string) => JSON.stringify((await show(`closing_drawers/${drawer}`, token)).body.data);
    expect((await page()).match(/_amount":"10000"|"amount":"(5000|2000)"/g)?.toSorted()).toHaveLength(5);
    expect(await page(counts)).not.toMatch(/"(10000|5000|2000)"/);
    // Nor do its history, its events and what it posted.
    const reader = await shop.api.person(
      'reader',
      ['closing_drawers/show', 'closing_drawers/history', 'model_loges/events_log'],
      { outlets: [shop.outlet] },
    );
    const said = async (token?: string) => {
      const told = [`closing_drawers/${drawer}/history`, `closing_drawers/${drawer}/effect`];
      const [history, effect] = await Promise.all(told.map(async (path) => (await show(path, token)).body.data));
      const events = objectsOf(history).map(({ position }) => show(`events/${position}`, token));
      const data = (await Promise.all(events)).map(({ status, body }) => [status, body.data]);
      expect(data.length).toBeGreaterThan(2);
      return JSON.stringify([history, effect, data]);
    };
    const CASH = /"(10000|5000|2000)(\.0+)?"/g;
    expect((await said()).match(CASH)?.length).toBeGreaterThan(8);
    expect((await said(reader)).match(CASH)).toBeNull();
    const count = await next({
      ...{ kind: 'count', drawer: own.drawer, ...at('10:00:00') },
      accounts: [{ account_fk: own.account, counted_amount: '19750' }],
    });
    const close = await next({
      ...{ kind: 'close_drawer', drawer: own.drawer, ...at('10:01:00') },
      accounts: [{ account_fk: own.account, left_amount: '5000', expected_amount: '20000' }],
      difference_reason: 'wrong change',
    });
    await send(shop.api, own.device, [count, close]);
    expect((await said(reader)).match(CASH)?.length).toBeGreaterThan(8);
    const z = { ...account, expected: '20000', counted: '19750', difference: '-250', left: '5000' };
    expect(await figuresOf(drawer)).toMatchObject({ report: 'z', status: 'closed', accounts: [z] });
    expect(await inList()).toMatchObject({ receipts: 4, sold: '11000', difference: '-250' });
    expect(await blindRow()).toMatchObject({ sold: '11000', difference: '-250' });
    const [paper] = (await show(`closing_drawers/${drawer}/paper`)).body.data['documents'] as unknown as Rows;
    expect(paper).toMatchObject({
      facts: expect.arrayContaining([
        { field: 'receipts', kind: 'whole', value: '4' },
        { field: 'sold', kind: 'amount', value: '11000' },
        { field: 'difference_reason', kind: 'text', value: 'wrong change' },
      ]),
      lines: [{ account_fk: 'Box Own', cash_sales: '8000', expected_amount: '20000', difference: '-250' }],
    });
    expect(await figuresOf(drawer, blind)).toMatchObject({ accounts: [z] });
    await shop.api.send('POST', `closing_drawers/${drawer}/unclose`, { reason: 'counted the wrong box' });
    expect(await figuresOf(drawer)).toMatchObject({ report: 'x', accounts: [{ ...account, expected: '20000' }] });
    expect(await blindRow()).toMatchObject({ sold: null, difference: null });
    const elsewhere = await shop.api.person('far', ['closing_drawers/show'], { outlets: [], inventories: [] });
    expect((await show(`closing_drawers/${drawer}/figures`, elsewhere)).status).toBe(404);
  });

  it('names the gap, the duplicate and the change among its device’s entries, and so does the receipt', async () => {
    const odd = await openedTill(shop, 'Odd', await newCashier(shop, 'Soz'));
    const { chain } = odd.device;
    const next = () =>
      chain.next(receiptOf(shop, { drawer: odd.drawer, account: odd.account, number: chain.number }, 1), {
        cashier: odd.opened.cashier_fk,
      });
    const [first, lost, third] = [await next(), await next(), await next()];
    const answers = await send(shop.api, odd.device, [odd.opened, first, third]);
    const [drawer, receipt, last] = answers.map(({ id }) => id);
    const entriesOf = async (path: string) => (await show(`${path}/till_entries`)).body.data;
    expect(await entriesOf(`closing_drawers/${drawer}`)).toMatchObject({
      entries: [{ event: 'drawer.opened', sequence: 1, chain: 'whole', till_name: 'Odd', user_name: 'Soz', rules: [] }],
      findings: [{ kind: 'gap', from: 3, to: 3, till_name: 'Odd', documents: [{ document_id: last }] }],
    });
    expect(await entriesOf(`pos_sales/${receipt}`)).toMatchObject({ entries: [{ chain: 'whole' }], findings: [] });
    expect(await entriesOf(`pos_sales/${last}`)).toMatchObject({ entries: [{ sequence: 4, chain: 'gap' }] });
    // A copy of the device's storage sent another receipt with a used number, and a later entry that continues neither.
    const copied = await rehashed({ ...lost, sequence: 4, uuid: entryUuid(new Date()) });
    const follows = await rehashed({ ...(await next()), previous: lost.hash });
    await send(shop.api, odd.device, [lost, copied, follows]);
    const { findings } = await entriesOf(`closing_drawers/${drawer}`);
    expect(findings).toMatchObject([
      { kind: 'double', from: 4, to: 4 },
      { kind: 'changed', from: 4, to: 4 },
      { kind: 'changed', from: 5, to: 5 },
    ]);
  });
});

const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);
const rehashed = async (entry: ChainedEntry): Promise<ChainedEntry> => ({
  ...entry,
  hash: await entryHash(entry, digest),
});
