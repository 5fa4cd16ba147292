import { describe, expect, it } from 'vitest';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { customerTransactionDocument, supplierTransactionDocument } from '../../domain/parties/transaction.document.ts';
import type { TransactionInput } from '../../domain/parties/transaction.schema.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import type { Allocated } from '../../domain/parties/transaction-events.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const customers = transactionDecider(CUSTOMER_SIDE);
const suppliers = transactionDecider(SUPPLIER_SIDE);
const input: TransactionInput = {
  outlet_fk: 1,
  customer_fk: 7,
  transaction_type: 'receive',
  date: '2026-03-10',
  currency_fk: 1,
  amount: '100',
  account_fk: 3,
};
const items = [openItem('sale-1', '60'), openItem('sale_return-2', '-30'), openItem('sale-3', '70')];
const open = shop({ openItems: items });
/** The same when the transaction is complete, and `rest` of it is open. */
const openWith = (rest: string) => ({
  ...shop({ openItems: [...items, openItem('customer_transaction-1', rest)] }),
  ownId: 1,
});
const completed = given(customers).after([{ type: 'complete', input }], open);
const unallocated = given(customers).after([{ type: 'complete', input: { ...input, allocate: 'none' } }], open);

const allocatedIn = (events: readonly DomainEvent[]) =>
  ((events[0] as DomainEvent).data as Allocated).allocations.map((allocation) => [
    allocation.document,
    allocation.amount,
  ]);

