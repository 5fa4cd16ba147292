import { describe, expect, it } from 'vitest';
import { productionDocument } from '../../domain/stock/making/production.document.ts';
import type { ProductionInput } from '../../domain/stock/making/production.schema.ts';
import { production } from '../../domain/stock/making/production.ts';
import { given } from './given.ts';
import { workshop } from './workshop.ts';

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const input: ProductionInput = {
  ...place,
  lines: [
    { role: 'input', item_fk: 11, unit_fk: 1, quantity: '4' },
    { role: 'output', item_fk: 21, unit_fk: 1, quantity: '10' },
  ],
};
const facts = workshop();
const draft = (more: Partial<ProductionInput> = {}) => ({ type: 'draft' as const, input: { ...input, ...more } });
const drafted = given(production).after([draft()], facts);

describe('a production that is new', () => {
  it('says what goes in and what comes out, which is weighed by what it sells for', () => {
    const [event] = given(production).when(draft(), facts).gives('production.drafted');
    expect(event?.data).toMatchObject({
      mixture_fk: null,
      lines: [
        { line_id: 1, role: 'input', weight: null },
        { line_id: 2, role: 'output', share: null, weight: '30000' },
      ],
    });
  });

  it('takes its lines from a mixture if none are stated', () => {
    const { lines: _, ...rest } = input;
    const made = { type: 'draft' as const, input: { ...rest, mixture_fk: 1, quantity: '20' } };
    const [event] = given(production).when(made, facts).gives('production.drafted');
    expect(event?.data).toMatchObject({
      lines: [
        { role: 'input', item_fk: 11, unit_fk: 1, quantity: '8' },
        { role: 'input', item_fk: 12, unit_fk: 2, unit_factor: '12', quantity: '2' },
        { role: 'output', item_fk: 21, unit_fk: 1, quantity: '20' },
      ],
    });
    given(production)
      .when({ type: 'draft', input: rest }, facts)
      .isRefused('mixture_fk: required', 'quantity: required');
  });

  it('is refused with all wrong fields at once', () => {
    const lines: ProductionInput['lines'] = [
      { role: 'input', item_fk: 13, unit_fk: 1, quantity: '4' },
      { role: 'output', item_fk: 21, unit_fk: 2, quantity: '10' },
    ];
    const cost = { amount: '0', currency_fk: 1, payment_type: 'cash' as const };
    given(production)
      .when(draft({ lines, mixture_fk: 7, date: '2026-02-30', costs: [cost] }), facts)
      .isRefused(
        'mixture_fk: unknown_record',
        'date: date',
        'costs.0.amount: greater_than',
        'costs.0.account_fk: required',
        'lines.0.item_fk: goods_only',
        'lines.1.unit_fk: not_a_unit_of_the_item',
      );
  });
});

describe('a production that is a draft', () => {
  const completing = (lines: NonNullable<ProductionInput['lines']>) =>
    given(production)
      .after([draft({ lines })], facts)
      .when({ type: 'complete' }, facts);

  it('is completed with at least one input and one output', () => {
    drafted.when({ type: 'complete' }, facts).gives('production.completed');
    const [first, second] = input.lines ?? [];
    if (!first || !second) throw new Error('two lines');
    completing([first]).isRefused('lines: at_least_one_output');
    completing([second]).isRefused('lines: at_least_one_input');
    completing([first, { ...second, quantity: '0' }]).isRefused('lines.1.quantity: greater_than');
    completing([first, { ...second, item_fk: 11 }]).isRefused('lines.1.item_fk: not_made_of_itself');
  });

  it('owes one supplier in one currency at one rate', () => {
    const cost = { payment_type: 'on_account', supplier_fk: 8, currency_fk: 2, amount: '10' } as const;
    given(production)
      .after(
        [
          draft({
            costs: [
              { ...cost, rate: '1490' },
              { ...cost, rate: '1500' },
            ],
          }),
        ],
        facts,
      )
      .when({ type: 'complete' }, facts)
      .isRefused('costs.0.rate: one_rate_per_supplier', 'costs.1.rate: one_rate_per_supplier');
  });

  it('is changed and discarded', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }, facts).gives('production.draft_changed');
    drafted.when({ type: 'discard' }, facts).gives('production.discarded');
  });
});

describe('a production that is complete', () => {
  it('returns to draft and leaves the books', () => {
    const complete = drafted.after([{ type: 'complete' }], facts);
    expect(productionDocument.postingsOf(complete.state(), 'production-1')).toHaveLength(1);
    complete.when({ type: 'return_to_draft', reason: 'spilled' }, facts).gives('production.returned_to_draft');
    const back = complete.after([{ type: 'return_to_draft', reason: 'spilled' }], facts);
    expect(productionDocument.postingsOf(back.state(), 'production-1')).toEqual([]);
  });
});
