/**
 * A day at tills: entries are sent several times in any order, partly refunded, and the drawers are counted in the
 * evening.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaperDocument } from '../../domain/paper/paper.schema.ts';
import { usualTemplate } from '../../domain/paper/template.ts';
import type { EntryContent, ReceiptEntry } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { printedForm } from '../../web/shared/paper/printed-form.ts';
import { openOffice } from '../read-api/office.ts';
import { addsUp } from '../support/adds-up.ts';
import { words } from '../support/paper-words.ts';
import {
  acrossFindings,
  box,
  caughtUp,
  DAY,
  newCashier,
  newDevice,
  type OpenedTill,
  openedTill,
  opening,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
});
afterAll(() => shop.api.close());

const at = (time: string) => ({ date: DAY, time });

const findings = () => acrossFindings(shop.api);

const next = (till: OpenedTill, content: EntryContent) =>
  till.device.chain.next(content, { cashier: till.opened.cashier_fk });
const sold = (till: OpenedTill, count: number, more: object = {}) =>
  next(
    till,
    receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }, count, more),
  );

describe('a day of a till', () => {
  it('adds up to the dinar, however its receipts are sent', async () => {
    const cashier = await newCashier(shop, 'Hawre');
    const till = await openedTill(shop, 'Left', cashier);
    await send(shop.api, till.device, [till.opened]);
    const receipts: ChainedEntry[] = [];
    for (let count = 1; count <= 20; count += 1) receipts.push(await sold(till, 1 + (count % 3)));
    const worth = receipts.reduce((sum, { content }) => sum + ('total' in content ? Number(content.total) : 0), 0);
    const moved = { drawer: till.drawer, account_fk: till.account, note: 'small change' };
    const payIn = await next(till, { kind: 'pay_in', ...moved, ...at('09:10:00'), amount: '5000' });
    const payOut = await next(till, {
      ...{ kind: 'pay_out', ...moved, ...at('09:20:00'), amount: '2000', expense_type_fk: shop.expenseType },
    });
    // The last receipts first, some twice, in two concurrent requests.
    const mixed = [...receipts.toReversed(), ...receipts.filter((_, index) => index % 3 === 0)];
    const answers = (
      await Promise.all([send(shop.api, till.device, mixed.slice(0, 13)), send(shop.api, till.device, mixed.slice(7))])
    ).flat();
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['stored', 'stored_before']));
    // What came before an entry with a lower number says so; nothing else is wrong.
    const notes = answers.flatMap(({ review = [] }) => review).filter(({ rule }) => rule !== 'entries_missing');
    expect(notes).toEqual([]);
    const expected = 10_000 + worth + 5_000 - 2_000;
    const count = await next(till, {
      ...{ kind: 'count', drawer: till.drawer, ...at('10:00:00') },
      accounts: [{ account_fk: till.account, counted_amount: String(expected - 250) }],
    });
    const close = await next(till, {
      ...{ kind: 'close_drawer', drawer: till.drawer, ...at('10:01:00') },
      accounts: [{ account_fk: till.account, left_amount: '0', expected_amount: String(expected) }],
    });
    const done = await send(shop.api, till.device, [payIn, payOut, count, close]);
    expect(done.map(({ state, review }) => [state, review])).toEqual(Array(4).fill(['stored', undefined]));
    await caughtUp(shop.api);
    const drawer = await shop.api.send('GET', `closing_drawers/${done[0]?.id}`);
    expect(drawer.body.data).toMatchObject({
      status: 'closed',
      closing: { accounts: [{ expected_amount: String(expected), counted_amount: String(expected - 250) }] },
    });
    expect(await findings()).toEqual([]);
  });

  it('begins with what stayed in the drawer the evening before, which is counted once', async () => {
    const cashier = await newCashier(shop, 'Shano');
    const till = await openedTill(shop, 'Stays', cashier);
    const closing = async (drawer: OpenedTill['drawer'], time: string, counted: string, left: string) => [
      await next(till, {
        ...{ kind: 'count', drawer, ...at(`${time}:00`) },
        accounts: [{ account_fk: till.account, counted_amount: counted }],
      }),
      await next(till, {
        ...{ kind: 'close_drawer', drawer, ...at(`${time}:30`) },
        accounts: [{ account_fk: till.account, left_amount: left, expected_amount: counted }],
      }),
    ];
    const first = [till.opened, await sold(till, 3), ...(await closing(till.drawer, '09:10', '13000', '5000'))];
    // 5,000 stayed, and 2,000 come from the safe.
    const opened = await next(till, opening(shop, till.account, '09:20:00', '7000'));
    const again = { ...till, opened, drawer: { uuid: opened.uuid } };
    const receipt = await sold(again, 2, { time: '09:25:00' });
    const second = [opened, receipt, ...(await closing(again.drawer, '09:40', '9000', '0'))];
    const answers = await send(shop.api, till.device, [...first, ...second]);
    expect(answers.map(({ state, review }) => [state, review])).toEqual(Array(8).fill(['stored', undefined]));
    await caughtUp(shop.api);
    const drawer = (await shop.api.send('GET', `closing_drawers/${answers[4]?.id}`)).body.data;
    expect(drawer).toMatchObject({
      accounts: [{ float_amount: '7000', carried_amount: '5000' }],
      closing: { accounts: [{ expected_amount: '9000', counted_amount: '9000' }] },
    });
    const figures = (await shop.api.send('GET', `closing_drawers/${answers[4]?.id}/figures`)).body.data;
    expect(figures['accounts']).toMatchObject([
      { float_amount: '7000', other: '0', expected: '9000', difference: '0' },
    ]);
    expect(await findings()).toEqual([]);
  });

  it('begins with it also while the closing of the cashier’s other drawer waits at a till without a network', async () => {
    const cashier = await newCashier(shop, 'Nishtiman');
    const [front, back] = [await openedTill(shop, 'Stays here', cashier), await openedTill(shop, 'Waits', cashier)];
    const closing = async (till: OpenedTill, time: string, amount: string, left: string) => [
      await next(till, {
        ...{ kind: 'count', drawer: till.drawer, ...at(`${time}:00`) },
        accounts: [{ account_fk: till.account, counted_amount: amount }],
      }),
      await next(till, {
        ...{ kind: 'close_drawer', drawer: till.drawer, ...at(`${time}:30`) },
        accounts: [{ account_fk: till.account, left_amount: left, expected_amount: amount }],
      }),
    ];
    await send(shop.api, front.device, [front.opened, ...(await closing(front, '09:10', '10000', '4000'))]);
    await send(shop.api, back.device, [back.opened]);
    const waiting = await closing(back, '09:15', '10000', '0');
    const opened = await next(front, opening(shop, front.account, '09:20:00', '7000'));
    const [answer] = await send(shop.api, front.device, [opened]);
    expect(answer?.review?.map(({ rule }) => rule)).toEqual(['cashier_has_drawer']);
    await send(shop.api, back.device, waiting);
    const again = { ...front, opened, drawer: { uuid: opened.uuid } };
    const closed = await send(shop.api, front.device, await closing(again, '09:40', '7000', '0'));
    expect(closed.map(({ review }) => review)).toEqual([undefined, undefined]);
    await caughtUp(shop.api);
    expect((await shop.api.send('GET', `closing_drawers/${answer?.id}`)).body.data).toMatchObject({
      accounts: [{ float_amount: '7000', carried_amount: '4000' }],
      closing: { accounts: [{ expected_amount: '7000', counted_amount: '7000' }] },
    });
    expect(await findings()).toEqual([]);
  });

  it('carries nothing of an account that another drawer in use has', async () => {
    const [first, second] = [await newCashier(shop, 'Rojin'), await newCashier(shop, 'Berivan')];
    const [front, back] = [await openedTill(shop, 'Shares', first), await openedTill(shop, 'Shares too', second)];
    await send(shop.api, front.device, [front.opened]);
    const shared = await back.device.chain.next(opening(shop, front.account, '09:20:00', '7000'), { cashier: second });
    const answers = await send(shop.api, back.device, [back.opened, shared]);
    expect(answers[1]?.review?.map(({ rule }) => rule)).toEqual(['cashier_has_drawer', 'taken_by_document']);
    await caughtUp(shop.api);
    const drawer = await shop.api.send('GET', `closing_drawers/${answers[1]?.id}`);
    expect(JSON.stringify(drawer.body.data['accounts'])).not.toContain('carried_amount');
  });

  it('is counted again after a later drawer used the account, without its money', async () => {
    const till = await openedTill(shop, 'Again', await newCashier(shop, 'Lana'));
    const closing = async (drawer: OpenedTill['drawer'], time: string, counted: string, left: string) => [
      await next(till, {
        ...{ kind: 'count', drawer, ...at(`${time}:00`) },
        accounts: [{ account_fk: till.account, counted_amount: counted }],
      }),
      await next(till, {
        ...{ kind: 'close_drawer', drawer, ...at(`${time}:30`) },
        accounts: [{ account_fk: till.account, left_amount: left, expected_amount: '13000' }],
      }),
    ];
    const first = [till.opened, await sold(till, 3), ...(await closing(till.drawer, '09:10', '11000', '5000'))];
    const opened = await next(till, opening(shop, till.account, '09:20:00', '5000'));
    const later = { ...till, opened, drawer: { uuid: opened.uuid } };
    const receipt = await sold(later, 8, { time: '09:25:00' });
    const second = [opened, receipt, ...(await closing(later.drawer, '09:40', '13000', '0'))];
    const [{ id } = { id: 0 }] = await send(shop.api, till.device, [...first, ...second]);
    const change = async (transition: string, body: object) => {
      await caughtUp(shop.api);
      const answer = await shop.api.send('POST', `closing_drawers/${id}/${transition}`, body);
      expect([transition, answer.status]).toEqual([transition, 200]);
    };
    const account_fk = till.account;
    const figures = async () => (await shop.api.send('GET', `closing_drawers/${id}/figures`)).body.data;
    await change('unclose', { reason: 'counted wrong' });
    await caughtUp(shop.api);
    expect(await figures()).toMatchObject({ report: 'x', accounts: [{ other: '0', expected: '13000' }] });
    await change('count', { date: DAY, time: '10:00', accounts: [{ account_fk, counted_amount: '13000' }] });
    await change('close', { date: DAY, time: '10:01', accounts: [{ account_fk, left_amount: '5000' }] });
    await caughtUp(shop.api);
    expect(await figures()).toMatchObject({
      ...{ report: 'z', accounts: [{ other: '0', expected: '13000', difference: '0', left: '5000' }] },
    });
    expect(await findings()).toEqual([]);
    // What the first drawer left was counted with the second one: nothing is in the account.
    const place = { outlet_fk: shop.outlet, date: DAY, time: '10:10' };
    const accounts = [{ account_fk, safe_account_fk: shop.safe, float_amount: '5000' }];
    const { body } = await shop.api.send('POST', 'closing_drawers', { ...place, accounts });
    expect(JSON.stringify(body.data['accounts'])).not.toContain('carried_amount');
  });

  it('takes what comes after the drawer was closed into its own drawer', async () => {
    const till = await openedTill(shop, 'Late', await newCashier(shop, 'Dilan'));
    const late = await sold(till, 4);
    const count = await next(till, {
      ...{ kind: 'count', drawer: till.drawer, ...at('10:00:00') },
      accounts: [{ account_fk: till.account, counted_amount: '14000' }],
    });
    const close = await next(till, {
      ...{ kind: 'close_drawer', drawer: till.drawer, ...at('10:01:00') },
      accounts: [{ account_fk: till.account, left_amount: '0', expected_amount: '14000' }],
    });
    const [, , closed] = await send(shop.api, till.device, [till.opened, count, close]);
    expect(closed?.review?.map(({ rule }) => rule)).toEqual(['expected_differs']);
    const [receipt] = await send(shop.api, till.device, [late]);
    expect(receipt).toMatchObject({ state: 'stored' });
    await caughtUp(shop.api);
    expect((await shop.api.send('GET', `pos_sales/${receipt?.id}`)).body.data).toMatchObject({ is_late: true });
    const reviewed = await shop.api.send('POST', `closing_drawers/${closed?.id}/review`, { note: 'it came later' });
    expect(reviewed.body.data).toMatchObject({ status: 'closed' });
    expect(reviewed.body.data['possible']).not.toContain('review');
    expect(await findings()).toEqual([]);
  });
});

describe('an exchange', () => {
  it('moves only the difference through the drawer, and its paper and page name what was set against it', async () => {
    const till = await openedTill(shop, 'Exchange', await newCashier(shop, 'Nma'));
    const first = await sold(till, 5);
    const back: EntryContent = {
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer },
      ...{ ...at('09:30:00'), receipt: { uuid: first.uuid }, reason: 'another size', total: '3000' },
      number: till.device.chain.number,
      lines: [
        {
          ...{ line: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '3', price: '1000' },
          ...{ discount_amount: '0', tax_amount: '0', total_amount: '3000' },
        },
      ],
      payments: [{ method: 'cash', amount: '3000', account_fk: till.account, is_exchanged: true }],
    };
    const refund = await next(till, back);
    const set = { method: 'cash', amount: '3000', account_fk: till.account, is_exchanged: true };
    const dearer = await sold(till, 4, {
      ...{ replaces: { uuid: refund.uuid }, time: '09:31:00' },
      payments: [set, { method: 'cash', amount: '1000', account_fk: till.account }],
    });
    const unnamed = await sold(till, 3, { payments: [set], time: '09:32:00' });
    const answers = await send(shop.api, till.device, [till.opened, first, refund, dearer, unnamed]);
    // The amount of an exchange without its refund is reviewed by a person.
    expect(answers.map(({ review }) => review?.map(({ rule, field }) => [rule, field]))).toEqual([
      ...Array(4).fill(undefined),
      [['receipt_unknown', 'replaces_fk']],
    ]);
    await caughtUp(shop.api);
    const [, , , exchanged] = answers;
    const { data } = (await shop.api.send('GET', `pos_sales/${exchanged?.id}`)).body;
    expect(data['payments']).toMatchObject([{ amount: '3000', is_exchanged: true }, { amount: '1000' }]);
    const paper = (await shop.api.send('GET', `pos_sales/${exchanged?.id}/paper`)).body.data;
    const payments = [
      { method: 'exchange', amount: '3000' },
      { method: 'cash', amount: '1000' },
    ];
    expect(paper).toMatchObject({ documents: [{ payments }] });
    // A float of 10,000, 5,000 of sales, 1,000 for the exchanged goods, and 3,000 of the last receipt.
    const figures = (await shop.api.send('GET', `closing_drawers/${answers[0]?.id}/figures`)).body.data;
    expect(figures['accounts']).toMatchObject([{ sales: '12000', refunds: '3000', expected: '19000' }]);
    expect(await findings()).toEqual([]);
  });
});

describe('a receipt', () => {
  it('is given back in parts, never more than was sold, and all parts add up', async () => {
    const till = await openedTill(shop, 'Parts', await newCashier(shop, 'Soz'));
    const line = { line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '3', price: '1000' };
    const printed = { discount_amount: '100', tax_amount: '0', total_amount: '2900' };
    const receipt = await sold(till, 3, {
      ...{ lines: [{ ...line, discount: { type: 'amount', value: '100' }, ...printed }], total: '2900' },
      payments: [{ method: 'cash', amount: '2900', account_fk: till.account }],
    });
    const part = (total: string, discount_amount: string, quantity: string): EntryContent => ({
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer },
      ...{
        ...at('09:30:00'),
        receipt: { uuid: receipt.uuid },
        reason: 'torn',
        number: till.device.chain.number,
        total,
      },
      lines: [
        {
          ...{ line: 1, item_fk: shop.item, unit_fk: shop.unit, quantity, price: '1000' },
          ...{ discount_amount, tax_amount: '0', total_amount: total },
        },
      ],
      payments: [{ method: 'cash', amount: total, account_fk: till.account }],
    });
    const first = await next(till, part('967', '33', '1'));
    const [, sale, refund] = await send(shop.api, till.device, [till.opened, receipt, first]);
    expect(refund).toEqual({ uuid: first.uuid, state: 'stored', id: sale?.id, number: sale?.number });
    await caughtUp(shop.api);
    const drawer_fk = (await shop.api.send('GET', `pos_sales/${sale?.id}`)).body.data['drawer_fk'];
    const given = { drawer_fk, date: DAY, reason: 'torn too' };
    const much = await shop.api.send('POST', `pos_sales/${sale?.id}/refund`, {
      ...given,
      lines: [{ line_id: 1, quantity: '3' }],
    });
    expect(Object.keys(much.body.errors ?? {})).toContain('lines.0.quantity');
    const rest = await shop.api.send('POST', `pos_sales/${sale?.id}/refund`, given);
    expect(rest.body.data).toMatchObject({
      status: 'refunded',
      refunds: [
        { lines: [{ gross_amount: '1000', discount_amount: '33' }] },
        { lines: [{ quantity: '2', gross_amount: '2000', discount_amount: '67' }], payments: [{ amount: '1933' }] },
      ],
    });
    const beyond = await next(till, part('967', '33', '1'));
    const [again] = await send(shop.api, till.device, [beyond]);
    expect(again?.state).toBe('stored');
    expect(again?.review?.map(({ rule }) => rule)).toContain('more_than_sold');
    expect(await findings()).toEqual([]);
  });
});

describe('verify', () => {
  it('names a gap until what is missing has come', async () => {
    const till = await openedTill(shop, 'Gap', await newCashier(shop, 'Aram'));
    const [lost, after] = [await sold(till, 1), await sold(till, 1)];
    await send(shop.api, till.device, [till.opened, after]);
    expect(await findings()).toEqual([expect.stringContaining('entries 2 to 2')]);
    await send(shop.api, till.device, [lost]);
    expect(await findings()).toEqual([]);
  });

  it('does not expect the numbers that tills gave in the series of the office', async () => {
    const till = await openedTill(shop, 'Corrected', await newCashier(shop, 'Hero'));
    const receipts = [await sold(till, 2), await sold(till, 3)];
    const [, wrong] = await send(shop.api, till.device, [till.opened, ...receipts]);
    await caughtUp(shop.api);
    const drawer_fk = (await shop.api.send('GET', `pos_sales/${wrong?.id}`)).body.data['drawer_fk'];
    const corrected = await shop.api.send('POST', 'pos_sales', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, customer_fk: shop.customer, drawer_fk, date: DAY },
      ...{ replaces_fk: wrong?.id, reason: 'Miscounted', status: 'complete' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' }],
      payments: [{ method: 'cash', amount: '1000', account_fk: till.account }],
    });
    expect(corrected.body.data).toMatchObject({ status: 'complete', number: expect.stringMatching(/R-0*1$/) });
    expect(await findings()).toEqual([]);
  });
});

describe('the paper that the server prints of a receipt of a till', () => {
  it('adds up line by line on a roll and on a sheet: rounding, discount, exchange and two currencies', async () => {
    const [device, account, dollars] = [
      await newDevice(shop, { till_name: 'Papers' }),
      await box(shop.api, shop.outlet, 'Box of papers'),
      await box(shop.api, shop.outlet, 'Dollars of papers', 2),
    ];
    const [safe, cashier] = [await box(shop.api, shop.outlet, 'Safe in dollars', 2), await newCashier(shop, 'Papers')];
    const opened = await device.chain.next(
      {
        ...{ kind: 'open_drawer', outlet_fk: shop.outlet, ...at('08:00:00') },
        accounts: [
          { account_fk: account, safe_account_fk: shop.safe, float_amount: '10000' },
          { account_fk: dollars, safe_account_fk: safe, float_amount: '0', rate_fk: null, rate: '1480' },
        ],
      },
      { cashier },
    );
    const till: OpenedTill = { device, account, opened, drawer: { uuid: opened.uuid } };
    const inDollars = (amount: string) => ({
      ...{ method: 'cash' as const, amount, account_fk: dollars, rate_fk: null, rate: '1480' },
    });
    const cash = (amount: string) => ({ method: 'cash' as const, amount, account_fk: account });
    /** Of one bag at this price. */
    const one = (price: number, off: number, payments: ReceiptEntry['payments'], change = '0') => {
      const total = String(price - off);
      const goods = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: String(price) };
      return sold(till, 1, {
        lines: [{ line_id: 1, ...goods, discount_amount: String(off), tax_amount: '0', total_amount: total }],
        discount: off === 0 ? null : { type: 'amount', value: String(off) },
        ...{ total, payments, change, change_account_fk: change === '0' ? null : account },
      });
    };
    const receipts = [
      await one(1115, 0, [cash('1000')]),
      await one(2813, 0, [cash('5000')], '2250'),
      await one(9999, 333, [inDollars('5'), cash('3000')], '750'),
      await one(1481, 0, [inDollars('1.01')]),
      await one(7813, 13, [{ method: 'app', amount: '5000' }, cash('2750')]),
      await one(3070, 0, [{ ...cash('3000'), is_exchanged: true }]),
      await one(6500, 0, [cash('10000')], '3500'),
    ];
    const answers = await send(shop.api, device, [opened, ...receipts]);
    await caughtUp(shop.api);
    const roundings: unknown[] = [];
    for (const { id } of answers.slice(1)) {
      const { data } = (await shop.api.send('GET', `pos_sales/${id}/paper`)).body;
      const [document] = data['documents'] as unknown as readonly PaperDocument[];
      if (!document) throw new Error(`receipt ${id} has no paper`);
      roundings.push(document.cash_rounding ?? null);
      for (const paper of ['80mm', 'A4'] as const) {
        const template = { ...usualTemplate({ isReceipt: true }), paper };
        const settings = { business: { shop_name: 'Bazaar', phones: [] }, template, words };
        expect([id, paper, addsUp(printedForm(document, settings, 'en').html)]).toEqual([
          id,
          paper,
          { lines: 0, below: 0 },
        ]);
      }
    }
    expect(roundings).toEqual(['-115', '-63', '-16', '13.8', '-50', '-70', null]);
  });
});
