/** The proposed allocations of a payment, and the remaining amount. */
import { describe, expect, it } from 'vitest';
import { money, printMoney } from '../../../domain/values/money.ts';
import { rate } from '../../../domain/values/rate.ts';
import {
  byDocument,
  filledAmount,
  type OpenDocument,
  openRest,
  proposal,
  standingOf,
  takenBy,
  ticked,
  unallocated,
  withAmount,
} from '../../../web/shared/party/allocation.ts';

const open = (document: string, date: string, amount: string): OpenDocument => ({
  document,
  document_kind: 'sale',
  document_id: 1,
  number: null,
  date,
  amount,
  currency_fk: 1,
});
const until = (day: string, unit = '1') => ({ day, unit: money(unit) });
const documents = [
  open('sale-1', '2026-03-01', '60'),
  open('sale_return-2', '2026-03-02', '-30'),
  open('sale-3', '2026-03-05', '70'),
];

it('an order that was paid in advance on several days is one row, of its first day', () => {
  const order = (date: string, amount: string, currency_fk = 2) => ({
    ...open('purchase_order-4', date, amount),
    currency_fk,
  });
  const rows = byDocument([order('2026-03-02', '-40'), ...documents, order('2026-03-06', '-30.5')]);
  expect(rows.map(({ document, date, amount }) => [document, date, amount])).toEqual([
    ['purchase_order-4', '2026-03-02', '-70.5'],
    ...documents.map(({ document, date, amount }) => [document, date, amount]),
  ]);
  expect(byDocument([order('2026-03-02', '-40'), order('2026-03-02', '-9', 1)])).toHaveLength(2);
});

describe('a tick', () => {
  const of = { unit: money('1'), other: undefined };

  it('fills the box with the whole document, and empties it again; an old fraction becomes a payable amount', () => {
    const [sale] = documents;
    expect(sale && [ticked(sale, true, of), ticked(sale, false, of)]).toEqual([
      { document: 'sale-1', amount: '60' },
      { document: 'sale-1', amount: '' },
    ]);
    expect(ticked(open('sale-1', '2026-03-01', '16413.793'), true, of).amount).toBe('16414');
    expect(ticked(open('sale_return-2', '2026-03-02', '-30'), true, of).amount).toBe('30');
  });

  it('fills the amount of the payment with the sum, credits deducted, until a person types another', () => {
    const header = { transaction_type: 'receive', amount: null };
    const chosen = documents.map((row) => ticked(row, true, of));
    const first = filledAmount(header, takenBy(chosen.slice(0, 1), documents));
    expect(first).toEqual({ amount: '60', filled_amount: '60' });
    expect(filledAmount({ ...header, ...first }, takenBy(chosen, documents))).toMatchObject({ amount: '100' });
    expect(filledAmount({ ...header, ...first, amount: '75' }, takenBy(chosen, documents))).toEqual({});
    const credit = takenBy(chosen.slice(1, 2), documents);
    expect(filledAmount({ ...header, ...first }, credit)).toMatchObject({ amount: null });
  });

  it('does the same for a supplier who is paid, and for a credit that is paid back', () => {
    const debts = [{ ...open('purchase-4', '2026-03-01', '80'), document_kind: 'purchase' }];
    const paid = debts.map((row) => ticked(row, true, of));
    expect(filledAmount({ transaction_type: 'pay' }, takenBy(paid, debts))).toMatchObject({ amount: '80' });
    const back = documents.slice(1, 2).map((row) => ticked(row, true, of));
    expect(filledAmount({ transaction_type: 'pay_back' }, takenBy(back, documents))).toMatchObject({ amount: '30' });
  });
});

describe('the proposal', () => {
  it('takes the oldest first, as far as the amount goes, and leaves credits alone', () => {
    expect(proposal(money('100'), documents, until('2026-03-31'))).toEqual([
      { document: 'sale-1', amount: '60' },
      { document: 'sale-3', amount: '40' },
    ]);
  });

  it('settles no document on a day before its own', () => {
    expect(proposal(money('100'), documents, until('2026-03-04'))).toEqual([{ document: 'sale-1', amount: '60' }]);
  });

  it('pays credits back when money goes the other way', () => {
    expect(proposal(money('-100'), documents, until('2026-03-31'))).toEqual([
      { document: 'sale_return-2', amount: '30' },
    ]);
  });

  it('leaves the advance on an order for its goods', () => {
    const advances = [open('online_order-7', '2026-03-01', '-50'), ...documents];
    expect(proposal(money('-100'), advances, until('2026-03-31'))).toEqual([
      { document: 'sale_return-2', amount: '30' },
    ]);
  });

  it('settles an old fraction by the whole amount next to it', () => {
    const old = [open('sale-1', '2026-03-01', '16413.793'), open('sale-2', '2026-03-02', '100.2')];
    expect(proposal(money('16514'), old, until('2026-03-31'))).toEqual([
      { document: 'sale-1', amount: '16414' },
      { document: 'sale-2', amount: '100' },
    ]);
    expect(proposal(money('16413'), old, until('2026-03-31'))).toEqual([{ document: 'sale-1', amount: '16413' }]);
  });
});

