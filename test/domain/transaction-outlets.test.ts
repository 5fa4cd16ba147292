/** Payments of a person with some outlets settle only documents of these (decisions/0072). */
import { describe, expect, it } from 'vitest';
import { CUSTOMER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { TransactionInput } from '../../domain/parties/transaction.schema.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const customers = transactionDecider(CUSTOMER_SIDE);
const input: TransactionInput = {
  outlet_fk: 1,
  customer_fk: 7,
  transaction_type: 'receive',
  date: '2026-03-10',
  currency_fk: 1,
  amount: '100',
  account_fk: 3,
};
const openItems = [
  { ...openItem('sale-4', '50'), outlet: 2 },
  { ...openItem('sale-1', '60'), outlet: 1 },
  openItem('sale-3', '70'),
];
const holding = (...outlets: readonly number[]) => shop({ openItems, outlets });
const OWN = [
  { document: 'sale-1', amount: '60' },
  { document: 'sale-3', amount: '40' },
];
const allocatedIn = ([event]: readonly DomainEvent[]) => membersOf(event?.data)['allocations'];

describe('a payment', () => {
  it('settles the oldest documents of the outlets that the person holds', () => {
    const settled = (...outlets: readonly number[]) =>
      given(customers)
        .when({ type: 'complete', input }, holding(...outlets))
        .gives('customer_transaction.completed');
    expect(allocatedIn(settled(1))).toMatchObject(OWN);
    expect(allocatedIn(settled(1, 2))).toMatchObject([
      { document: 'sale-4', amount: '50', outlet_fk: 2 },
      { document: 'sale-1', amount: '50' },
    ]);
  });

  it('is refused with a named document of another outlet', () => {
    const named = { ...input, allocations: [{ document: 'sale-4', amount: '50' }] };
    const complete = { type: 'complete', input: named } as const;
    given(customers).when(complete, holding(1)).isRefused('allocations.0.document: not_your_outlet');
    given(customers).when(complete, holding(1, 2)).gives('customer_transaction.completed');
  });

  it('that is allocated later is allocated to the same', () => {
    const paid = given(customers).after([{ type: 'complete', input: { ...input, allocate: 'none' } }], holding(1));
    const later = { ...holding(1), ownId: 1, openItems: [...openItems, openItem('customer_transaction-1', '-100')] };
    const events = paid.when({ type: 'allocate', input: { allocation_id: 1 } }, later);
    expect(allocatedIn(events.gives('customer_transaction.allocated'))).toMatchObject(OWN);
  });
});
