/** The first till of an outlet gets an account of its own in each currency in which the outlet has cash. */
import { describe, expect, it } from 'vitest';
import { currenciesWithoutDrawer } from '../../web/people/drawer-accounts.ts';

const cash = (currency_fk: number, outlet_fk: number | null, more: object = {}) => ({
  ...{ cash_type: 1, is_active: true, currency_fk, outlet_fk, ...more },
});

describe('the accounts of a first till', () => {
  it.each([
    ['one account a currency for every outlet', [cash(1, null), cash(2, null)], [1, 2]],
    ['a drawer in dinars already', [cash(1, null), cash(1, 7), cash(2, null)], [2]],
    ['a drawer in both already', [cash(1, null), cash(1, 7), cash(2, 7), cash(2, 7)], []],
    ['accounts of another outlet', [cash(1, null), cash(1, 8), cash(2, 8)], [1]],
    ['two accounts of all outlets', [cash(1, null), cash(1, null)], [1]],
    [
      'accounts at banks and inactive ones',
      [cash(1, 7), cash(1, 7, { cash_type: 2 }), cash(1, 7, { is_active: false })],
      [1],
    ],
    ['no cash', [], []],
  ] as const)('with %s', (_, accounts, missing) => {
    expect(currenciesWithoutDrawer(accounts, 7)).toEqual(missing);
  });
});
