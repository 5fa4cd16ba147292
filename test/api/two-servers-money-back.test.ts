/**
 * Two people at two servers, when money is taken back (docs/decisions/0226, 0236): it comes back once, whatever day each of them
 * says, and nobody has it twice who spends, settles or pays it out at the same moment.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountNumber } from '../../domain/chart/chart.ts';
import { documents } from '../../domain/registry/documents.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { type Desk, MONEY_BACK, type MoneyBack, type MoneyPlace, type TakenBack } from '../support/money-back.ts';
import type { Api, Sent } from './api.ts';
import { decidedAtOnce, isDone, isRefused, secondServer } from './at-one-moment.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';
import { acrossFindings } from './tilling.ts';

const [DAY, LATER] = ['2026-03-05', '2026-03-09'] as const;

let office: Office;
let second: Api;
let shop: Shop;
let place: MoneyPlace;
let names = 0;
const resourceOf = (kind: string): string => documents.find((document) => document.kind === kind)?.resource ?? kind;
const desk: Desk = {
  enter: (kind, body) => office.add(resourceOf(kind), { confirmed: true, ...body }),
  step: async (kind, id, name, body) => {
    const { status, body: answer } = await send(office, { kind, id, step: name, body: {} }, body)();
    expect([kind, name, status, answer.errors]).toEqual([kind, name, 200, undefined]);
  },
};
const send =
  (server: Api, { kind, id, step, body }: TakenBack, more: object = {}) =>
  () =>
    server.send('POST', `${resourceOf(kind)}/${id}/${step}`, { confirmed: true, ...body, ...more });
const back = (server: Api, of: TakenBack, more: object = {}) => send(server, of, { reason: 'bounced', ...more });

beforeAll(async () => {
  office = await openOffice();
  second = await secondServer(office);
  shop = await openShop(office);
  const there = await office.add('outlets', { outlet_name: 'Branch' });
  const account = (account_name: string, cash_type: number) =>
    office.add('cashes', { account_name, cash_type, currency_fk: 1, outlet_fk: shop.outlet, allow_overdraft: true });
  place = {
    ...{ outlet: shop.outlet, inventory: shop.inventory, item: shop.item, unit: shop.unit },
    elsewhere: {
      outlet: there,
      inventory: await office.add('inventories', { inventory_name: 'Branch store', outlet_fk: there }),
    },
    cash: await account('Box', 1),
    bank: await account('Bank', 2),
    remittance: await account('On its way', 3),
    customer: await office.add('customers', { consumer_name: 'Bakir', allowed_debit_amount: '100000000' }),
    supplier: shop.supplier,
    stockholder: await office.add('stockholders', { stockholder_name: 'Dilan', share_percentage: '100' }),
    expenseType: await office.add('expense_types', { type_name: 'Petrol' }),
    incomeType: await office.add('income_types', { type_name: 'Tips' }),
    user: 1,
  };
  await office.add('purchases', purchaseBody(shop, '1000', { date: '2026-03-01' }));
});
afterAll(async () => {
  expect(await acrossFindings(office)).toEqual([]);
  await second?.app.close();
  await office?.close();
});

/** What all entries of the document leave, by account, party and outlet. */
async function leaves({ kind, id }: TakenBack): Promise<readonly string[]> {
  await office.jobIsDone();
  await office.read('reports/inventory');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select format('%s %s %s', account, party, sum(base)) as line from read.journal_line
       where document = $1 and account <> 5130 and account < 131000000
       group by account, party, outlet_fk having sum(base) <> 0`,
      [`${kind}-${id}`],
    );
    return rows.map(({ line }) => line);
  });
}
const said = (answers: readonly (Sent | undefined)[]) => answers.map((answer) => answer && isDone(answer));
const balance = async (account: number) => Number((await office.read(`cashes/${account}`)).data['balance']);

describe.each(MONEY_BACK)('$name', ({ enter, dated }: MoneyBack) => {
  it('is taken back once by two people, on the day of the faster one', async () => {
    for (const isLater of dated ? [false, true] : [false]) {
      const of = await enter(desk, place, DAY);
      const days = [{}, dated ? { date: LATER } : {}];
      const [first = {}, last = {}] = isLater ? days.toReversed() : days;
      const answers = await decidedAtOnce(office, [back(office, of, first), back(second, of, last)]);
      expect(said(answers), JSON.stringify(answers.map(({ body }) => body))).toEqual([true, false]);
      expect(answers[1]?.body.code).toBe('stale');
      // Who has seen it does nothing more.
      const again = await back(second, of, last)();
      expect([again.status, again.body.position]).toEqual([200, null]);
      expect(await leaves(of)).toEqual([]);
    }
  });
});

/** A box of its own, into which nothing comes but this. */
async function ownBox(): Promise<number> {
  names += 1;
  return office.add('cashes', { account_name: `Box ${names}`, cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
}

describe.each(MONEY_BACK.filter(({ came }) => came))('$name', ({ enter }: MoneyBack) => {
  it.each([true, false])('is not spent and taken back, whichever is first (%s)', async (isSpentFirst) => {
    const cash = await ownBox();
    const of = await enter(desk, { ...place, cash }, DAY);
    expect(await balance(cash)).toBe(5000);
    const spend = () =>
      second.send('POST', 'expenses', {
        ...{ outlet_fk: shop.outlet, date: '2026-03-10', payment_type: 'cash', account_fk: cash, currency_fk: 1 },
        ...{ expense_type_fk: place.expenseType, amount: '5000', status: 'complete' },
      });
    const sends = isSpentFirst ? [spend, back(office, of)] : [back(office, of), spend];
    const answers = await decidedAtOnce(office, sends);
    expect(said(answers)).toEqual([true, false]);
    expect(answers[1] && isRefused(answers[1])).toBe(true);
    expect(await balance(cash)).toBe(0);
  });
});

describe('a payment that is taken back', () => {
  const paid = async () => {
    const of = MONEY_BACK.find(({ name }) => name === 'a payment of a customer');
    const sold = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: DAY, customer_fk: place.customer };
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '5', price: '1000' }];
    const owed = { currency_fk: 1, payment_type: 'on_account', status: 'complete', lines };
    const sale = await office.add('sales', { ...sold, ...owed });
    const payment = (await of?.enter(desk, place, DAY)) as TakenBack;
    return { sale, payment };
  };

  it.each([true, false])('settles nothing that is allocated at the same moment (%s)', async (isAllocatedFirst) => {
    const { sale, payment } = await paid();
    const allocate = send(
      second,
      { ...payment, step: 'allocate', body: {} },
      {
        ...{ allocation_id: 1, date: '2026-03-09', allocations: [{ document: `sale-${sale}`, amount: '5000' }] },
      },
    );
    const sends = isAllocatedFirst ? [allocate, back(office, payment)] : [back(office, payment), allocate];
    expect(said(await decidedAtOnce(office, sends))).toEqual([true, false]);
    if (isAllocatedFirst) expect(isDone(await back(office, payment)())).toBe(true);
    else expect(isRefused(await allocate())).toBe(true);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ unpaid: '5000' });
    expect(await leaves(payment)).toEqual([]);
  });

  it('while another one replaces it: one of both is the end of it', async () => {
    for (const isReplacedFirst of [true, false]) {
      const { payment } = await paid();
      const replace = () =>
        second.send('POST', 'customer_transactions', {
          ...{ outlet_fk: shop.outlet, date: DAY, currency_fk: 1, account_fk: place.cash, customer_fk: place.customer },
          ...{ transaction_type: 'receive', allocate: 'none', amount: '4000', confirmed: true },
          ...{ replaces_fk: payment.id, reason: 'typed wrong' },
        });
      const before = await balance(place.cash);
      const sends = isReplacedFirst ? [replace, back(office, payment)] : [back(office, payment), replace];
      const answers = await decidedAtOnce(office, sends);
      expect(answers[0] && isDone(answers[0])).toBe(true);
      expect(await leaves(payment)).toEqual([]);
      const isReplaced = answers.some(({ status }) => status === 201);
      expect((await balance(place.cash)) - before).toBe(isReplaced ? -1000 : -5000);
    }
  });
});

describe('a remittance that is taken back', () => {
  it.each([true, false])('is not paid out at the same moment and there twice (%s)', async (isPaidFirst) => {
    const sent = MONEY_BACK.find(({ name }) => name === 'a remittance on its way');
    const of = (await sent?.enter(desk, place, DAY)) as TakenBack;
    const bank = await balance(place.bank);
    const pay = send(second, { ...of, step: 'pay_out', body: {} }, { date: '2026-03-09', account_fk: place.bank });
    const sends = isPaidFirst ? [pay, back(office, of)] : [back(office, of), pay];
    expect(said(await decidedAtOnce(office, sends))).toEqual([true, false]);
    expect((await balance(place.bank)) - bank).toBe(isPaidFirst ? 5000 : 0);
    // What was paid out is taken back as a whole, and what was taken back is not paid out.
    const next = await (isPaidFirst ? back(office, of) : pay)();
    expect([isPaidFirst, isDone(next)]).toEqual([isPaidFirst, isPaidFirst]);
    expect([(await balance(place.bank)) - bank, await leaves(of)]).toEqual([0, []]);
  });
});

describe('an advance on an order that is taken back', () => {
  it.each([true, false])('settles no purchase of the same moment (%s)', async (isBoughtFirst) => {
    const paid = MONEY_BACK.find(({ name }) => name === 'an advance on an order');
    const of = (await paid?.enter(desk, place, DAY)) as TakenBack;
    const buy = () =>
      second.send('POST', 'purchases', {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, date: '2026-03-09' },
        ...{ currency_fk: 1, payment_type: 'on_account', purchase_order_fk: of.id, status: 'complete' },
        lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '5', price: '1000', order_line_id: 1 }],
      });
    const sends = isBoughtFirst ? [buy, back(office, of)] : [back(office, of), buy];
    const answers = await decidedAtOnce(office, sends);
    expect(answers[0] && isDone(answers[0]), JSON.stringify(answers.map(({ body }) => body))).toBe(true);
    const made = answers.find(({ status }) => status === 201)?.body.data['id'] ?? (await buy()).body.data['id'];
    const open = (await office.read(`purchases/${made}`)).data['unpaid'];
    const { data } = await office.read(`purchase_orders/${of.id}`);
    const isStanding = JSON.stringify(data['payments']).includes('"standing":true');
    expect([isStanding, open]).toEqual(isStanding ? [true, '0'] : [false, '5000']);
  });
});

describe('a charge that is taken back', () => {
  it.each([true, false])('is not repaid at the same moment (%s)', async (isRepaidFirst) => {
    const charged = MONEY_BACK.find(({ name }) => name === 'a charge for goods lost on their way');
    names += 1;
    const user = await office.add('users', { user_name: `Driver ${names}`, email: `driver${names}@example.com` });
    const of = (await charged?.enter(desk, { ...place, user }, DAY)) as TakenBack;
    const repay = () =>
      second.send('POST', 'general_journals', {
        ...{ outlet_fk: shop.outlet, date: '2026-03-10', status: 'posted' },
        lines: [
          { account: 1240, user_fk: user, currency_fk: 1, credit: '100' },
          { account: accountNumber({ key: 'cash', of: place.cash }), currency_fk: 1, debit: '100' },
        ],
      });
    const sends = isRepaidFirst ? [repay, back(office, of)] : [back(office, of), repay];
    const answers = await decidedAtOnce(office, sends);
    expect(said(answers), JSON.stringify(answers.map(({ body }) => body))).toEqual([true, false]);
    expect(answers[1] && isRefused(answers[1])).toBe(true);
  });

  it('while others are charged: together they are never charged more than the goods cost', async () => {
    const charged = MONEY_BACK.find(({ name }) => name === 'a charge for goods lost on their way');
    const of = (await charged?.enter(desk, place, DAY)) as TakenBack;
    const path = { ...of, step: 'charge_missing', body: {} };
    const charge = (server: Api) =>
      send(server, path, { charge_id: 2, charged_user_fk: 1, date: '2026-03-08', reason: 'he loaded' });
    const both = await decidedAtOnce(office, [back(office, of), back(second, of)]);
    expect(said(both)).toEqual([true, false]);
    const twice = await decidedAtOnce(office, [charge(office), charge(second)]);
    expect(said(twice)).toEqual([true, false]);
    const more = await send(second, path, { charge_id: 3, charged_user_fk: 1, date: '2026-03-08', reason: 'x' })();
    expect(more.body.errors).toEqual({ charged_amount: ['All of what was written off is charged already'] });
  });
});
