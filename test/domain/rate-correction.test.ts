import { describe, expect, it } from 'vitest';
import { incomeDocument } from '../../domain/cash/income.document.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { type CorrectRate, corrected, type RateCorrection } from '../../domain/kernel/rate-correction.ts';
import { customerTransactionDocument } from '../../domain/parties/transaction.document.ts';
import { RATE_SIDES } from '../../domain/rate-sides.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { shop } from './shop.ts';

const correction: RateCorrection = {
  recalculation_fk: 3,
  rate_fk: 4,
  to_rate_fk: 5,
  in_rate: { from: '1480', to: '1460' },
  out_rate: { from: '1490', to: '1470' },
  documents: ['sale-1'],
};
const command: CorrectRate = { type: 'correct_rate', correction };
const input = {
  outlet_fk: 1,
  income_type_fk: 1,
  date: '2026-03-10',
  currency_fk: 2,
  rate_fk: 4,
  amount: '30',
  payment_type: 'cash',
  account_fk: 5,
};
const { decider } = incomeDocument;
const complete = () => {
  const events = decider.decide({ type: 'enter', input: { ...input, status: 'complete' } }, decider.initial, shop());
  return fold(decider as never, events as never) as { readonly status: string };
};

describe('a document at a wrong rate', () => {
  it('is corrected at its own side of the rate, in any state, and once', () => {
    const [event, ...more] = decider.decide(command, complete(), shop());
    expect([event?.type, more]).toEqual(['income.rate_corrected', []]);
    const after = decider.evolve(complete(), event as never);
    expect(after).toMatchObject({ status: 'complete', data: { rate_fk: 5, rate: '1460' } });
    expect(incomeDocument.postingsOf(after, 'income-1')[0]?.lines.map(({ base }) => base)).toEqual([
      438_000_000n,
      -438_000_000n,
    ]);
    expect(decider.decide(command, after, shop())).toEqual([]);
  });

  it('pays its costs at the out rate', () => {
    const sale = { rate_fk: 4, rate: '1480', costs: [{ rate_fk: 4, rate: '1490' }] };
    expect(corrected(sale, 'in', correction)).toEqual({
      rate_fk: 5,
      rate: '1460',
      costs: [{ rate_fk: 5, rate: '1470' }],
    });
  });

  it('is at the right rate in its allocations too, those that came with the money and those that were made later', () => {
    const owner = { outlet_fk: 1, customer_fk: 1, supplier_fk: null, transaction_type: 'receive' };
    const carried = { ...owner, currency_fk: 2, system_currency_fk: 1, rate_fk: 4, rate: '1480' };
    const when = { date: '2026-03-10', time: null };
    const of = (document: string, open_amount: string) => [
      { document, date: '2026-03-01', amount: '10', open_amount, rate: '1450' },
    ];
    const money = {
      ...carried,
      ...when,
      amount: '30',
      account_fk: 5,
      account_type: 1,
      allocations: of('sale-7', '10'),
    };
    const later = { ...carried, ...when, allocation_id: 1, transaction_date: when.date, open_amount: '20' };
    const { decider: transaction, postingsOf: booked } = customerTransactionDocument;
    const state = fold(
      transaction as never,
      [
        { type: 'customer_transaction.completed', v: 1, data: { ...money, number: null } },
        { type: 'customer_transaction.allocated', v: 1, data: { ...later, allocations: of('sale-8', '10') } },
      ] as never,
    ) as { readonly status: string };
    const [event] = transaction.decide(command, state, shop());
    const after = transaction.evolve(state, event as never) as unknown as { allocations: readonly { rate: string }[] };
    expect(after.allocations.map(({ rate }) => rate)).toEqual(['1460', '1460']);
    const lines = booked(after as never, 'customer_transaction-1').flatMap((posting) => posting.lines);
    const left = lines.filter(({ account }) => account.key === 'customer-advances');
    expect(left.reduce((sum, { base }) => sum + base, 0n)).toBe(-146_000_000n);
  });

  it('settles the costs of a corrected sale, which a supplier is owed, at the out rate', () => {
    const alike = { ...correction, in_rate: { from: '1480', to: '1460' }, out_rate: { from: '1480', to: '1470' } };
    const settled = { rate_fk: 7, rate: '1500', allocations: [{ document: 'sale-1', rate: '1480' }] };
    const rateIn = (kind: string) => corrected(settled, RATE_SIDES.get(kind) ?? 'out', alike).allocations[0]?.rate;
    expect([rateIn('supplier_transaction'), rateIn('customer_transaction')]).toEqual(['1470', '1460']);
  });

  it('settles a corrected document at its right rate, and others as before', () => {
    const own = { rate_fk: 7, rate: '1500' };
    const allocations = [
      { document: 'sale-1', rate: '1480.0' },
      { document: 'sale-2', rate: '1480' },
    ];
    expect(corrected({ ...own, allocations }, 'in', correction)).toEqual({
      ...own,
      allocations: [{ document: 'sale-1', rate: '1460' }, allocations[1]],
    });
  });
});

describe('a document that is not at the wrong rate', () => {
  it('stays the very same: another rate record, or a rate that was typed', () => {
    for (const of of [
      { rate_fk: 7, rate: '1480' },
      { rate_fk: 4, rate: '1485' },
      { rate_fk: null, rate: null },
    ]) {
      expect(corrected(of, 'in', correction)).toBe(of);
    }
    expect(saleDocument.decider.decide(command, saleDocument.decider.initial, shop())).toEqual([]);
  });
});
