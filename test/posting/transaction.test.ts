import { describe, expect, it } from 'vitest';
import { initialAllocation } from '../../domain/debts/allocation.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { Allocated, CompletedTransaction } from '../../domain/parties/transaction-events.ts';
import { postAllocated, postReversedOn, postTransaction, postUnallocated } from '../../domain/posting/transaction.ts';
import { balances } from './reading.ts';

const SALE = { document: 'sale-1', date: '2026-03-01', rate: '1480' };

function received(amount: string, at: string, open: string, allocated: string): CompletedTransaction {
  return {
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
    allocations: allocated === '0' ? [] : [{ ...SALE, amount: allocated, open_amount: open }],
  };
}

describe('money received from a customer posts', () => {
  it('the worked example: 100 USD sold at 1,480 settled by 60 at 1,500 and 40 at 1,490 realise 1,200 and 400', () => {
    const first = postTransaction(CUSTOMER_SIDE, received('60', '1500', '100', '60'), 'customer_transaction-1');
    expect(balances(first)).toEqual({
      'cash:5': '90000',
      'receivable customer-7': '-88800',
      'fx-realised': '-1200',
    });
    expect(first.movements).toMatchObject([
      { quantity: 60_000_000n, posted: 900_000_000n, valued: { by: 'statedCost' } },
    ]);
    expect(first.openItems).toEqual([
      { party: 'customer-7', currency: 2, date: '2026-03-01', document: 'sale-1', outlet: 1, amount: -600_000n },
    ]);
    const second = postTransaction(CUSTOMER_SIDE, received('40', '1490', '40', '40'), 'customer_transaction-2');
    expect(balances(second)).toEqual({ 'cash:5': '59600', 'receivable customer-7': '-59200', 'fx-realised': '-400' });
  });

  it('what exceeds the debt to customer advances, open as a credit under its own name', () => {
    const posting = postTransaction(CUSTOMER_SIDE, received('100', '1500', '60', '60'), 'customer_transaction-1');
    expect(balances(posting)).toEqual({
      'cash:5': '150000',
      'receivable customer-7': '-88800',
      'customer-advances customer-7': '-60000',
      'fx-realised': '-1200',
    });
    expect(posting.openItems).toContainEqual({
      party: 'customer-7',
      currency: 2,
      date: '2026-03-10',
      document: 'customer_transaction-1',
      outlet: 1,
      amount: -400_000n,
      credit: true,
      rate: 15_000_000n,
    });
  });

  it('the same in total whether it is allocated at once, later, or after a reversal', () => {
    const whole = postTransaction(CUSTOMER_SIDE, received('60', '1500', '100', '60'), 'customer_transaction-1');
    const alone = postTransaction(CUSTOMER_SIDE, received('60', '1500', '100', '0'), 'customer_transaction-1');
    expect(balances(alone)).toEqual({ 'cash:5': '90000', 'customer-advances customer-7': '-90000' });
    const { number: _, allocations, account_fk: _a, ...rest } = received('60', '1500', '100', '60');
    const later: Allocated = {
      ...rest,
      allocation_id: 1,
      transaction_date: '2026-03-10',
      date: '2026-03-20',
      open_amount: '60',
      allocations,
    };
    const allocated = postAllocated(CUSTOMER_SIDE, later, 'customer_transaction-1');
    const sumOf = (...postings: (typeof whole)[]) =>
      balances({ ...whole, lines: postings.flatMap((posting) => posting.lines) });
    expect(sumOf(alone, allocated)).toEqual(balances(whole));
    const back = postUnallocated(CUSTOMER_SIDE, later, 'customer_transaction-1');
    expect(sumOf(alone, allocated, back)).toEqual(balances(alone));
  });
});

