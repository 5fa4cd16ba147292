import { describe, expect, it } from 'vitest';
import { cashTransferDocument } from '../../domain/cash/cash-transfer.document.ts';
import type { CashTransferInput } from '../../domain/cash/cash-transfer.schema.ts';
import { cashTransfer } from '../../domain/cash/cash-transfer.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input: CashTransferInput = {
  outlet_fk: 1,
  date: '2026-03-10',
  from_account_fk: 5,
  to_account_fk: 3,
  amount: '1000',
  to_amount: '1505000',
};
const completed = given(cashTransfer).after([{ type: 'complete', input }]);
const complete = (more: object) => given(cashTransfer).when({ type: 'complete', input: { ...input, ...more } });

describe('a cash transfer that is new', () => {
  it('is complete at once, and its rate follows from both amounts', () => {
    const [event] = complete({}).gives('cash_transfer.completed');
    expect(event?.data).toMatchObject({ currency_fk: 2, to_currency_fk: 1, rate: '1505', rate_fk: null });
    const [back] = complete({ from_account_fk: 3, to_account_fk: 5, amount: '1481', to_amount: '3' }).events();
    expect(back?.data).toMatchObject({ currency_fk: 1, to_currency_fk: 2, rate: '493.6667' });
  });

  it('in one currency has one amount; a foreign one is carried at a rate that is named', () => {
    const [event] = complete({ to_account_fk: 15, to_outlet_fk: 2, to_amount: null, rate_fk: 4 }).gives(
      'cash_transfer.completed',
    );
    expect(event?.data).toMatchObject({ to_amount: '1000', rate: '1480', rate_fk: 4, to_outlet_fk: 2 });
    complete({ to_account_fk: 15, to_outlet_fk: 2, to_amount: '999' }).isRefused(
      'to_amount: amounts_must_be_equal',
      'rate: required',
    );
  });

  it('moves money from one account to another', () => {
    complete({ to_account_fk: 5, to_amount: null }).isRefused('to_account_fk: accounts_must_differ');
  });

  it('between two currencies needs both amounts, at a rate that can be', () => {
    complete({ to_amount: null }).isRefused('to_amount: required');
    complete({ to_amount: '0' }).isRefused('to_amount: greater_than', 'rate: greater_than');
    complete({ amount: '1000000', to_amount: '0.0001' }).isRefused('rate: greater_than');
    complete({ amount: '0.0001', to_amount: '99999999999999' }).isRefused('rate: less_than');
  });

  it('is refused with all wrong fields at once', () => {
    given(cashTransfer)
      .when(
        { type: 'complete', input: { ...input, date: '2026-02-30', to_account_fk: 6, amount: '0' } },
        shop({ outlets: [2], retired: ['cash-5'] }),
      )
      .isRefused(
        'date: date',
        'outlet_fk: not_your_outlet',
        'from_account_fk: retired_record',
        'to_account_fk: not_of_the_outlet',
        'amount: greater_than',
      );
    complete({ to_account_fk: 99, to_outlet_fk: 99 }).isRefused(
      'to_account_fk: unknown_record',
      'to_outlet_fk: unknown_record',
    );
  });

  it('cannot be reversed', () => {
    given(cashTransfer).when({ type: 'reverse', reason: 'x' }).isWrongState('complete');
  });
});

describe('a cash transfer that is complete', () => {
  it('is reversed and leaves the books', () => {
    completed.when({ type: 'reverse', reason: 'entered twice' }).gives('cash_transfer.reversed');
    expect(cashTransferDocument.postingsOf(completed.state(), 'cash_transfer-1')).toHaveLength(1);
    const reversed = completed.after([{ type: 'reverse', reason: 'x' }]);
    expect(cashTransferDocument.postingsOf(reversed.state(), 'cash_transfer-1')).toEqual([]);
  });

  it('is not entered again', () => {
    completed.when({ type: 'complete', input: { ...input, amount: '7' } }).givesNothing();
  });
});
