/** Payment reminders: overdue debts, the letter, and the second reminder of the same debts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let customer: number;
let old: number;
let recent: number;

const show = async (path: string, token?: string) => (await office.read(path, token)).data as Row;
const remind = (documents: readonly string[], more: object = {}, token = office.token) =>
  office.send(
    'POST',
    'payment_reminders',
    {
      ...{ customer_fk: customer, outlet_fk: shop.outlet, date: '2026-03-11', letter_language: 'ckb' },
      documents: documents.map((document) => ({ document })),
      ...more,
    },
    { token },
  );

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  customer = await office.add('customers', { consumer_name: 'Narin', overdue_days: 10, mobile: '0750 111' });
  await office.add('purchases', purchaseBody(shop, '500', { date: '2026-01-02' }));
  const sell = async (date: string, more: object = {}) =>
    office.add(
      'sales',
      saleBody(shop, '2', { payment_type: 'on_account', account_fk: null, customer_fk: customer, date, ...more }),
    );
  // In the other order the second sale would be refused, because the first one is overdue.
  recent = await sell('2026-03-10');
  old = await sell('2026-01-05');
});
afterAll(() => office.close());

describe('a payment reminder', () => {
  it('is proposed with everything that is overdue, in the words of a first one', async () => {
    const letter = await show(`customers/${customer}/reminder`);
    expect(letter).toMatchObject({
      ...{ id: null, reminder_level: 1, customer: { consumer_name: 'Narin', phones: ['0750 111'] } },
      documents: expect.arrayContaining([
        expect.objectContaining({ document: `sale-${old}`, due_date: '2026-01-15', amount: '2000', times: 1 }),
      ]),
    });
  });

  it('is kept when it is given, is in the ageing, and makes the next one the second', async () => {
    const given = await remind([`sale-${old}`]);
    expect(given.status, JSON.stringify(given.body)).toBe(201);
    expect(given.body.data).toMatchObject({ number: 'RL-000001', reminder_level: 1, documents: [{ times: 1 }] });
    expect(await show(`payment_reminders/${given.body.data['id']}/letter`)).toMatchObject({
      ...{ number: 'RL-000001', letter_language: 'ckb', date: '2026-03-11' },
      documents: [{ document: `sale-${old}`, number: 'S-000002', days: 55, amount: '2000' }],
      totals: [{ currency_fk: 1, amount: '2000', decimals: 0 }],
    });
    const ageing = (await office.read(`reports/customers_ageing?consumer_id=${customer}`)).data;
    expect(ageing['data']).toMatchObject([{ reminded_on: '2026-03-11' }]);
    expect(await show(`customers/${customer}/reminder`)).toMatchObject({ reminder_level: 2 });
    const second = await remind([`sale-${old}`]);
    expect(second.body.data).toMatchObject({ reminder_level: 2, documents: [{ times: 2 }] });
    const back = await office.send('POST', `payment_reminders/${second.body.data['id']}/reverse`, {
      reason: 'not sent',
    });
    expect(back.status).toBe(200);
    expect(await show(`customers/${customer}/reminder`)).toMatchObject({ reminder_level: 2 });
    expect((await remind([`sale-${old}`])).body.data).toMatchObject({ reminder_level: 2 });
  });

  it('is refused of what is not due, not open, named twice, or of another outlet', async () => {
    const wrong = async (documents: readonly string[], token?: string) =>
      (await remind(documents, {}, token)).body.errors ?? {};
    expect(await wrong([`sale-${recent}`])).toHaveProperty(['documents.0.document']);
    expect(await wrong(['sale-99'])).toHaveProperty(['documents.0.document']);
    expect(await wrong([`sale-${old}`, `sale-${old}`])).toHaveProperty(['documents.1.document']);
    const other = await office.add('outlets', { outlet_name: 'Elsewhere' });
    const may = ['payment_reminders/store', 'payment_reminders/show'];
    const stranger = await office.person('stranger', may, { outlet_fk: other, outlets: [other] });
    expect((await show(`customers/${customer}/reminder`, stranger))['documents']).toEqual([]);
    expect(await wrong([`sale-${old}`], stranger)).toHaveProperty('outlet_fk');
    const own = await remind([`sale-${old}`], { outlet_fk: other }, stranger);
    expect(own.body.errors).toHaveProperty(['documents.0.document']);
    expect((await office.read('payment_reminders/1/letter', stranger)).status).toBe(404);
  });

  it('is in the ageing as it was known: not before it was entered, and still before it was reversed', async () => {
    const customer_fk = await office.add('customers', { consumer_name: 'Dilan', overdue_days: 10 });
    const owed = { payment_type: 'on_account', account_fk: null, customer_fk, date: '2026-01-05' };
    const sale = await office.add('sales', saleBody(shop, '2', owed));
    const ageing = `reports/customers_ageing?consumer_id=${customer_fk}`;
    const remindedAt = async (known?: string) => {
      const found = await show(known === undefined ? ageing : `${ageing}&known_at=${known}`);
      return objectsOf(found['data']).map((row) => row['reminded_on']);
    };
    const before = office.position;
    const given = await remind([`sale-${sale}`], { customer_fk });
    expect(given.status, JSON.stringify(given.body)).toBe(201);
    const entered = office.position;
    expect([await remindedAt(before), await remindedAt(entered)]).toEqual([[null], ['2026-03-11']]);
    await office.send('POST', `payment_reminders/${given.body.data['id']}/reverse`, { reason: 'not sent' });
    expect([await remindedAt(before), await remindedAt(entered), await remindedAt()]).toEqual([
      [null],
      ['2026-03-11'],
      [null],
    ]);
  });

  it('has an opening balance in two currencies as one document, reminded once', async () => {
    const customer_fk = await office.add('customers', { consumer_name: 'Two purses', overdue_days: 10 });
    const opening = await office.add('opening_balances', {
      ...{ outlet_fk: shop.outlet, financial_year_fk: 1, accounts: [{ account: 'capital', amount: '-198000' }] },
      parties: [
        { customer_fk, currency_fk: 1, amount: '50000' },
        { customer_fk, currency_fk: 2, rate: '1480', amount: '100' },
      ],
    });
    const finished = await office.send('POST', `opening_balances/${opening}/finish`);
    expect(finished.status, JSON.stringify(finished.body)).toBe(200);
    const document = `opening_balance-${opening}`;
    const proposed = await show(`customers/${customer_fk}/reminder`);
    const named = [...new Set(objectsOf(proposed['documents']).map((row) => String(row['document'])))];
    expect(named).toEqual([document]);
    const amounts = (letter: Row) => objectsOf(letter['totals']).map((row) => [row['currency_fk'], row['amount']]);
    for (const times of [1, 2]) {
      const given = await remind(named, { customer_fk });
      expect(given.status, JSON.stringify(given.body)).toBe(201);
      expect(given.body.data).toMatchObject({ reminder_level: times, documents: [{ times }, { times }] });
      const letter = await show(`payment_reminders/${given.body.data['id']}/letter`);
      expect(amounts(letter)).toEqual(amounts(proposed));
      expect(amounts(letter)).toEqual([
        [1, '50000'],
        [2, '100'],
      ]);
      expect(await show(`customers/${customer_fk}/reminder`)).toMatchObject({ reminder_level: times + 1 });
    }
  });

  it('is not needed where nothing is overdue', async () => {
    expect(await show(`customers/${shop.customer}/reminder`)).toMatchObject({ reminder_level: 0, documents: [] });
    expect((await office.read('customers/999/reminder')).status).toBe(404);
  });
});