describe('money for documents of other outlets posts', () => {
  const paid: CompletedTransaction = {
    ...received('100', '1500', '0', '0'),
    allocations: [
      { document: 'sale-1', date: '2026-03-01', amount: '60', open_amount: '60', rate: '1480' },
      { document: 'sale-2', date: '2026-03-01', amount: '30', open_amount: '30', rate: '1480', outlet_fk: 2 },
    ],
  };
  const of = (outlet: number, posting: ReturnType<typeof postTransaction>) =>
    balances({ ...posting, lines: posting.lines.filter((line) => line.outlet === outlet) });

  it('the settled amount in the books of each document’s outlet, and the claim between the outlets', () => {
    const posting = postTransaction(CUSTOMER_SIDE, paid, 'customer_transaction-1');
    expect(of(2, posting)).toEqual({ 'receivable customer-7': '-44400', 'inter-outlet outlet-1': '44400' });
    expect(of(1, posting)).toEqual({
      'cash:5': '150000',
      'receivable customer-7': '-88800',
      'customer-advances customer-7': '-15000',
      'fx-realised': '-1800',
      'inter-outlet outlet-2': '-44400',
    });
    expect(posting.openItems.map(({ document, outlet, amount }) => [document, outlet, amount])).toEqual([
      ['customer_transaction-1', 1, -100_000n],
      ['sale-1', 1, -600_000n],
      ['sale-2', 2, -300_000n],
    ]);
  });

  it('the same in each outlet when it is allocated later and reversed', () => {
    const whole = postTransaction(CUSTOMER_SIDE, paid, 'customer_transaction-1');
    const alone = postTransaction(CUSTOMER_SIDE, { ...paid, allocations: [] }, 'customer_transaction-1');
    const { number: _, account_fk: _a, ...rest } = paid;
    const when = { allocation_id: 1, transaction_date: '2026-03-10', date: '2026-03-20', open_amount: '100' };
    const later: Allocated = { ...rest, ...when };
    const allocated = postAllocated(CUSTOMER_SIDE, later, 'customer_transaction-1');
    const back = postUnallocated(CUSTOMER_SIDE, later, 'customer_transaction-1');
    for (const outlet of [1, 2]) {
      const sumOf = (...postings: (typeof whole)[]) =>
        of(outlet, { ...whole, lines: postings.flatMap((posting) => posting.lines) });
      expect(sumOf(alone, allocated)).toEqual(of(outlet, whole));
      expect(sumOf(alone, allocated, back)).toEqual(of(outlet, alone));
    }
  });
});

describe('a discount given to a customer posts', () => {
  it('the discount at the rate of the debt, without a realised difference', () => {
    const posting = postTransaction(
      CUSTOMER_SIDE,
      { ...received('10', '1500', '100', '10'), transaction_type: 'discount', account_fk: null, account_type: null },
      'customer_transaction-1',
    );
    expect(balances(posting)).toEqual({ 'sales-discounts': '14800', 'receivable customer-7': '-14800' });
  });
});

describe('money paid to a supplier posts', () => {
  const paid: CompletedTransaction = {
    ...received('200', '1500', '0', '0'),
    customer_fk: null,
    supplier_fk: 8,
    transaction_type: 'pay',
    allocations: [{ document: 'purchase-3', date: '2026-03-01', amount: '200', open_amount: '200', rate: '1490' }],
  };

  it('the worked example: 200 USD owed at 1,490 paid at 1,500', () => {
    const posting = postTransaction(SUPPLIER_SIDE, paid, 'supplier_transaction-1');
    expect(balances(posting)).toEqual({ 'payable supplier-8': '298000', 'fx-realised': '2000', 'cash:5': '-300000' });
  });

  it('cash that leaves at its own carrying rate, with the difference to realised exchange', () => {
    const posting = postTransaction(SUPPLIER_SIDE, { ...paid, rate: '1495' }, 'supplier_transaction-1');
    expect(balances(posting)).toEqual({ 'payable supplier-8': '298000', 'fx-realised': '1000', 'cash:5': '-299000' });
    expect(posting.movements).toMatchObject([
      {
        quantity: -200_000_000n,
        valued: { by: 'average' },
        posted: -2_990_000_000n,
        contra: { key: 'fx-realised' },
      },
    ]);
  });
});

