/** The opening of a drawer: the rate of its foreign money is the one in force at the moment of the entry. */
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../web/till/device/catalogue/catalogue-facts.ts';
import { tablesOf } from '../../../web/till/device/catalogue/catalogue-tables.ts';
import { type DrawerChoice, openingContent, withoutRate } from '../../../web/till/selling/drawer/drawer-accounts.ts';

const rate = (id: number, date: string, in_rate: string) => ({ id, date, in_rate, rate: '1500' });
/** The facts of a device whose catalogue has these rates. */
const knowing = (...rates: readonly ReturnType<typeof rate>[]) =>
  factsOf(
    {
      tables: tablesOf(new Map([['rates', rates]])),
      moment: { date: '2026-03-20', time: '08:00:00' },
      place: { outlet: 1, inventory: 1 },
      row: () => undefined,
      batches: () => ({ batches: [], onHand: '0' }),
    },
    { user_id: 2, rights: [] },
  );
const choice = (currency: number, account: number | null, safe: number): DrawerChoice => ({
  ...{ currency, options: [], account, safe, float: currency === 1 ? '50000' : '' },
});
const BOTH = [choice(1, 20, 3), choice(2, 21, 5)];
const opened = (facts: ReturnType<typeof knowing>, date: string) =>
  openingContent(BOTH, { outlet_fk: 1, currency_fk: 1, facts }, { date, time: '08:00:00' }).accounts;

describe('a drawer that is opened', () => {
  const facts = knowing(rate(7, '2026-03-21', '1600'), rate(4, '2026-03-01', '1480'), rate(5, '2026-03-10', '1490'));

  it('has the rate of the day, and not one that is entered for a later day', () => {
    expect(opened(facts, '2026-03-20')).toEqual([
      { account_fk: 20, safe_account_fk: 3, float_amount: '50000', rate_fk: null, rate: null },
      { account_fk: 21, safe_account_fk: 5, float_amount: '0', rate_fk: 5, rate: '1490' },
    ]);
    expect(opened(facts, '2026-03-21')).toMatchObject([{ rate: null }, { rate_fk: 7, rate: '1600' }]);
  });

  it('has the later one of two rates of a day', () => {
    const two = knowing(rate(8, '2026-03-20', '1495'), rate(9, '2026-03-20', '1497'));
    expect(opened(two, '2026-03-20')).toMatchObject([{}, { rate_fk: 9 }]);
  });

  it('takes no foreign money without a rate, which the server would refuse', () => {
    const later = knowing(rate(7, '2026-03-21', '1600'));
    expect(withoutRate(BOTH, { currency_fk: 1, facts: later }, '2026-03-20')).toEqual([2]);
    expect(withoutRate(BOTH, { currency_fk: 1, facts: later }, '2026-03-21')).toEqual([]);
    expect(withoutRate([choice(2, null, 5)], { currency_fk: 1, facts: later }, '2026-03-20')).toEqual([]);
  });
});