describe('a customer transaction that is new', () => {
  it('settles the oldest documents first, up to its amount', () => {
    const events = given(customers).when({ type: 'complete', input }, open).gives('customer_transaction.completed');
    expect(allocatedIn(events)).toEqual([
      ['sale-1', '60'],
      ['sale-3', '40'],
    ]);
  });

  it('settles the documents that are named, or none', () => {
    const named = { ...input, allocations: [{ document: 'sale-3', amount: '70' }] };
    const events = given(customers)
      .when({ type: 'complete', input: named }, open)
      .gives('customer_transaction.completed');
    expect(allocatedIn(events)).toEqual([['sale-3', '70']]);
    expect(allocatedIn(unallocated.events)).toEqual([]);
  });

  it('does not settle a document on a day before its own', () => {
    const later = shop({ openItems: [openItem('sale-1', '60', null, '2026-03-11')] });
    const [event] = given(customers).when({ type: 'complete', input }, later).gives('customer_transaction.completed');
    expect(event?.data).toMatchObject({ allocations: [] });
    const named = { ...input, allocations: [{ document: 'sale-1', amount: '60' }] };
    given(customers).when({ type: 'complete', input: named }, later).isRefused('allocations.0.document: not_open');
  });

  it('settles a debt with a credit where both are named', () => {
    const named = {
      ...input,
      allocations: [
        { document: 'sale-3', amount: '70' },
        { document: 'sale_return-2', amount: '30' },
      ],
    };
    const events = given(customers)
      .when({ type: 'complete', input: named }, open)
      .gives('customer_transaction.completed');
    expect(allocatedIn(events)).toEqual([
      ['sale-3', '70'],
      ['sale_return-2', '-30'],
    ]);
  });

  it('pays credits back, and the excess becomes a debt', () => {
    const back = given(customers).after(
      [{ type: 'complete', input: { ...input, transaction_type: 'pay_back' } }],
      open,
    );
    expect(allocatedIn(back.events)).toEqual([['sale_return-2', '-30']]);
    const postings = customerTransactionDocument.postingsOf(back.state(), 'customer_transaction-1');
    const lines = postings.flatMap((posting) => posting.lines);
    expect(balances({ ...(postings[0] as (typeof postings)[0]), lines })).toEqual({
      'cash:3': '-100',
      'customer-advances customer-7': '30',
      'receivable customer-7': '70',
    });
  });

  it('pays back the advance of an order only when it is named, because its goods are still to come', () => {
    const order = openItem('online_order-4', '-50', null, '2026-02-01');
    const known = shop({ openItems: [order, ...items] });
    const back = { ...input, transaction_type: 'pay_back' } as const;
    const oldest = given(customers).when({ type: 'complete', input: back }, known);
    expect(allocatedIn(oldest.gives('customer_transaction.completed'))).toEqual([['sale_return-2', '-30']]);
    const named = { ...back, amount: '50', allocations: [{ document: 'online_order-4', amount: '50' }] };
    const events = given(customers).when({ type: 'complete', input: named }, known);
    expect(allocatedIn(events.gives('customer_transaction.completed'))).toEqual([['online_order-4', '-50']]);
  });

  it('is refused with all wrong fields at once', () => {
    given(customers)
      .when(
        {
          type: 'complete',
          input: { ...input, customer_fk: 99, amount: '0', currency_fk: 2, rate: '0', account_fk: 3, date: 'x' },
        },
        open,
      )
      .isRefused(
        'customer_fk: unknown_record',
        'amount: greater_than',
        'rate: greater_than',
        'account_fk: account_of_another_currency',
        'date: date',
      );
  });

  it('allocates no more than is open, and no more than was paid', () => {
    const allocations = [
      { document: 'sale-1', amount: '61' },
      { document: 'sale-1', amount: '60' },
      { document: 'sale-9', amount: '1' },
      { document: 'sale-3', amount: '0' },
    ];
    given(customers)
      .when({ type: 'complete', input: { ...input, allocations } }, open)
      .isRefused(
        'allocations.0.amount: more_than_is_open',
        'allocations.1.document: unique',
        'allocations.2.document: not_open',
        'allocations.3.amount: greater_than',
        'allocations: more_than_the_amount',
      );
  });

  it('settles an old debt with a fraction completely, and rounds the fraction', () => {
    const old = shop({ openItems: [openItem('sale-1', '16413.793'), openItem('sale-3', '70')] });
    const settled = (amount: string, allocations?: { document: string; amount: string }[]) => {
      const command = { ...input, amount, ...(allocations ? { allocations } : {}) };
      return given(customers).after([{ type: 'complete', input: command }], old);
    };
    const booked = (history: ReturnType<typeof settled>) => {
      const [whole, ...more] = customerTransactionDocument.postingsOf(history.state(), 'customer_transaction-1');
      if (!whole) throw new Error('nothing was posted');
      const lines = [...whole.lines, ...more.flatMap((posting) => posting.lines)];
      return balances({ ...whole, lines });
    };
    const over = settled('16420');
    expect(allocatedIn(over.events)).toEqual([
      ['sale-1', '16413.793'],
      ['sale-3', '6'],
    ]);
    expect(booked(over)).toEqual({
      'cash:3': '16420',
      'receivable customer-7': '-16419.793',
      rounding: '-0.207',
    });
    const under = settled('16413', [{ document: 'sale-1', amount: '16413' }]);
    expect(booked(under)).toEqual({
      'cash:3': '16413',
      'receivable customer-7': '-16413.793',
      rounding: '0.793',
    });
    expect(allocatedIn(settled('16000').events)).toEqual([['sale-1', '16000']]);
    given(customers)
      .when(
        {
          type: 'complete',
          input: { ...input, amount: '20000', allocations: [{ document: 'sale-1', amount: '16415' }] },
        },
        old,
      )
      .isRefused('allocations.0.amount: more_than_is_open');
  });

  it('permits a discount only up to the open amount', () => {
    const discount = { ...input, transaction_type: 'discount', account_fk: null } as const;
    given(customers).when({ type: 'complete', input: discount }, open).gives('customer_transaction.completed');
    given(customers)
      .when({ type: 'complete', input: { ...discount, amount: '131' } }, open)
      .isRefused('amount: more_than_is_open');
  });

  it('cannot be allocated or reversed', () => {
    given(customers)
      .when({ type: 'allocate', input: { allocation_id: 1 } })
      .isWrongState('complete');
    given(customers).when({ type: 'reverse', reason: 'x' }).isWrongState('complete');
  });
});

