/**
 * Everything that can have a due day has one where none is typed: as many days after its own day as the party's terms of
 * that day give (docs/decisions/0237). Asked of every body with such a field, of documents and of their steps.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { daysLater } from '../../domain/values/effective-date.ts';
import { IQD } from '../projector/shop.ts';
import { duesIn, hasDue } from '../support/due-fields.ts';
import { openBusiness } from './business.ts';

type Business = Awaited<ReturnType<typeof openBusiness>>;

const TODAY = '2026-05-30';
const EARLIER = '2026-03-10';
/** Of the parties on the earlier day, and since. */
const [THEN, NOW] = [30, 40];
const FIRST_DAY = '2026-01-01';

const DUE = documents.flatMap(({ kind, body, transitions }) => [
  ...(hasDue(body) ? [kind] : []),
  ...Object.entries(transitions).flatMap(([step, of]) => (hasDue(of.body) ? [`${kind} ${step}`] : [])),
]);

let business: Business;

/** Enters one on a day; the id of the document. */
type Enter = (date: string) => Promise<{ readonly kind: string; readonly id: number }>;

const place = () => ({ outlet_fk: business.premises.outlets[0], currency_fk: IQD });
const goods = () => ({ ...place(), inventory_fk: business.premises.inventories[0] });
const customer = () => ({ customer_fk: business.premises.customers[0] });
const supplier = () => ({ supplier_fk: business.premises.suppliers[0] });
const owed = { payment_type: 'on_account', status: 'complete' };
const lines = (more: object = {}) => [
  { item_fk: business.premises.items[0], unit_fk: business.premises.unit, quantity: '2', price: '1000', ...more },
];

async function entered(kind: string, body: object, ...steps: readonly (readonly [string, object])[]) {
  const answer = await business.shop.enter(kind, body);
  expect(answer, `${kind} was refused`).toBeDefined();
  const id = answer?.id ?? 0;
  for (const [step, of] of steps)
    expect(await business.shop.transit(kind, id, step, of), `${kind} ${step} was refused`).toBeDefined();
  return { kind, id };
}

const bought = (date: string, more: object = {}) => ({
  ...goods(),
  ...supplier(),
  ...owed,
  date,
  lines: lines(),
  ...more,
});
const landedOn = async (date: string) => {
  const { id: purchase_fk } = await entered('purchase', bought(date));
  return { ...place(), ...supplier(), ...owed, date, cost_type: 'freight', amount: '7', lines: [{ purchase_fk }] };
};
const assetOn = async (date: string, more: object) => {
  const { shop } = business;
  const fixed_asset_fk = await shop.register('fixed_asset', { asset_name: `Scale ${shop.entered.length} of ${date}` });
  return { ...place(), ...owed, date, fixed_asset_fk, amount: '1200', useful_life_months: 12, ...more };
};
const openItem = (date: string) => ({ ...place(), ...customer(), amount: '5', date, opened_as: 'debt' });
/** Each is of other parties, which may be opened once. */
const openings = (amount: string) => ({
  ...{ outlet_fk: business.premises.outlets[0], financial_year_fk: 1 },
  parties: [
    { ...customer(), currency_fk: IQD, amount },
    { ...supplier(), currency_fk: IQD, amount },
  ],
});
const balanced = { difference_to: 'opening-equity' };