describe('a payment through a bank that takes a fee posts', () => {
  const bank = { account_fk: 18, account_type: 2, expense_type_fk: 1 };
  const dinars = { currency_fk: 1, rate_fk: null, rate: null };
  const none = { rate: null, amount: '100000', open_amount: '100000' };
  const receipt: CompletedTransaction = {
    ...{ ...received('100000', '1', '0', '0'), ...bank, ...dinars, bank_fee: '1000' },
    allocations: [{ document: 'sale-1', date: '2026-03-01', ...none }],
  };
  const payment: CompletedTransaction = {
    ...{ ...receipt, customer_fk: null, supplier_fk: 8, transaction_type: 'pay' },
    allocations: [{ document: 'purchase-3', date: '2026-03-01', ...none }],
  };

  it('a receipt of 100,000 with a fee of 1,000: the bank has 99,000, and the debt is settled', () => {
    const posting = postTransaction(CUSTOMER_SIDE, receipt, 'customer_transaction-1');
    expect(balances(posting)).toEqual({
      'bank:18': '99000',
      'expense-type:1': '1000',
      'receivable customer-7': '-100000',
    });
    expect(posting.openItems).toMatchObject([{ document: 'sale-1', amount: -1_000_000_000n }]);
  });

  it('a payment of 100,000 with a fee of 1,000: the bank gives 101,000, and the debt is settled', () => {
    const posting = postTransaction(SUPPLIER_SIDE, payment, 'supplier_transaction-1');
    expect(balances(posting)).toEqual({
      'bank:18': '-101000',
      'expense-type:1': '1000',
      'payable supplier-8': '100000',
    });
    expect(posting.openItems).toMatchObject([{ document: 'purchase-3', amount: -1_000_000_000n }]);
  });

  it('the same way when money goes back: to a customer with it, from a supplier without it', () => {
    const back = { allocations: [] };
    const lent = postTransaction(CUSTOMER_SIDE, { ...receipt, ...back, transaction_type: 'pay_back' }, 'a-1');
    expect(balances(lent)).toMatchObject({ 'bank:18': '-101000', 'expense-type:1': '1000' });
    const got = postTransaction(SUPPLIER_SIDE, { ...payment, ...back, transaction_type: 'get_back' }, 'a-1');
    expect(balances(got)).toMatchObject({ 'bank:18': '99000', 'expense-type:1': '1000' });
  });

  it('dollars of the bank: the fee at the rate of the payment, and one movement of both', () => {
    const dollars = { ...received('100.01', '1483.3337', '100.01', '100.01'), ...bank, bank_fee: '1.03' };
    const posting = postTransaction(CUSTOMER_SIDE, dollars, 'customer_transaction-1');
    // 100.01 and 1.03 at 1,483.3337; the difference of the rates is that of the whole 100.01.
    expect(balances(posting)).toEqual({
      'bank:18': '146820.3696',
      'expense-type:1': '1527.8337',
      'receivable customer-7': '-148014.8',
      'fx-realised': '-333.4033',
    });
    expect(posting.movements).toMatchObject([{ quantity: 98_980_000n, valued: { by: 'statedCost' } }]);
  });

  it('all of it the other way round when it is reversed', () => {
    const { number: _, allocations, ...transaction } = payment;
    const first = initialAllocation(transaction, allocations);
    const of = { reason: 'not carried out', date: '2026-03-12', transaction, allocations: [first] };
    expect(balances(postReversedOn(SUPPLIER_SIDE, of, 'supplier_transaction-1'))).toEqual({
      'bank:18': '101000',
      'expense-type:1': '-1000',
      'payable supplier-8': '-100000',
    });
  });
});

describe('a transaction that is reversed on a later day posts', () => {
  it('its mirror image then: dollars leave at their average, and each document is open again at its rate', () => {
    const { number: _, allocations, ...transaction } = received('100', '1500', '60', '60');
    const first = initialAllocation(transaction, allocations);
    const of = { reason: 'bounced', date: '2026-11-05', transaction, allocations: [first] };
    const posting = postReversedOn(CUSTOMER_SIDE, of, 'customer_transaction-1');
    expect(posting.effective).toBe('2026-11-05T23:59:00');
    expect(balances(posting)).toEqual({
      'cash:5': '-150000',
      'receivable customer-7': '88800',
      'customer-advances customer-7': '60000',
      'fx-realised': '1200',
    });
    expect(posting.movements).toMatchObject([{ quantity: -100_000_000n, valued: { by: 'average' } }]);
    const changes = posting.openItems.map(({ document, amount }) => [document, amount]);
    expect(changes).toEqual([
      ['customer_transaction-1', 400_000n],
      ['sale-1', 600_000n],
    ]);
  });
});
