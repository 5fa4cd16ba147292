import { describe, expect, it } from 'vitest';
import { incomeDocument } from '../../domain/cash/income.document.ts';
import type { IncomeInput } from '../../domain/cash/income.schema.ts';
import { income } from '../../domain/cash/income.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input: IncomeInput = {
  outlet_fk: 1,
  income_type_fk: 1,
  date: '2026-03-10',
  amount: '100',
  currency_fk: 2,
  rate_fk: 4,
  payment_type: 'cash',
  account_fk: 5,
};
const drafted = given(income).after([{ type: 'draft', input }]);
const completed = drafted.after([{ type: 'complete' }]);
const posted = (of: typeof drafted) => {
  const [posting] = incomeDocument.postingsOf(of.state(), 'income-1');
  if (!posting) throw new Error('it is not in the books');
  return posting;
};

describe('an income that is new', () => {
  it('is drafted at the in rate', () => {
    const [event] = given(income).when({ type: 'draft', input }).gives('income.drafted');
    expect(event?.data).toMatchObject({ rate: '1480', account_type: 1, time: null });
  });

  it('is refused with all wrong fields at once', () => {
    given(income)
      .when(
        { type: 'draft', input: { ...input, income_type_fk: 9, amount: '0', account_fk: 3, rate: '0' } },
        shop({ outlets: [2] }),
      )
      .isRefused(
        'outlet_fk: not_your_outlet',
        'income_type_fk: unknown_record',
        'amount: greater_than',
        'rate: greater_than',
      );
    given(income)
      .when({ type: 'draft', input: { ...input, date: '2026-02-30', payment_type: 'on_account' } })
      .isRefused('date: date', 'customer_fk: required');
  });

  it('takes a rate that was typed only from a person who may enter rates', () => {
    const typed = { ...input, rate: '1481' };
    given(income)
      .when({ type: 'draft', input: typed }, shop({ permissions: [] }))
      .isRefused('rate: rate_needs_permission');
    given(income).when({ type: 'draft', input: typed }).gives('income.drafted');
  });

  it('cannot be completed, discarded or returned to draft', () => {
    given(income).when({ type: 'complete' }).isWrongState('draft');
    given(income).when({ type: 'discard' }).isWrongState('draft');
    given(income).when({ type: 'return_to_draft', reason: 'x' }).isWrongState('draft');
  });
});

describe('an income that is a draft', () => {
  it('is changed, discarded and completed, and is not in the books', () => {
    drafted.when({ type: 'change', input: { ...input, amount: '5' } }).gives('income.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'discard' }).gives('income.discarded');
    drafted.when({ type: 'complete' }).gives('income.completed');
    expect(incomeDocument.postingsOf(drafted.state(), 'income-1')).toEqual([]);
  });
});

describe('an income that is complete', () => {
  it('posts the received cash against its type, in the morning without a time', () => {
    expect(balances(posted(completed))).toEqual({ 'cash:5': '148000', 'income-type:1': '-148000' });
    expect(posted(completed).effective).toBe('2026-03-10T00:00:00');
    expect(posted(completed).movements).toMatchObject([
      { pool: { kind: 'cash', currency: 2 }, quantity: 100_000_000n, valued: { by: 'statedCost' } },
    ]);
  });

  it('on account is owed by its customer, and stays open under its own name', () => {
    const body = { ...input, payment_type: 'on_account', customer_fk: 7, account_fk: null } as const;
    const owed = given(income).after([{ type: 'draft', input: body }, { type: 'complete' }]);
    expect(balances(posted(owed))).toEqual({ 'receivable customer-7': '148000', 'income-type:1': '-148000' });
    expect(posted(owed).openItems).toMatchObject([
      { party: 'customer-7', document: 'income-1', amount: 1_000_000n, rate: 14_800_000n },
    ]);
    expect(posted(owed).movements).toEqual([]);
  });

  it('returns to draft, and nothing else', () => {
    completed.when({ type: 'return_to_draft', reason: 'x' }).gives('income.returned_to_draft');
    completed.when({ type: 'change', input }).isWrongState('return_to_draft');
    completed.when({ type: 'discard' }).isWrongState('return_to_draft');
  });
});
