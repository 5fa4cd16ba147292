/**
 * A closed year keeps its figures: money of it is taken back on a day of an open year or not at all, and so does a cost, an
 * allowance or a charge come that belongs to its goods (docs/decisions/0122, 0124, 0196, 0226, 0236).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { objectsOf } from '../../domain/values/members.ts';
import type { Sent } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { onDatabase } from '../backup/place.ts';
import { resultOf } from '../support/job-result.ts';
import { type Desk, MONEY_BACK, type MoneyPlace, type TakenBack } from '../support/money-back.ts';
import { type Office, openOffice } from './office.ts';

/** A day of the year that is closed, its last one, and a day of the open one. */
const [DAY, LAST, OPEN] = ['2026-03-05', '2026-12-31', '2027-01-20'] as const;

let office: Office;
let shop: Shop;
let place: MoneyPlace;
let carrier: number;
const entered = new Map<string, TakenBack>();

const resourceOf = (kind: string): string => documents.find((document) => document.kind === kind)?.resource ?? kind;
const post = (path: string, body: object) => office.send('POST', path, { confirmed: true, ...body });
async function done(path: string, body: object): Promise<Sent> {
  const sent = await post(path, body);
  expect([path, sent.status < 300, sent.body.errors]).toEqual([path, true, undefined]);
  return sent;
}
const desk: Desk = {
  enter: async (kind, body) => Number((await done(resourceOf(kind), body)).body.data['id']),
  step: async (kind, id, name, body) => void (await done(`${resourceOf(kind)}/${id}/${name}`, body)),
};

let names = 0;
const FREIGHT = { cost_type: 'freight', currency_fk: 1, payment_type: 'on_account', share_by: 'quantity' };
/** 10 pieces of an item of their own, bought on the day at 1,000, of which so many came. */
async function bought(came = '10', more: object = {}): Promise<number> {
  names += 1;
  const item_fk = await office.add('items', itemBody(shop.unit, `Item ${names}`));
  const lines = [{ item_fk, unit_fk: shop.unit, quantity: '10', price: '1000' }];
  const id = await office.add('purchases', purchaseBody(shop, '1', { date: DAY, lines, receive: false, ...more }));
  await done(`purchases/${id}/receive`, { date: DAY, lines: [{ line_id: 1, quantity: came }] });
  return id;
}
/** Goods that went back on the day with their credit awaited. */
async function sentBack(): Promise<number> {
  const purchase_fk = await bought();
  return office.add('purchase_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk, date: DAY, status: 'complete' },
    ...{ payment_type: 'on_account', supplier_fk: shop.supplier, credit_awaited: true },
    lines: [{ purchase_line_id: 1, quantity: '2' }],
  });
}
async function lostGoods(): Promise<number> {
  await office.add('purchases', purchaseBody(shop, '10', { date: DAY }));
  const { outlet: to_outlet_fk, inventory: to_inventory_fk } = place.elsewhere;
  const id = await office.add('stock_transfers', {
    ...{
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      to_outlet_fk,
      to_inventory_fk,
      date: DAY,
      status: 'sent',
    },
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '5' }],
  });
  await done(`stock_transfers/${id}/report_missing`, { date: DAY });
  return id;
}

