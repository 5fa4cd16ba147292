import { describe, expect, it } from 'vitest';
import { cashTransferDocument } from '../../domain/cash/cash-transfer.document.ts';
import type { CashTransferInput } from '../../domain/cash/cash-transfer.schema.ts';
import { cashTransfer } from '../../domain/cash/cash-transfer.ts';
import { incomeDocument } from '../../domain/cash/income.document.ts';
import { income } from '../../domain/cash/income.ts';
import { given } from '../domain/given.ts';
import { Ledger } from './ledger.ts';
import { balances } from './reading.ts';

/** 1,000 dollars in cash account 5, carried at 1,480,000. */
function withDollar(): Ledger {
  const ledger = new Ledger();
  const dollar = { currency_fk: 2, rate_fk: 4, amount: '1000', payment_type: 'cash', account_fk: 5 } as const;
  const earned = given(income).after([
    { type: 'draft', input: { outlet_fk: 1, income_type_fk: 1, date: '2026-03-09', ...dollar } },
    { type: 'complete' },
  ]);
  ledger.post('income-1', incomeDocument.postingsOf(earned.state(), 'income-1')[0]);
  return ledger;
}

const posted = (more: Partial<CashTransferInput>) => {
  const input = { outlet_fk: 1, date: '2026-03-10', from_account_fk: 5, to_account_fk: 3, amount: '1000', ...more };
  const done = given(cashTransfer).after([{ type: 'complete', input }]);
  return cashTransferDocument.postingsOf(done.state(), 'cash_transfer-1')[0];
};

describe('a cash transfer', () => {
  it('of 1,000 USD carried at 1,480,000 to 1,505,000 IQD realises 25,000', () => {
    expect(withDollar().post('cash_transfer-1', posted({ to_amount: '1505000' }))).toEqual({
      'cash:3': '1505000',
      'cash:5': '-1480000',
      'fx-realised': '-25000',
    });
  });

  it('that is reversed reverses the realised amount', () => {
    const ledger = withDollar();
    ledger.post('cash_transfer-1', posted({ to_amount: '1505000' }));
    expect(ledger.reverse('cash_transfer-1')).toEqual({
      'cash:3': '-1505000',
      'cash:5': '1480000',
      'fx-realised': '25000',
    });
  });

  it('from dinars to dollars posts the dollars at the paid amount', () => {
    const posting = posted({ from_account_fk: 3, to_account_fk: 5, amount: '1505000', to_amount: '1000' });
    expect(new Ledger().post('cash_transfer-1', posting)).toEqual({ 'cash:5': '1505000', 'cash:3': '-1505000' });
  });

  it('between two dollar accounts keeps the carrying value and realises nothing at any rate', () => {
    const posting = posted({ to_account_fk: 15, to_outlet_fk: 2, rate: '1600' });
    expect(posting?.lines.map((line) => line.outlet)).toEqual([1, 2, 2, 1]);
    const ledger = withDollar();
    expect(ledger.post('cash_transfer-1', posting)).toEqual({ 'bank:15': '1480000', 'cash:5': '-1480000' });
    expect(ledger.ofOutlet(2)).toEqual({ 'bank:15': '1480000', 'inter-outlet': '-1480000' });
    expect(ledger.ofOutlet(1)).toEqual({ 'income-type:1': '-1480000', 'inter-outlet': '1480000' });
  });

  it('in the system currency moves the amount, and no pool', () => {
    const posting = posted({ from_account_fk: 3, to_account_fk: 6, to_outlet_fk: 2, amount: '500' });
    expect(posting && balances(posting)).toEqual({
      'bank:6': '500',
      'cash:3': '-500',
      'inter-outlet outlet-1': '-500',
      'inter-outlet outlet-2': '500',
    });
    expect(posting?.movements).toEqual([]);
  });
});
