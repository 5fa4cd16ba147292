/** The blind count of a drawer: nothing tells the cash before it, a count that differs may be repeated once, and says why. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualTemplate } from '../../../domain/paper/template.ts';
import type { CountEntry, EntryContent, OpenDrawerEntry } from '../../../domain/till/device-entry.schema.ts';
import { USUAL_LIMITS } from '../../../domain/till/till-limits.ts';
import { printedForm } from '../../../web/shared/paper/printed-form.ts';
import { agrees, comparedWith, countsOf, mayCountAgain } from '../../../web/till/selling/drawer/drawer-count.ts';
import { drawerFigures } from '../../../web/till/selling/drawer/drawer-figures.ts';
import { drawerPaper } from '../../../web/till/selling/drawer/drawer-paper.ts';
import type { DrawerCash } from '../../../web/till/selling/payment.ts';
import { tillSettings } from '../../../web/till/selling/till-settings.ts';
import { words } from '../../support/paper-words.ts';

const DINAR: DrawerCash = { account_fk: 20, currency_fk: 1, rate_fk: null, rate: null };
const DOLLAR: DrawerCash = { account_fk: 21, currency_fk: 2, rate_fk: 4, rate: '1480' };
const CASH = [DINAR, DOLLAR];
const AT = { drawer: { uuid: '01890a5d-0000-7000-8000-000000000001' }, date: '2026-03-20', time: '20:00:00' };

const opening = (dinars: string, dollars: string): OpenDrawerEntry => ({
  ...{ kind: 'open_drawer', outlet_fk: 1, date: '2026-03-20', time: '08:00:00', note: null },
  accounts: [
    { account_fk: 20, safe_account_fk: 3, float_amount: dinars, rate_fk: null, rate: null },
    { account_fk: 21, safe_account_fk: 4, float_amount: dollars, rate_fk: 4, rate: '1480' },
  ],
});
const count = (dinars: string, dollars: string): CountEntry => ({
  ...{ kind: 'count', ...AT },
  accounts: [
    { account_fk: 20, counted_amount: dinars },
    { account_fk: 21, counted_amount: dollars },
  ],
});
const receipt = (cash: number, app: number, credit: number): EntryContent => {
  const total = String(cash + app + credit);
  const payments = Object.entries({ cash, app, credit }).flatMap(([method, amount]) =>
    amount > 0 ? [{ method, amount: String(amount), account_fk: method === 'cash' ? 20 : null }] : [],
  );
  const line = { line_id: 1, item_fk: 11, unit_fk: 1, quantity: '1', price: total };
  return {
    ...{ kind: 'receipt', outlet_fk: 1, inventory_fk: 1, ...AT, number: 'T3-000001', total, change: '0', payments },
    lines: [{ ...line, discount_amount: '0', tax_amount: String(Math.round(cash / 10)), total_amount: total }],
  } as unknown as EntryContent;
};

const moved = (kind: 'pay_in' | 'pay_out', amount: number): EntryContent =>
  ({ kind, ...AT, account_fk: 20, amount: String(amount), note: 'x', expense_type_fk: 1 }) as EntryContent;

const NAMES = {
  ...{ cashier: 'Shilan', till: 'Front' },
  currencyOf: (account: number | null | undefined) =>
    account === 21
      ? { currency_fk: 2, currency_name: 'US dollar', symbol: '$', decimals: 2 }
      : { currency_fk: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
};
const paper = (
  open: OpenDrawerEntry,
  entries: readonly EntryContent[],
  counted?: CountEntry,
  reason = 'wrong change',
) =>
  drawerPaper(
    {
      ...{ number: 'D-1', date: AT.date, time: AT.time, figures: drawerFigures(open, entries, 20), count: counted },
      reason: counted ? reason : null,
    },
    NAMES,
  );

describe('a drawer before its count', () => {
  it('is reported the same whatever cash was in it, came in and went out', () => {
    const sum = fc.integer({ min: 1, max: 1_000_000 });
    const of = fc.record({
      trade: fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 9000 })), { maxLength: 8 }),
      cash: fc.array(fc.tuple(sum, sum), { minLength: 8, maxLength: 8 }),
      floats: fc.tuple(sum, sum),
      moves: fc.tuple(sum, sum),
    });
    fc.assert(
      fc.property(of, ({ trade, cash, floats, moves }) => {
        const shown = [0, 1].map((one) => {
          const receipts = trade.map(([app, credit], at) => receipt(cash[at]?.[one] ?? 1, app, credit));
          const move = moved(one === 0 ? 'pay_in' : 'pay_out', moves[one] ?? 1);
          return paper(opening(String(floats[one]), String(moves[one])), [...receipts, move]).figures;
        });
        expect(shown[0]).toEqual(shown[1]);
      }),
    );
  });
});

describe('a counted drawer', () => {
  const open = opening('50000', '10');
  const entries = [receipt(28_250, 0, 0)];
  const { cash } = drawerFigures(open, entries, 20);
  const compared = (dinars: string, dollars: string) => comparedWith(count(dinars, dollars), cash, CASH);
  const may = (counts: readonly CountEntry[], dinars: string, dollars: string, recount_limit: string | null) =>
    mayCountAgain(counts, compared(dinars, dollars), { recount_limit, currency_fk: 1, cash: CASH });

  it('agrees, or is short and over by currency', () => {
    expect(agrees(compared('78250', '10'))).toBe(true);
    expect(compared('78000', '10.5').map(({ difference }) => difference)).toEqual(['-250', '0.5']);
    expect(agrees(compared('78250', '10.01'))).toBe(false);
  });

  it.each([
    ['78000', '10', '0', true],
    ['78000', '10', '250', false],
    ['77999', '10', '250', true],
    ['78501', '10', '250', true],
    // Half a dollar is 740 dinars.
    ['78250', '10.5', '739', true],
    ['78250', '9.5', '740', false],
    ['78250', '10', '0', false],
    ['0', '0', null, false],
  ] as const)('with %s and $%s is counted again above %s: %s', (dinars, dollars, limit, again) => {
    const first = count(dinars, dollars);
    expect(may([first], dinars, dollars, limit)).toBe(again);
    // Once.
    expect(may([first, first], dinars, dollars, limit)).toBe(false);
  });

  it('has its counts in the order in which they were made', () => {
    const [first, second] = [count('1', '0'), count('2', '0')];
    expect(countsOf([...entries, first, moved('pay_in', 1), second])).toEqual([first, second]);
  });

  it('says on the paper of its closing what was expected and why the count differs', () => {
    const settings = {
      ...{ business: { shop_name: 'Bazaar', phones: [] }, template: usualTemplate({ isReceipt: true }), words },
    };
    const said = (reason: string) =>
      printedForm(paper(open, entries, count('78000', '10'), reason), settings, 'en')
        .html.replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ');
    expect(said('Coins fell down')).toMatch(/Reason of the difference Coins fell down/);
    expect(said('Coins fell down')).toMatch(/Expected 78,250 Counted 78,000 Short 250/);
  });
});

it('limits that nobody set are the usual ones, and none where it was chosen', () => {
  expect(tillSettings({})).toMatchObject({
    quantity_limit: USUAL_LIMITS.quantity_asked_above,
    recount_limit: USUAL_LIMITS.recount_above,
  });
  expect(tillSettings({ quantity_asked_above: null, recount_above: null })).toMatchObject({
    ...{ quantity_limit: null, recount_limit: null },
  });
  expect(tillSettings({ quantity_asked_above: '12', recount_above: '250' })).toMatchObject({
    ...{ quantity_limit: '12', recount_limit: '250' },
  });
});