interface Later {
  readonly name: string;
  /** It changes what goods of the closed year cost, so it is an adjustment whatever its day is (docs/decisions/0123). */
  readonly adjusts: boolean;
  /** Enters what is there before, in the year that will be closed. Returns the path of the step. */
  readonly before: () => Promise<string>;
  /** The body without its day. */
  readonly body: (path: string) => object;
}
const idIn = (path: string) => Number(path.split('/')[1]);
const LATER: readonly Later[] = [
  {
    name: 'a cost that comes later',
    adjusts: true,
    before: async () => `purchases/${await bought()}/apply_cost`,
    body: () => ({ cost_id: 1, ...FREIGHT, amount: '300', supplier_fk: carrier }),
  },
  {
    name: 'an allowance of the supplier',
    adjusts: true,
    before: async () => `purchases/${await bought()}/apply_allowance`,
    body: () => ({
      cost_id: 1,
      amount: '400',
      currency_fk: 1,
      payment_type: 'on_account',
      share_by: 'value',
      reason: 'old',
    }),
  },
  {
    name: 'the rest of a cost of a purchase that is closed',
    adjusts: true,
    before: async () => {
      const costs = [{ ...FREIGHT, amount: '1000', supplier_fk: carrier }];
      return `purchases/${await bought('4', { costs })}/close`;
    },
    body: () => ({}),
  },
  {
    name: 'the credit for goods that went back',
    adjusts: false,
    before: async () => `purchase_returns/${await sentBack()}/credit`,
    body: () => ({ amount: '1500', credit_reason: 'one was open' }),
  },
  {
    name: 'the freight of a container',
    adjusts: true,
    before: async () => `landed_costs?${await bought()}`,
    body: (path) => {
      const lines = [{ purchase_fk: Number(path.split('?')[1]) }];
      return { outlet_fk: shop.outlet, ...FREIGHT, amount: '500', supplier_fk: carrier, status: 'complete', lines };
    },
  },
  {
    name: 'the bill for goods that came without one',
    adjusts: true,
    before: async () => {
      const id = await office.add('purchases', purchaseBody(shop, '10', { date: DAY, receive: false }));
      await done(`purchases/${id}/receive`, { date: DAY, billed: false });
      return `purchases/${id}/bill`;
    },
    body: () => ({ lines: [{ line_id: 1, price: '650' }] }),
  },
  {
    name: 'a charge for goods that were lost',
    adjusts: false,
    before: async () => `stock_transfers/${await lostGoods()}/charge_missing`,
    body: () => ({ charge_id: 1, charged_user_fk: 1, reason: 'he drove' }),
  },
];
const paths = new Map<string, string>();
/** A cost, a landed cost and a credit of the closed year, which somebody wants to take back. */
const taken = { cost: 0, landed: 0, credit: 0 };

async function closeYear(): Promise<void> {
  const years = objectsOf((await office.read('financial_years')).data['data']);
  await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
  const begun = await post('year_closes', { financial_year_fk: years[0]?.['id'] });
  const job = await office.send('POST', 'jobs/close_year', { year_close_fk: begun.body.data['id'] });
  expect(await resultOf(office, String(job.body.data['job_id']))).toMatchObject({ outcome: 'closed' });
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const there = await office.add('outlets', { outlet_name: 'Branch' });
  const account = (account_name: string, cash_type: number) =>
    office.add('cashes', { account_name, cash_type, currency_fk: 1, outlet_fk: shop.outlet, allow_overdraft: true });
  carrier = await office.add('suppliers', { consumer_name: 'Carrier' });
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
  for (const { name, enter } of MONEY_BACK) entered.set(name, await enter(desk, place, DAY));
  for (const { name, before } of LATER) paths.set(name, await before());
  taken.cost = await bought();
  await done(`purchases/${taken.cost}/apply_cost`, {
    ...{ cost_id: 1, ...FREIGHT, date: DAY },
    amount: '200',
    supplier_fk: carrier,
  });
  const of = { outlet_fk: shop.outlet, ...FREIGHT, date: DAY, amount: '700', supplier_fk: carrier, status: 'complete' };
  taken.landed = await office.add('landed_costs', { ...of, lines: [{ purchase_fk: await bought() }] });
  taken.credit = await sentBack();
  await done(`purchase_returns/${taken.credit}/credit`, { date: DAY, amount: '2000' });
  await closeYear();
});
afterAll(async () => {
  expect(await acrossFindings(office)).toEqual([]);
  await office?.close();
});

