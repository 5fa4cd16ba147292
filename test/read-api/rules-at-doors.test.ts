/**
 * Each rule is applied in every way in which a document can be entered: complete at once, as a dry run, as a draft that
 * is completed or changed, with many others as a job, by a spreadsheet, by the till, and with a discount instead of a
 * price. A rule without one of these ways states the reason. A refused document stores nothing, and its messages are
 * readable in Arabic and Kurdish. Receipts of devices are stored in any case (docs/decisions/0074): there the rule
 * causes a review, with the same words.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '../../command-api/jobs/bulk.ts';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { withoutIsolates } from '../../languages/isolate.ts';
import type { Sent } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import {
  caughtUp,
  newCashier,
  type OpenedTill,
  openedTill,
  receiptOf,
  send as sendEntries,
  type TillShop,
} from '../api/tilling.ts';
import { check, requestOf, rowsOf } from '../imports/requests.ts';
import { rolesAt } from '../support/database.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

type Json = Readonly<Record<string, unknown>>;
interface Request {
  readonly path: string;
  readonly body: Json;
}

/** A request that breaks the rule, or the reason why this way does not exist. */
type Door = (() => Request) | string;

interface Rule {
  readonly resource: string;
  /** A document that obeys the rule, and one that breaks it, each to be completed at once. */
  readonly within: () => Json;
  readonly breaking: () => Json;
  readonly field: string;
  readonly words: RegExp;
  /** The document is permitted after a confirmation. */
  readonly asks?: true;
  /** Why a draft cannot break the rule. */
  readonly noDraft?: string;
  /** Why many documents are not completed at once. */
  readonly noBulk?: string;
  readonly discount: Door;
  readonly till: Door;
  /** The entry of a device, or why there is none; and the note of its review, if it differs. */
  readonly device: (() => EntryContent) | string;
  readonly noted?: RegExp;
  /** The rows and the format of a spreadsheet that breaks the rule, or why there is none. */
  readonly import: (() => Spreadsheet) | string;
}

interface Spreadsheet {
  readonly format: string;
  readonly row: Readonly<Record<string, string>>;
  readonly parameters: Json;
  readonly column: string;
}

/** Names that the tests enter, which are shown unchanged. */
const TYPED = [
  ...['Bazaar store', 'Limited', 'Reduced', 'Fixed', 'Milk', 'Azad', 'Rice', 'Sugar', 'Till', 'Dollars', 'Drawer'],
  ...['Box Front', 'Notes'],
];
const WITHHELD = [
  'sales/below_minimum_price',
  'financial_years/date_ahead',
  'financial_years/prior_period',
  'period_locks/pass',
];

let office: Office;
let log: pg.Client;
let shop: Shop;
let clerk: string;
let tillShop: TillShop;
let front: OpenedTill;
const ids = {
  ...{
    limited: 0,
    reduced: 0,
    fixed: 0,
    milk: 0,
    sugar: 0,
    dollars: 0,
    drawer: 0,
    box: 0,
    notes: 0,
    expense: 0,
    later: 0,
  },
};