describe('what is taken', () => {
  it('is less by the credits that are applied', () => {
    const settled = withAmount(withAmount([], { document: 'sale-1', amount: '60' }), {
      document: 'sale_return-2',
      amount: '30',
    });
    expect(printMoney(takenBy(settled, documents))).toBe('30');
    expect(withAmount(settled, { document: 'sale-1', amount: '' })).toEqual([
      { document: 'sale_return-2', amount: '30' },
    ]);
  });

  it('is counted while it is in force', () => {
    const made = (allocation_id: number, standing: boolean, amount: string) => ({
      allocation_id,
      standing,
      date: '2026-03-05',
      allocations: [{ document: 'sale-1', date: '2026-03-01', amount }],
    });
    const data = {
      amount: '100',
      transaction_type: 'receive',
      allocations: [made(0, false, '60'), made(1, true, '25')],
    };
    expect(printMoney(unallocated(data))).toBe('75');
  });
});

describe('what is left of a stored payment', () => {
  const allocations = [
    {
      ...{ allocation_id: 0, standing: true, date: '2026-03-05' },
      allocations: [{ document: 'sale-1', date: '2026-03-01', amount: '40' }],
    },
  ];
  const received = { amount: '100', transaction_type: 'receive', allocations };

  it('is no more than is open: the rest of it was paid back', () => {
    expect(printMoney(openRest({ ...received, unpaid: '25' }))).toBe('25');
    expect(printMoney(openRest({ ...received, unpaid: '0' }))).toBe('0');
    expect(printMoney(openRest({ ...received, unpaid: '60' }))).toBe('60');
  });

  it('is its own unallocated amount where the open one is unknown, with the sign of what it settles', () => {
    expect(printMoney(openRest(received))).toBe('60');
    const paidBack = { amount: '100', transaction_type: 'pay_back', allocations: [] };
    expect(printMoney(openRest({ ...paidBack, unpaid: '30' }))).toBe('-30');
  });
});

describe('documents in the other currency', () => {
  const other = { currency: 1, rate: rate('1500'), unitOf: (currency: number) => money(currency === 1 ? '1' : '0.01') };
  const dollars = { ...open('sale-9', '2026-03-01', '100'), currency_fk: 2 };
  const day = { ...until('2026-03-31'), other };

  it('come after those of the payment, with the money for them at the rate', () => {
    const all = [dollars, ...documents];
    expect(proposal(money('150060'), all, day)).toEqual([
      { document: 'sale-1', amount: '60' },
      { document: 'sale-3', amount: '70' },
      { document: 'sale-9', amount: '99.95', currency_fk: 2, used: '149930' },
    ]);
    expect(proposal(money('200000'), [dollars], day)).toEqual([
      { document: 'sale-9', amount: '100', currency_fk: 2, used: '150000' },
    ]);
  });

  it('take the money that is typed for them, or that of the rate', () => {
    const chosen = withAmount([], { document: 'sale-9', amount: '40', currency_fk: 2 });
    expect(printMoney(takenBy(chosen, [dollars], other))).toBe('60000');
    const typed = withAmount(chosen, { document: 'sale-9', amount: '40', currency_fk: 2, used: '61000' });
    expect(printMoney(takenBy(typed, [dollars], other))).toBe('61000');
    expect(withAmount(typed, { document: 'sale-9', amount: '', currency_fk: 2 })).toEqual([]);
  });

  it('are settled again by the correction of a payment', () => {
    const allocations = [{ document: 'sale-9', amount: '40', currency_fk: 2, used: '60000', open_amount: '100' }];
    const data = { allocations: [{ allocation_id: 0, standing: true, date: '2026-03-11', allocations }] };
    expect(standingOf(data)).toEqual([{ document: 'sale-9', amount: '40', currency_fk: 2, used: '60000' }]);
    expect(printMoney(unallocated({ ...data, amount: '60000', transaction_type: 'receive' }))).toBe('0');
  });
});
