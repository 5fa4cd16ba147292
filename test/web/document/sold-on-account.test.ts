/** What a sale on account adds to the debt of a customer, and the document that refuses it. */
import { describe, expect, it } from 'vitest';
import { printMoney } from '../../../domain/values/money.ts';
import { oldestOf, soldOnAccount } from '../../../web/sales/sold-on-account.ts';

const sold = (total: string, header: object) => {
  const amount = soldOnAccount(total, { currency_fk: 1, ...header }, 1);
  return amount === undefined ? undefined : printMoney(amount);
};

describe('the debt of a sale', () => {
  it('is its total without what is paid now', () => {
    expect([sold('10000', {}), sold('10000', { paid_now: '4000' }), sold('10000', { paid_now: null })]).toEqual([
      '10000',
      '6000',
      '10000',
    ]);
  });

  it('is in the system currency, at the rate of the document', () => {
    expect(sold('10', { currency_fk: 2, rate: '1480', paid_now: '4' })).toBe('8880');
    expect([sold('10', { currency_fk: 2, rate: null }), sold('', {})]).toEqual([undefined, undefined]);
  });
});

describe('the oldest unpaid document', () => {
  it('is found in all currencies', () => {
    const overdue = [
      { currency_fk: 1, days: 7 },
      { currency_fk: 2, days: 40 },
    ];
    expect([oldestOf(overdue)?.currency_fk, oldestOf([])]).toEqual([2, undefined]);
  });
});