beforeAll(async () => {
  office = await openOffice();
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command, countries: '/none' });
  shop = await openShop(office);
  log = new pg.Client({ connectionString: office.database.url });
  await log.connect();
  const item = (name: string, more: object) => office.add('items', itemBody(shop.unit, name, more));
  ids.limited = await item('Limited', { minimum_price: '900' });
  ids.reduced = await item('Reduced', { maximum_discount: '10' });
  ids.fixed = await item('Fixed', { sale_price_editable: false });
  ids.milk = await item('Milk', { has_expire: true });
  ids.sugar = await item('Sugar', {});
  const cash = (account_name: string, currency_fk: number) =>
    office.add('cashes', { account_name, cash_type: 1, currency_fk, outlet_fk: shop.outlet });
  ids.dollars = await cash('Dollars', 2);
  ids.box = await cash('Drawer', 1);
  ids.notes = await cash('Notes', 2);
  ids.expense = await office.add('expense_types', { type_name: 'Rent of the attic' });
  ids.later = await office.add('currency_rates', { date: '2026-03-20', rate: '1500', in_rate: '1500' });
  for (const item_fk of [shop.item, ids.limited, ids.reduced, ids.fixed]) {
    const lines = [{ item_fk, unit_fk: shop.unit, quantity: '100', price: '600' }];
    await office.add('purchases', purchaseBody(shop, '0', { lines }));
  }
  const places = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
  const held = allPermissions().filter((permission) => !WITHHELD.includes(permission));
  clerk = await office.person('clerk', held, places);
  const opened = await send('closing_drawers', {
    ...{ outlet_fk: shop.outlet, date: '2026-03-11', time: '08:00' },
    accounts: [
      { account_fk: ids.box, safe_account_fk: shop.cash, float_amount: '0' },
      { account_fk: ids.notes, safe_account_fk: ids.dollars, float_amount: '0', rate: '1480' },
    ],
  });
  ids.drawer = Number(opened.body.data['id']);
  tillShop = { ...shop, api: office, safe: shop.cash, cashier: 0, expenseType: ids.expense };
  front = await openedTill(tillShop, 'Front', await newCashier(tillShop, 'Rezan'));
  expect(await sendEntries(office, front.device, [front.opened])).toMatchObject([{ state: 'stored' }]);
});
afterAll(async () => {
  await log?.end();
  await office?.close();
});

const send = (path: string, body: unknown, language = 'en', method: 'POST' | 'PATCH' = 'POST') =>
  office.send(method, path, body, { token: clerk, headers: { 'accept-language': language } });
