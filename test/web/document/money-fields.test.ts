/** The account of a document that is paid at once, and what it fills when it is of the other currency. */
import { describe, expect, it } from 'vitest';
import {
  MONEY_RATE,
  moneyAccount,
  moneyCurrency,
  moneyFields,
} from '../../../web/shared/document/fields/money-fields.ts';

const header = { date: '2026-03-10', currency_fk: 2, system_currency_fk: 1, rate: '1480', payment_type: 'cash' };
const account = moneyAccount('in');
const chosen = (currency_fk: number, more: object = {}) => {
  const known = { ...header, ...more };
  return { ...known, account_fk: 3, ...account.fills?.({ currency_fk }, known, known) };
};

describe('the account of a document in dollars', () => {
  it('is offered in dinars too, and proposed in dollars', () => {
    expect(account.filter?.(header, header)).toEqual({ 'filter[currency_fk]': '1,2' });
    const proposed = { currency_fk: 2, outlet_fk: 1 };
    expect(account.filter?.(proposed, proposed)).toEqual({ 'filter[currency_fk]': '2', outlet_fk: '1' });
  });

  it('of dinars fills the rate of the document, and shows the rate and the money', () => {
    const inDinars = chosen(1);
    expect(inDinars).toMatchObject({ paid_rate: '1480', money_amount: null });
    expect(moneyCurrency(inDinars)).toBe(1);
    expect(moneyFields.map(({ shown }) => shown?.(inDinars, inDinars))).toEqual([true, true]);
  });

  it('of dollars needs neither, and one on account has none', () => {
    expect(moneyCurrency(chosen(2))).toBeUndefined();
    expect(chosen(2)).toMatchObject({ paid_rate: null });
    expect(moneyCurrency({ ...chosen(1), payment_type: 'on_account' })).toBeUndefined();
    expect(moneyCurrency({ ...chosen(1), account_fk: null })).toBeUndefined();
  });

  it('of a return has the rate at which the document was paid, and of a stored document its own money', () => {
    expect(chosen(1, { [MONEY_RATE]: '1477.5' })).toMatchObject({ paid_rate: '1477.5' });
    expect(moneyCurrency({ ...header, account_fk: 3, paid_currency_fk: 1 })).toBe(1);
  });
});