const ENTERED: Readonly<Record<string, Enter>> = {
  sale: (date) => entered('sale', { ...goods(), ...customer(), ...owed, date, lines: lines() }),
  'online_order deliver': (date) =>
    entered(
      'online_order',
      { ...goods(), ...customer(), payment_type: 'on_account', date, lines: lines() },
      ['confirm', {}],
      ['deliver', { date }],
    ),
  purchase: (date) => entered('purchase', bought(date)),
  'purchase bill': (date) =>
    entered(
      'purchase',
      bought(date, { receive: false }),
      ['receive', { date, billed: false, lines: [{ line_id: 1, quantity: '2' }] }],
      ['bill', { date }],
    ),
  'purchase apply_cost': (date) => {
    const cost = { cost_id: 9, cost_type: 'freight', date, share_by: 'value', amount: '5', currency_fk: IQD };
    return entered('purchase', bought(date), ['apply_cost', { ...cost, ...supplier(), payment_type: 'on_account' }]);
  },
  landed_cost: async (date) => entered('landed_cost', await landedOn(date)),
  expense: (date) => {
    const { expenseType: expense_type_fk } = business.places;
    return entered('expense', { ...place(), ...supplier(), ...owed, date, expense_type_fk, amount: '9' });
  },
  income: (date) => {
    const { incomeType: income_type_fk } = business.places;
    return entered('income', { ...place(), ...customer(), ...owed, date, income_type_fk, amount: '9' });
  },
  asset_purchase: async (date) => entered('asset_purchase', await assetOn(date, supplier())),
  asset_sale: async (date) => {
    const account_fk = business.premises.cashes[0];
    const own = await assetOn('2026-03-02', { payment_type: 'cash', account_fk });
    const { id: asset_purchase_fk } = await entered('asset_purchase', own);
    const sold = { ...place(), ...customer(), payment_type: 'on_account', leaves_by: 'sale', amount: '900' };
    return entered('asset_sale', { ...sold, date, asset_purchase_fk });
  },
  general_journal: (date) =>
    entered('general_journal', {
      ...{ outlet_fk: business.premises.outlets[0], date, status: 'posted' },
      lines: [
        { account: 1210, ...customer(), debit: '50', currency_fk: IQD },
        { account: 2110, ...supplier(), credit: '50', currency_fk: IQD },
      ],
    }),
  opening_balance: () => entered('opening_balance', openings('5'), ['finish', balanced]),
  'opening_balance correct': () =>
    entered(
      'opening_balance',
      openings('5'),
      ['finish', balanced],
      ['correct', { ...openings('6'), ...balanced, reason: 'typed wrong' }],
    ),
  opening_item: () => entered('opening_item', { ...openItem('2025-06-01'), reference_number: 'A' }),
  'opening_item correct': () =>
    entered('opening_item', { ...openItem('2025-06-01'), reference_number: 'B' }, [
      'correct',
      { ...openItem('2025-06-01'), reference_number: 'B', amount: '6', reason: 'typed wrong' },
    ]),
};
/** Of before the books: by the terms of now. */
const OPENED: Readonly<Record<string, string>> = {
  opening_balance: '2025-12-31',
  'opening_balance correct': '2025-12-31',
  opening_item: '2025-06-01',
  'opening_item correct': '2025-06-01',
};

/** The due days that the document has, wherever they are. */
async function duesOf({ kind, id }: Awaited<ReturnType<Enter>>): Promise<readonly unknown[]> {
  const stream = `${kind}-${id}`;
  const states = await business.shop.handler.states.read([stream]);
  return duesIn(JSON.parse(JSON.stringify(states.get(stream)?.state)));
}

beforeAll(async () => {
  business = await openBusiness(true);
  const { shop, premises, clock, books } = business;
  shop.afterCommand = () => books.catchUp();
  const agree = async (payment_terms_days: number) => {
    for (const id of premises.customers) expect(await shop.amend('customer', id, { payment_terms_days })).toBeDefined();
    for (const id of premises.suppliers) expect(await shop.amend('supplier', id, { payment_terms_days })).toBeDefined();
  };
  await agree(THEN);
  clock.now = new Date('2026-05-02T09:00:00Z');
  await agree(NOW);
  clock.now = new Date(`${TODAY}T09:00:00Z`);
});

describe('a due day that nobody typed', () => {
  it('is asked of every body that can have one', () => {
    expect(Object.keys(ENTERED).toSorted()).toEqual(DUE.toSorted());
    expect(DUE).toEqual(expect.arrayContaining(['sale', 'expense', 'opening_balance', 'purchase bill']));
  });

  const dated = DUE.filter((name) => OPENED[name] === undefined);
  it.each(dated)('is by the terms of the day of the document: %s', async (name) => {
    const enter = ENTERED[name] ?? expect.unreachable();
    expect(await duesOf(await enter(EARLIER))).toEqual([daysLater(EARLIER, THEN)]);
    expect(await duesOf(await enter(TODAY))).toEqual([daysLater(TODAY, NOW)]);
  });

  it.each(Object.entries(OPENED))(
    'is by the terms of now where it was open before the books: %s',
    async (name, day) => {
      const enter = ENTERED[name] ?? expect.unreachable();
      expect(await duesOf(await enter(FIRST_DAY))).toEqual([daysLater(day, NOW)]);
    },
  );
});
