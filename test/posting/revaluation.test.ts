import { describe, expect, it } from 'vitest';
import { CUSTOMER_SIDE } from '../../domain/debts/transaction-side.ts';
import { type Posting, reversed } from '../../domain/entries/entry.ts';
import type { Revaluation, RevaluedBalance, RevaluedBooks } from '../../domain/ledger/revaluation-events.ts';
import type { CompletedTransaction } from '../../domain/parties/transaction-events.ts';
import { postRevaluation } from '../../domain/posting/revaluation.ts';
import { postTransaction } from '../../domain/posting/transaction.ts';
import { add, money, negate, printMoney, sum } from '../../domain/values/money.ts';
import { balances } from './reading.ts';

function revalued(of: readonly RevaluedBalance[]): Revaluation & RevaluedBooks {
  return {
    outlet_fk: 1,
    date: '2026-03-31',
    next_day: '2026-04-01',
    currency_fk: 1,
    system_currency_fk: 1,
    rate_fk: 4,
    in_rate: '1510',
    out_rate: '1520',
    reference_number: null,
    note: null,
    position: '9',
    balances: of,
    amount: '0',
  };
}
const held = (account: number, foreign_amount: string, base: string, rate: string): RevaluedBalance => {
  return { account, party: null, currency_fk: 2, foreign_amount, base, rate };
};
const later = (posting: Posting) => balances({ ...posting, ...posting.later });

describe('a revaluation posts', () => {
  const posting = postRevaluation(
    revalued([
      held(111000005, '10', '14800', '1510'),
      held(1210, '40', '59200', '1510'),
      held(2110, '-20', '-29800', '1520'),
    ]),
  );

  it('the differences of cash, receivables and payables, against unrealised exchange', () => {
    expect(balances(posting)).toEqual({
      'cash-revaluation': '300',
      'receivable-revaluation': '1200',
      'payable-revaluation': '-600',
      'fx-unrealised': '-900',
    });
    expect(posting.effective).toBe('2026-03-31T23:59:59');
    expect([posting.movements, posting.openItems]).toEqual([[], []]);
  });

  it('those of loans, deposits and accruals on the side of their accounts', () => {
    const owed = held(290000004, '-10000', '-14500000', '1500');
    const of = [held(111000005, '30000', '43500000', '1500'), owed, held(2170, '-100', '-148000', '1500')];
    expect(balances(postRevaluation(revalued([...of, held(190000005, '10', '14800', '1510')])))).toEqual({
      'cash-revaluation': '1500000',
      'payable-revaluation': '-502000',
      'receivable-revaluation': '300',
      'fx-unrealised': '-998300',
    });
  });

  it('the same with the signs turned on the next day, in the same event', () => {
    expect(later(posting)).toEqual({
      'cash-revaluation': '-300',
      'receivable-revaluation': '-1200',
      'payable-revaluation': '600',
      'fx-unrealised': '900',
    });
    expect(posting.later?.effective).toBe('2026-04-01T00:00:00');
    expect(later(reversed(posting))).toEqual(balances(posting));
  });
});

describe('the worked example: 100 USD sold at 1,480, 60 received at 1,500 and 40 at 1,490', () => {
  const settled = (amount: string, at: string, open: string): CompletedTransaction => ({
    outlet_fk: 1,
    customer_fk: 7,
    supplier_fk: null,
    transaction_type: 'receive',
    date: '2026-03-10',
    time: null,
    currency_fk: 2,
    system_currency_fk: 1,
    rate_fk: 1,
    rate: at,
    amount,
    account_fk: 5,
    account_type: 1,
    replaces_fk: null,
    reference_number: null,
    note: null,
    number: null,
    allocations: [{ document: 'sale-1', date: '2026-03-01', rate: '1480', amount, open_amount: open }],
  });
  const first = postTransaction(CUSTOMER_SIDE, settled('60', '1500', '100'), 'customer_transaction-1');
  const second = postTransaction(CUSTOMER_SIDE, settled('40', '1490', '40'), 'customer_transaction-2');
  const of = (key: string, ...postings: readonly Posting[]) =>
    printMoney(
      negate(
        sum(
          postings
            .flatMap(({ lines, later: more }) => [...lines, ...(more?.lines ?? [])])
            .filter((line) => line.account.key === key)
            .map((line) => line.base),
        ),
      ),
    );

  it('realises 1,600 whether or not a revaluation at 1,510 ran between them', () => {
    const between = postRevaluation(revalued([held(1210, '40', '59200', '1510')]));
    expect(balances(between)['fx-unrealised']).toBe('-1200');
    expect(of('fx-realised', first, second)).toBe('1600');
    expect(of('fx-realised', first, between, second)).toBe('1600');
    expect(of('fx-unrealised', first, between, second)).toBe('0');
    const receivable = add(
      money(of('receivable', first, between, second)),
      money(of('receivable-revaluation', between)),
    );
    expect(printMoney(receivable)).toBe('148000');
  });
});