/** Every balance at the end of the closed year, with what its entries are booked on. */
async function closedFigures(): Promise<readonly string[]> {
  await office.read('reports/inventory');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select format('%s %s %s %s %s', account, outlet_fk, party, currency_fk, sum(base)) as line from read.journal_line
       where effective_date <= $1 group by account, outlet_fk, party, currency_fk having sum(base) <> 0 order by 1`,
      [LAST],
    );
    return rows.map(({ line }) => line);
  });
}
/** The days of what parties and persons owe since then. */
const owedSince = (position: string) =>
  onDatabase(office.database.url, async (client) => {
    await office.read('reports/inventory');
    const { rows } = await client.query<{ day: string }>(
      `select distinct effective_date::text as day from read.journal_line
       where position > $1 and account in (1210, 1220, 1240, 2110, 2120)`,
      [position],
    );
    return rows.map(({ day }) => day);
  });
const messages = ({ body }: Sent) =>
  Object.values(body.errors ?? {})
    .flat()
    .join(' ');

let figures: readonly string[];
beforeEach(async () => {
  figures ??= await closedFigures();
  expect(figures.length).toBeGreaterThan(5);
});
const keepsFigures = async () => expect(await closedFigures()).toEqual(figures);

describe('money of a closed year', () => {
  const backOf = (name: string, more: object) => {
    const { kind, id, step, body } = entered.get(name) as TakenBack;
    return post(`${resourceOf(kind)}/${id}/${step}`, { reason: 'bounced', ...body, ...more });
  };

  it.each(MONEY_BACK)('is not taken back on a day of that year: $name', async ({ name, dated }) => {
    // Its own day moves to the first open one as an adjustment only where its entry stays.
    const isMoved = entered.get(name)?.step === 'reverse_charge';
    const days = [{}, ...(dated ? [{ date: DAY }, { date: LAST }] : []), ...(isMoved ? [] : [{ prior_period: true }])];
    for (const more of days) {
      const refused = await backOf(name, more);
      expect([name, more, refused.status]).toEqual([name, more, 422]);
      expect(messages(refused)).toMatch(/financial year of \d\d\/\d\d\/2026 is closed/);
    }
    await keepsFigures();
  });

  it.each(MONEY_BACK.filter(({ dated }) => dated))('is taken back on a day of an open one: $name', async ({ name }) => {
    const answer = await backOf(name, { date: OPEN });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    await keepsFigures();
    const again = await backOf(name, { date: OPEN });
    expect([again.status, again.body.position]).toEqual([200, null]);
  });
});

describe('what comes later for goods of a closed year', () => {
  const pathOf = (name: string) => String(paths.get(name)).split('?')[0] ?? '';
  const bodyOf = ({ name, body }: Later, date: string) => ({ ...body(String(paths.get(name))), date });

  it.each(LATER)('has no day of that year, and one of an open one: $name', async (later) => {
    for (const date of [DAY, LAST]) {
      const refused = await post(pathOf(later.name), bodyOf(later, date));
      expect([later.name, date, refused.status]).toEqual([later.name, date, 422]);
      expect(messages(refused)).toMatch(/financial year of \d\d\/\d\d\/2026 is closed/);
    }
    await keepsFigures();
    const body = bodyOf(later, OPEN);
    if (later.adjusts) {
      const offered = await post(pathOf(later.name), body);
      expect(offered.body['details']).toMatchObject({ prior_period: { date: DAY, open_day: '2027-01-01' } });
    }
    const before = office.position;
    const answer = await post(pathOf(later.name), { ...body, ...(later.adjusts ? { prior_period: true } : {}) });
    expect([answer.status < 300, answer.body.errors]).toEqual([true, undefined]);
    // What is owed has the day that was typed.
    expect(await owedSince(before)).toEqual([OPEN]);
    await keepsFigures();
  });

  it('is an adjustment on the first open day where that is asked for: a charge has its true day', async () => {
    const id = idIn(pathOf('a charge for goods that were lost'));
    await done(`stock_transfers/${id}/reverse_charge`, { charge_id: 1, date: OPEN, reason: 'not he' });
    const body = { charge_id: 2, charged_user_fk: 1, date: LAST, reason: 'he loaded' };
    const offered = await post(`stock_transfers/${id}/charge_missing`, body);
    expect(offered.body['details']).toMatchObject({ prior_period: { date: LAST, open_day: '2027-01-01' } });
    await done(`stock_transfers/${id}/charge_missing`, { ...body, prior_period: true });
    const charges = objectsOf((await office.read(`stock_transfers/${id}`)).data['charges']);
    expect(charges.at(-1)).toMatchObject({ charge_id: 2, date: '2027-01-01', true_date: LAST });
    await keepsFigures();
  });
});

describe('what a closed year has already', () => {
  it.each([
    ['a cost', () => `purchases/${taken.cost}/withdraw_cost`, { cost_id: 1 }],
    ['the freight of a container', () => `landed_costs/${taken.landed}/return_to_draft`, {}],
    ['the credit of a supplier', () => `purchase_returns/${taken.credit}/take_back_credit`, {}],
  ])('stays: %s', async (_, path, body) => {
    for (const more of [{}, { prior_period: true }]) {
      const refused = await post(path(), { reason: 'wrong', ...body, ...more });
      expect([path(), refused.status, messages(refused)]).toEqual([path(), 422, expect.stringMatching(/is closed/)]);
    }
    await keepsFigures();
  });
});
