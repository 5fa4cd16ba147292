import { describe, expect, it } from 'vitest';
import { expenseDocument } from '../../domain/cash/expense.document.ts';
import type { ExpenseInput } from '../../domain/cash/expense.schema.ts';
import { expense } from '../../domain/cash/expense.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input: ExpenseInput = {
  outlet_fk: 1,
  expense_type_fk: 1,
  date: '2026-03-10',
  amount: '100',
  currency_fk: 2,
  rate_fk: 4,
  payment_type: 'cash',
  account_fk: 5,
};
const drafted = given(expense).after([{ type: 'draft', input }]);
const completed = drafted.after([{ type: 'complete' }]);
const posted = (of: typeof drafted) => {
  const [posting] = expenseDocument.postingsOf(of.state(), 'expense-1');
  if (!posting) throw new Error('it is not in the books');
  return posting;
};

describe('an expense that is new', () => {
  it('is drafted at the out rate', () => {
    const [event] = given(expense).when({ type: 'draft', input }).gives('expense.drafted');
    expect(event?.data).toMatchObject({ rate: '1490', account_type: 1 });
  });

  it('is refused with all wrong fields at once', () => {
    given(expense)
      .when(
        { type: 'draft', input: { ...input, expense_type_fk: 9, amount: '0', account_fk: 3, rate: '0' } },
        shop({ outlets: [2] }),
      )
      .isRefused(
        'outlet_fk: not_your_outlet',
        'expense_type_fk: unknown_record',
        'amount: greater_than',
        'rate: greater_than',
      );
  });

  it('cannot be completed, discarded or returned to draft', () => {
    given(expense).when({ type: 'complete' }).isWrongState('draft');
    given(expense).when({ type: 'discard' }).isWrongState('draft');
    given(expense).when({ type: 'return_to_draft', reason: 'x' }).isWrongState('draft');
  });
});

describe('an expense that is a draft', () => {
  it('is changed, discarded and completed', () => {
    drafted.when({ type: 'change', input: { ...input, amount: '5' } }).gives('expense.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'discard' }).gives('expense.discarded');
    drafted.when({ type: 'complete' }).gives('expense.completed');
  });
});

describe('an expense that is complete', () => {
  it('posts its type against the cash that pays, which leaves at its own carrying rate', () => {
    expect(balances(posted(completed))).toEqual({ 'expense-type:1': '149000', 'cash:5': '-149000' });
    expect(posted(completed).movements).toMatchObject([
      { pool: { kind: 'cash', currency: 2 }, valued: { by: 'average' }, contra: { key: 'fx-realised' } },
    ]);
  });

  it('on account is owed to its supplier', () => {
    const body = { ...input, payment_type: 'on_account', supplier_fk: 8, account_fk: null } as const;
    const owed = given(expense).after([{ type: 'draft', input: body }, { type: 'complete' }]);
    expect(balances(posted(owed))).toEqual({ 'expense-type:1': '149000', 'payable supplier-8': '-149000' });
    expect(posted(owed).openItems).toMatchObject([{ document: 'expense-1', amount: 1_000_000n }]);
  });

  it('returns to draft, and nothing else', () => {
    completed.when({ type: 'return_to_draft', reason: 'x' }).gives('expense.returned_to_draft');
    completed.when({ type: 'change', input }).isWrongState('return_to_draft');
    completed.when({ type: 'discard' }).isWrongState('return_to_draft');
  });
});