describe('a customer transaction that is complete', () => {
  it('allocates the remaining amount, once by its number, not before its own day', () => {
    unallocated
      .when({ type: 'allocate', input: { allocation_id: 1 } }, openWith('-100'))
      .gives('customer_transaction.allocated');
    const after = unallocated.after([{ type: 'allocate', input: { allocation_id: 1 } }], openWith('-100'));
    const other = { allocation_id: 1, allocations: [{ document: 'sale-1', amount: '1' }] };
    after
      .when({ type: 'allocate', input: other }, open)
      .isRefused('allocation_id: unique', 'allocations: more_than_the_amount');
    unallocated
      .when({ type: 'allocate', input: { allocation_id: 1, date: '2026-03-09' } }, openWith('-100'))
      .isRefused('date: before_the_transaction');
    completed
      .when({ type: 'allocate', input: { allocation_id: 1 } }, open)
      .isRefused('allocations: nothing_to_allocate');
  });

  it('allocates no more than what was not paid back since', () => {
    const allocate = { type: 'allocate', input: { allocation_id: 1 } } as const;
    const [event] = unallocated.when(allocate, openWith('-75')).gives('customer_transaction.allocated');
    expect(event?.data).toMatchObject({ open_amount: '75' });
    expect(allocatedIn(event ? [event] : [])).toEqual([
      ['sale-1', '60'],
      ['sale-3', '15'],
    ]);
    const named = { allocation_id: 1, allocations: [{ document: 'sale-3', amount: '70' }] };
    unallocated
      .when({ type: 'allocate', input: named }, openWith('-60'))
      .isRefused('allocations: more_than_the_amount');
    unallocated.when(allocate, open).isRefused('allocations: nothing_to_allocate');
  });

  it('reverses an allocation, and restores the balances', () => {
    const lines = (of: typeof completed) =>
      customerTransactionDocument.postingsOf(of.state(), 'customer_transaction-1').flatMap((posting) => posting.lines);
    completed.when({ type: 'unallocate', allocation_id: 0 }).gives('customer_transaction.unallocated');
    const back = completed.after([{ type: 'unallocate', allocation_id: 0 }]);
    expect(lines(back)).toEqual(lines(unallocated));
    completed.when({ type: 'unallocate', allocation_id: 5 }).isRefused('allocation_id: unknown_allocation');
    const discount = { ...input, transaction_type: 'discount', account_fk: null } as const;
    given(customers)
      .after([{ type: 'complete', input: discount }], open)
      .when({ type: 'unallocate', allocation_id: 0 })
      .isRefused('allocation_id: discount_stays_allocated');
  });

  it('is reversed, leaves the books, and can do nothing more', () => {
    completed.when({ type: 'reverse', reason: 'x' }).gives('customer_transaction.reversed');
    const reversed = completed.after([{ type: 'reverse', reason: 'x' }]);
    expect(customerTransactionDocument.postingsOf(reversed.state(), 'customer_transaction-1')).toEqual([]);
    reversed.when({ type: 'allocate', input: { allocation_id: 1 } }).isWrongState();
    reversed.when({ type: 'unallocate', allocation_id: 0 }).isWrongState();
  });
});

describe('a supplier transaction', () => {
  const { customer_fk: _, ...common } = input;
  const paid: TransactionInput = {
    ...common,
    supplier_fk: 8,
    transaction_type: 'pay',
    currency_fk: 2,
    rate_fk: 4,
    account_fk: 5,
    amount: '250',
  };
  const owed = shop({ openItems: [openItem('purchase-3', '200', '1480')] });

  it('is carried at the out rate and settles purchases at their own', () => {
    const events = given(suppliers)
      .when({ type: 'complete', input: paid }, owed)
      .gives('supplier_transaction.completed');
    expect(events[0]?.data).toMatchObject({ rate: '1490', allocations: [{ document: 'purchase-3', amount: '200' }] });
    const state = given(suppliers)
      .after([{ type: 'complete', input: paid }], owed)
      .state();
    const postings = supplierTransactionDocument.postingsOf(state, 'supplier_transaction-1');
    const lines = postings.flatMap((posting) => posting.lines);
    expect(balances({ ...(postings[0] as (typeof postings)[0]), lines })).toEqual({
      'cash:5': '-372500',
      'payable supplier-8': '296000',
      'supplier-advances supplier-8': '74500',
      'fx-realised': '2000',
    });
  });

  it('names its supplier', () => {
    const { supplier_fk: _supplier, ...ofNobody } = paid;
    given(suppliers).when({ type: 'complete', input: ofNobody }, owed).isRefused('supplier_fk: required');
  });
});