const line = (more: object = {}) => ({ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000', ...more });
const sale = (own: object = {}, more: object = {}): Json =>
  saleBody(shop, '1', { lines: [line(own)], ...more }) as Json;
const percent = (value: string) => ({ discount: { type: 'percent', value } });
const atTill =
  (own: object, more: object = {}) =>
  (): Request => ({
    path: 'pos_sales',
    body: {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk: ids.drawer, date: '2026-03-11' },
      ...{ time: '09:00', lines: [line(own)], status: 'complete' },
      ...{ payments: [{ method: 'cash', amount: '5000000', account_fk: ids.box }], ...more },
    },
  });
const inNotes = (more: object): object => ({
  payments: [{ method: 'cash', amount: '10', account_fk: ids.notes, ...more }],
});
/** A receipt with one line, as the device stores it. */
const onDevice =
  (own: object = {}, more: object = {}) =>
  (): EntryContent => {
    const at = { drawer: front.drawer, account: front.account, number: front.device.chain.number };
    const receipt = receiptOf(tillShop, at, 1, more);
    return { ...receipt, lines: receipt.lines.map((line) => ({ ...line, ...own })) };
  };
const newPrice =
  (item: string, new_price: string, date = '2026-03-11') =>
  (): Spreadsheet => ({
    ...{ format: 'item_prices', row: { item, new_price }, parameters: { date } },
    column: date === '2026-03-11' ? 'new_price' : 'date',
  });
const inDollars = (more: object): Json =>
  sale({ price: '1' }, { currency_fk: 2, account_fk: ids.dollars, rate: '1480', ...more });
const expense = (amount: string): Json => ({
  ...{ outlet_fk: shop.outlet, expense_type_fk: ids.expense, date: '2026-03-11', amount, currency_fk: 1 },
  ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
});
const bought = (expire_date: string): Json =>
  purchaseBody(shop, '1', { lines: [{ ...line({ item_fk: ids.milk, price: '600' }), expire_date }] }) as Json;

const NO_SALE_IN_FILES = 'no spreadsheet makes sales: those of goods set prices, open stock and fill purchases';
const NOT_A_PRICE = 'a discount changes what is paid and nothing else';

const RULES: Readonly<Record<string, Rule>> = {
  'the least price of an item': {
    resource: 'sales',
    within: () => sale({ item_fk: ids.limited }),
    breaking: () => sale({ item_fk: ids.limited, price: '100' }),
    field: 'lines.0.price',
    words: /Limited.*900/,
    discount: () => ({ path: 'sales', body: sale({ item_fk: ids.limited, ...percent('50') }) }),
    till: () => atTill({ item_fk: ids.limited, price: '100' })(),
    device: () => onDevice({ item_fk: ids.limited, price: '100' })(),
    import: newPrice('Limited', '100'),
  },
  'the largest discount of an item': {
    resource: 'sales',
    within: () => sale({ item_fk: ids.reduced }),
    breaking: () => sale({ item_fk: ids.reduced, ...percent('15') }),
    field: 'lines.0.price',
    words: /Reduced.*10 %/,
    discount: () => ({ path: 'sales', body: sale({ item_fk: ids.reduced }, percent('15')) }),
    till: () => atTill({ item_fk: ids.reduced }, percent('15'))(),
    device: () => onDevice({ item_fk: ids.reduced }, percent('15'))(),
    import: 'a new list price is no discount: it is what discounts are measured against',
  },
  'a price that is not changed': {
    resource: 'sales',
    within: () => sale({ item_fk: ids.fixed }),
    breaking: () => sale({ item_fk: ids.fixed, price: '999' }),
    field: 'lines.0.price',
    words: /Fixed.*1,000/,
    discount: () => ({ path: 'sales', body: sale({ item_fk: ids.fixed, ...percent('1') }) }),
    till: () => atTill({ item_fk: ids.fixed, price: '999' })(),
    device: () => onDevice({ item_fk: ids.fixed, price: '999' })(),
    import: 'a file of prices sets the list price, for which it has a permission of its own',
  },
  'a rate of the future': {
    resource: 'sales',
    within: () => inDollars({}),
    breaking: () => inDollars({ rate: undefined, rate_fk: ids.later }),
    field: 'rate_fk',
    words: /20\/03\/2026/,
    discount: NOT_A_PRICE,
    till: () => atTill({}, inNotes({ rate_fk: ids.later }))(),
    device: () => onDevice({}, inNotes({ rate_fk: ids.later }))(),
    import: 'no spreadsheet names a rate',
  },
  'a rate that is far from the one in force': {
    resource: 'sales',
    within: () => inDollars({}),
    breaking: () => inDollars({ rate: '14800' }),
    field: 'rate',
    words: /14,800.*1,480/,
    asks: true,
    discount: NOT_A_PRICE,
    till: () => atTill({}, inNotes({ rate: '14800' }))(),
    device: () => onDevice({}, inNotes({ rate: '14800' }))(),
    import: 'no spreadsheet names a rate',
  },
  'a day that is years away': {
    resource: 'sales',
    within: () => sale(),
    breaking: () => sale({}, { date: '2036-03-12' }),
    field: 'date',
    words: /11\/03\/2036/,
    noDraft: 'a draft of that day is refused',
    discount: NOT_A_PRICE,
    till: atTill({}, { date: '2036-03-12' }),
    device: onDevice({}, { date: '2036-03-12' }),
    noted: /printed 12\/03\/2036 09:00:00; the shop’s clock said/,
    import: newPrice('Limited', '950', '2036-03-12'),
  },
  'a day that has not come': {
    resource: 'sales',
    within: () => sale(),
    breaking: () => sale({}, { date: '2026-03-13' }),
    field: 'date',
    words: /12\/03\/2026/,
    discount: NOT_A_PRICE,
    till: atTill({}, { date: '2026-03-13' }),
    device: onDevice({}, { date: '2026-03-13' }),
    noted: /printed 13\/03\/2026 09:00:00; the shop’s clock said/,
    import: 'prices of a later day wait for it',
  },
  'goods that are not there': {
    resource: 'sales',
    within: () => sale(),
    breaking: () => sale({ quantity: '5000' }),
    field: 'lines.0.quantity',
    words: /Not enough of Rice in Bazaar store/,
    discount: NOT_A_PRICE,
    till: atTill({ quantity: '5000' }),
    device: () => onDevice({ item_fk: ids.sugar })(),
    noted: /Not enough of Sugar in Bazaar store/,
    import: NO_SALE_IN_FILES,
  },
  'money that is not there': {
    resource: 'expenses',
    within: () => expense('1'),
    breaking: () => expense('99999999'),
    field: 'account_fk',
    words: /No Enough Balance: (Till|Drawer)/,
    discount: 'an expense has no discount',
    till: () => ({
      path: `closing_drawers/${ids.drawer}/pay_out`,
      body: {
        ...{ date: '2026-03-11', time: '09:30', account_fk: ids.box, amount: '99999999' },
        expense_type_fk: ids.expense,
      },
    }),
    device: () => ({
      ...{ kind: 'pay_out', drawer: front.drawer, date: '2026-03-11', time: '09:30:00', account_fk: front.account },
      ...{ expense_type_fk: ids.expense, amount: '99999999' },
    }),
    noted: /No Enough Balance: Box Front/,
    import: 'no spreadsheet pays',
  },
  'the credit of a customer': {
    resource: 'sales',
    within: () => sale({}, { customer_fk: shop.customer }),
    breaking: () =>
      sale({ price: '100001' }, { customer_fk: shop.customer, payment_type: 'on_account', account_fk: null }),
    field: 'customer_fk',
    words: /allowed debit of Azad/,
    discount: () => ({
      path: 'sales',
      body: sale(
        { price: '200001', ...percent('1') },
        { customer_fk: shop.customer, payment_type: 'on_account', account_fk: null },
      ),
    }),
    till: () =>
      atTill({ price: '100001' }, { customer_fk: shop.customer, payments: [{ method: 'credit', amount: '100001' }] })(),
    device: () =>
      onDevice(
        { price: '100001' },
        { customer_fk: shop.customer, payments: [{ method: 'credit', amount: '100001' }] },
      )(),
    import: NO_SALE_IN_FILES,
  },
  'goods that have expired when they are bought': {
    resource: 'purchases',
    within: () => bought('2027-01-01'),
    breaking: () => bought('2020-01-01'),
    field: 'lines.0.expire_date',
    words: /Milk.*01\/01\/2020/,
    asks: true,
    noBulk: 'purchases are completed one by one: each says what arrived',
    discount: NOT_A_PRICE,
    till: 'a till buys nothing',
    device: 'a till buys nothing',
    import: 'lines of a spreadsheet fill a purchase, which asks when it is completed',
  },
};

/** The number of completed documents of all kinds. */
async function completed(): Promise<number> {
  const { rows } = await log.query<{ count: number }>(
    `select count(*)::int as count from log.event where type like '%.completed' or type like '%.paid_out'`,
  );
  return rows[0]?.count ?? 0;
}

const sentencesOf = ({ body }: Sent): string[] => [String(body.message), ...Object.values(body.errors ?? {}).flat()];

/** Asserts the refusal with the words of the rule, and repeats it in the other languages. */
async function expectRefused(rule: Rule, { path, body }: Request, at: string, method: 'POST' | 'PATCH' = 'POST') {
  const { status, body: answer } = await send(path, body, 'en', method);
  expect([at, status, answer.code === 'confirmation'], `${at} ${JSON.stringify(answer)}`).toEqual([
    at,
    422,
    rule.asks === true,
  ]);
  const said = withoutIsolates(
    Object.values(answer.errors ?? {})
      .flat()
      .join(' '),
  );
  expect(said, at).toMatch(rule.words);
  for (const language of ['ar', 'ckb']) {
    const told = await send(path, body, language, method);
    expect([at, language, told.status]).toEqual([at, language, 422]);
    expect(foreignAmong(sentencesOf(told), TYPED), `${at} ${language}`).toEqual([]);
  }
}

const draftOf = async ({ resource }: Rule, body: Json): Promise<number> => {
  const { body: answer } = await send(resource, { ...body, status: 'draft' });
  expect(answer.data, JSON.stringify(answer)).toBeDefined();
  return Number(answer.data['id']);
};

async function tryAsDraft(rule: Rule): Promise<void> {
  const { resource } = rule;
  if (rule.noDraft !== undefined) {
    await expectRefused(rule, { path: resource, body: { ...rule.breaking(), status: 'draft' } }, rule.noDraft);
    return;
  }
  const draft = await draftOf(rule, rule.breaking());
  await expectRefused(rule, { path: `${resource}/${draft}/complete`, body: {} }, 'a draft is completed');
  await expectRefused(rule, { path: `${resource}/${draft}/complete?dry_run=1`, body: {} }, 'completing it is tried');
  for (const language of ['en', 'ar', 'ckb']) {
    const started = await send(`${resource}/bulk`, { action: 'complete', ids: [draft] }, language);
    if (rule.noBulk !== undefined) {
      expect(started.status, rule.noBulk).toBeGreaterThanOrEqual(400);
      continue;
    }
    const result = await resultOf<BulkResult>(office, String(started.body.data['job_id']), { token: clerk });
    expect(result, 'many at once').toMatchObject({ done: [], refused: [{ id: draft }] });
    const said = result.refused.map(({ message }) => message);
    if (language === 'en') expect(withoutIsolates(said.join()), 'many at once').toMatch(rule.words);
    else expect(foreignAmong(said, TYPED), `many at once ${language}`).toEqual([]);
  }
}

async function tryByFile({ import: file, words }: Rule): Promise<void> {
  if (typeof file === 'string') return;
  const { format, row, parameters, column } = file();
  for (const language of ['en', 'ar', 'ckb']) {
    const asked = requestOf(rowsOf([row]), { parameters });
    const { ready, problems } = await check(office, format, asked, { token: clerk, language });
    expect([ready, problems.map((problem) => problem.column)], JSON.stringify(problems)).toEqual([0, [column]]);
    const said = problems.map(({ message }) => message);
    if (language === 'en') expect(withoutIsolates(said.join())).toMatch(column === 'new_price' ? /900/ : words);
    else expect(foreignAmong(said, TYPED)).toEqual([]);
  }
}

describe.each(Object.entries(RULES))('%s', (_name, rule) => {
  it('is held at every door, or says why there is none', async () => {
    const before = await completed();
    const { resource } = rule;
    await expectRefused(rule, { path: resource, body: rule.breaking() }, 'at once');
    await expectRefused(rule, { path: `${resource}?dry_run=1`, body: rule.breaking() }, 'tried');
    await tryAsDraft(rule);
    const changed = await draftOf(rule, rule.within());
    const body = { ...rule.breaking(), revision: 0 };
    await expectRefused(rule, { path: `${resource}/${changed}`, body }, 'a draft is changed', 'PATCH');
    const within: Readonly<Record<string, Door>> = { discount: rule.discount, till: rule.till };
    for (const [door, attack] of Object.entries(within)) {
      if (typeof attack === 'string') expect(attack.length, door).toBeGreaterThan(10);
      else await expectRefused(rule, attack(), door);
    }
    await tryByFile(rule);
    expect(await completed()).toBe(before);
  });

  it('permits documents that obey it', async () => {
    const { body } = await send(`${rule.resource}?dry_run=1`, rule.within());
    // The drawer has no money for an expense.
    if (rule.resource === 'expenses') expect(body.errors).toHaveProperty('account_fk');
    else expect(body.errors, JSON.stringify(body)).toBeUndefined();
  });
});

async function lockUntil(locked_until: string | null, lock_reason: string): Promise<void> {
  const lock = { locked_area: 'all', outlet_fk: null, locked_until, days_open: null, locked_for: 'others' };
  const body = { lock_reason, locks: locked_until ? [lock] : [], confirmed: true };
  const { status, body: answer } = await office.send('PATCH', 'period_locks/1', body);
  expect(status, JSON.stringify(answer)).toBe(200);
}

async function closeYear(): Promise<void> {
  const years = (await office.read('financial_years')).data['data'] as unknown as { id: number }[];
  await office.add('year_closes', { financial_year_fk: years[0]?.id, confirmed: true });
}

type Shut = readonly [name: string, rule: () => Rule, shut: () => Promise<void>, open: () => Promise<void>];
const SHUT: readonly Shut[] = [
  ['a locked day', () => LOCKED, () => lockUntil('2026-03-11', 'Declared'), () => lockUntil(null, 'Declared again')],
  ['a day of a closed year', () => CLOSED, closeYear, async () => undefined],
];

describe.each(SHUT)('%s', (name, ruleOf, shut, open) => {
  it('is held at every door', async () => {
    const rule = ruleOf();
    const early = await draftOf(rule, rule.breaking());
    await shut();
    const before = await completed();
    await expectRefused(rule, { path: 'sales', body: rule.breaking() }, 'at once');
    await expectRefused(rule, { path: 'sales?dry_run=1', body: rule.breaking() }, 'tried');
    await expectRefused(rule, { path: `sales/${early}/complete`, body: {} }, 'a draft is completed');
    const body = { ...rule.breaking(), revision: 0 };
    await expectRefused(rule, { path: `sales/${early}`, body }, 'a draft is changed', 'PATCH');
    const started = await send('sales/bulk', { action: 'complete', ids: [early] });
    const many = await resultOf<BulkResult>(office, String(started.body.data['job_id']), { token: clerk });
    expect(many).toMatchObject({ done: [], refused: [{ id: early, message: expect.stringMatching(rule.words) }] });
    await expectRefused(rule, (rule.till as () => Request)(), 'till');
    expect(await completed()).toBe(before);
    if (name === 'a locked day') await tryEntry(rule);
    await open();
  });
});

/** The days are locked until the 11th. */
const LOCKED: Rule = {
  ...{ resource: 'sales', within: () => sale(), breaking: () => sale({}, { date: '2026-03-09' }), field: 'date' },
  ...{ words: /days until 11\/03\/2026 are locked/, discount: NOT_A_PRICE, till: atTill({}), device: onDevice() },
  import: NO_SALE_IN_FILES,
};

const CLOSED: Rule = {
  resource: 'sales',
  within: () => sale(),
  breaking: () => sale({}, { date: '2026-03-09' }),
  field: 'date',
  words: /financial year of 09\/03\/2026 is closed|financial year of 11\/03\/2026 is closed/,
  discount: NOT_A_PRICE,
  till: atTill({}),
  device: onDevice(),
  import: NO_SALE_IN_FILES,
};

/** The sentences of an entry that waits for a review. */
async function rulesOf(kind: string, id: number | undefined, language: string): Promise<string[]> {
  const { data } = await office.read('till_reviews?per_page=200', office.token, { 'accept-language': language });
  const rows = data['data'] as unknown as Readonly<Record<string, unknown>>[];
  const row = rows.find(({ document_kind, document_id }) => document_kind === kind && document_id === id);
  expect([kind, id, row?.['status']]).toEqual([kind, id, 'waiting']);
  return row?.['rules'] as string[];
}

/** The device's entry is stored and waits for a review that names the rule, in each language. */
async function tryEntry({ device, words, noted = words }: Rule): Promise<void> {
  if (typeof device === 'string') return expect(device.length).toBeGreaterThan(10);
  const content = device();
  const entry = await front.device.chain.next(content, { cashier: front.opened.cashier_fk });
  const [answer] = await sendEntries(office, front.device, [entry]);
  expect(answer, JSON.stringify(answer)).toMatchObject({ state: 'stored', review: expect.any(Array) });
  await caughtUp(office);
  const kind = content.kind === 'receipt' ? 'pos_sale' : 'drawer';
  const said = await rulesOf(kind, answer?.id, 'en');
  expect(said.map(withoutIsolates).filter((sentence) => noted.test(sentence))).toHaveLength(1);
  for (const language of ['ar', 'ckb']) {
    const told = await rulesOf(kind, answer?.id, language);
    expect(told).toHaveLength(said.length);
    expect(foreignAmong(told, TYPED), language).toEqual([]);
  }
}

describe('the entries of a till’s device', () => {
  it.each([...Object.entries(RULES), ['a day of a closed year', CLOSED] as const])(
    'is stored and waits for a review where it breaks %s, or says why it cannot',
    async (_name, rule) => {
      await tryEntry(rule);
    },
  );
});
