/** Open documents of the program before: each with its own number, day and due day, paid and corrected by itself. */
import { describe, expect, it } from 'vitest';
import { openingItemDocument } from '../../domain/ledger/opening-item.document.ts';
import type { OpeningItemInput } from '../../domain/ledger/opening-item.schema.ts';
import { type OpeningItemState, openingItem } from '../../domain/ledger/opening-item.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const invoice: OpeningItemInput = {
  outlet_fk: 1,
  customer_fk: 7,
  opened_as: 'debt',
  date: '2025-11-03',
  currency_fk: 1,
  amount: '1000',
  reference_number: 'INV-7',
};
const { customer_fk: _, ...nobody } = invoice;
const opened = (input: OpeningItemInput, facts = shop()) =>
  given(openingItem).after([{ type: 'complete', input }], facts);
const posted = (input: OpeningItemInput) => openingItemDocument.postingsOf(opened(input).state(), 'opening_item-1')[0];
const dataOf = (state: OpeningItemState) => ('data' in state ? state.data : undefined);

describe('an open document of the program before', () => {
  it('is open under its own day, and posted on the day before the books begin', () => {
    const posting = posted({ ...invoice, due_date: '2026-01-02' });
    expect(posting?.effective).toBe('2025-12-31T00:00:00');
    expect(posting && balances(posting)).toEqual({ 'receivable customer-7': '1000', 'opening-equity': '-1000' });
    expect(posting?.openItems).toMatchObject([
      { party: 'customer-7', date: '2025-11-03', document: 'opening_item-1', amount: 10_000_000n, due: '2026-01-02' },
    ]);
  });

  it('is a debt or an advance of a customer or a supplier, in either currency', () => {
    const dollars = { currency_fk: 2, rate: '1480', amount: '10' };
    const cases: readonly [OpeningItemInput, Record<string, string>][] = [
      [
        { ...invoice, opened_as: 'advance' },
        { 'customer-advances customer-7': '-1000', 'opening-equity': '1000' },
      ],
      [
        { ...nobody, supplier_fk: 8 },
        { 'payable supplier-8': '-1000', 'opening-equity': '1000' },
      ],
      [
        { ...nobody, ...dollars, supplier_fk: 8, opened_as: 'advance' },
        { 'supplier-advances supplier-8': '14800', 'opening-equity': '-14800' },
      ],
      [
        { ...invoice, ...dollars },
        { 'receivable customer-7': '14800', 'opening-equity': '-14800' },
      ],
    ];
    for (const [input, expected] of cases) {
      const posting = posted(input);
      expect(posting && balances(posting)).toEqual(expected);
    }
    expect(posted({ ...invoice, opened_as: 'advance' })?.openItems).toMatchObject([
      { amount: -10_000_000n, credit: true },
    ]);
  });

  it('may be what a person of the staff owes, which is no open item', () => {
    const posting = posted({ ...nobody, user_fk: 2 });
    expect(posting && balances(posting)).toEqual({ 'staff-receivable user-2': '1000', 'opening-equity': '-1000' });
    expect(posting?.openItems).toEqual([]);
    given(openingItem)
      .when({ type: 'complete', input: { ...nobody, user_fk: 2, opened_as: 'advance', currency_fk: 2, rate: '1480' } })
      .isRefused('currency_fk: account_of_another_currency', 'opened_as: staff_has_no_advance');
  });

  it('is due by the terms of its party, from its own day on, unless a day is typed', () => {
    const terms = shop({ records: { 'customer-7': { consumer_name: 'Seven', payment_terms_days: 60 } } });
    expect(dataOf(opened(invoice, terms).state())).toMatchObject({ due_date: '2026-01-02', payment_terms_days: 60 });
    const typed = opened({ ...invoice, due_date: '2025-12-01' }, terms);
    expect(dataOf(typed.state())).toMatchObject({ due_date: '2025-12-01' });
    expect(dataOf(opened({ ...invoice, opened_as: 'advance' }, terms).state())).not.toHaveProperty('due_date');
  });

  it('has its own number, and is refused where a day, an amount or a party is wrong', () => {
    expect(opened(invoice).state()).toMatchObject({ number: 'INV-7' });
    const late = { ...nobody, date: '2026-01-01', due_date: '2025-12-01', amount: '0', currency_fk: 2 };
    given(openingItem)
      .when({ type: 'complete', input: late })
      .isRefused(
        'customer_fk: customer_or_supplier',
        'amount: greater_than',
        'date: not_after_the_opening',
        'due_date: due_before_the_document',
        'rate: required',
      );
  });

  it('is opened once: a party has a number once', () => {
    const { claims } = openingItemDocument;
    const own = claims?.(given(openingItem).state(), opened(invoice).state(), 'opening_item-1');
    expect(own).toContainEqual({
      ...{ kind: 'unique', set: 'opening_item.number', action: 'take', field: 'reference_number' },
      ...{ key: 'customer-7:1:debt:inv-7', owner: 'opening_item-1' },
    });
  });

  it('is corrected with a reason, keeps its number, and can be taken back', () => {
    const done = opened(invoice);
    const right = { ...invoice, amount: '800', reference_number: 'INV-8' };
    const [, after] = done
      .when({ type: 'correct', input: right, reason: 'a part was paid' })
      .gives('opening_item.reversed', 'opening_item.completed');
    expect(after?.data).toMatchObject({ amount: '800', number: 'INV-8' });
    done.when({ type: 'correct', input: invoice, reason: 'x' }).givesNothing();
    const numbered = given(openingItem, [
      {
        type: 'opening_item.completed',
        v: 1,
        data: { ...dataOf(done.state()), reference_number: null, number: 'OI-1' },
      },
    ] as never);
    const [, kept] = numbered
      .when({ type: 'correct', input: right, reason: 'its number' })
      .gives('opening_item.reversed', 'opening_item.completed');
    expect(kept?.data).toMatchObject({ number: 'OI-1', reference_number: 'INV-8' });
    done.when({ type: 'reverse', reason: 'paid before' }).gives('opening_item.reversed');
    done
      .after([{ type: 'reverse', reason: 'x' }])
      .when({ type: 'move' })
      .isWrongState();
  });

  it('moves with the first day, unless it is younger than that', () => {
    const of = (first_day: string) =>
      shop({
        records: {
          'financial_year-1': { year_name: '2026', start_date: '2025-01-01', end_date: '2026-12-31', first_day },
        },
      });
    const [, moved] = opened(invoice)
      .when({ type: 'move' }, of('2026-03-01'))
      .gives('opening_item.reversed', 'opening_item.completed');
    expect(moved?.data).toMatchObject({ first_day: '2026-03-01', opened_on: '2026-02-28', number: 'INV-7' });
    opened(invoice).when({ type: 'move' }, of('2025-06-01')).isRefused('date: not_after_the_opening');
    opened(invoice).when({ type: 'move' }).givesNothing();
  });
});
