import { describe, expect, it } from 'vitest';
import { directAdjustmentDocument } from '../../domain/stock/direct-adjustment.document.ts';
import type { DirectAdjustmentInput } from '../../domain/stock/direct-adjustment.schema.ts';
import { directAdjustment } from '../../domain/stock/direct-adjustment.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const line = (item: number, quantity: string) => ({ item_fk: item, unit_fk: 2, quantity });
const input: DirectAdjustmentInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  date: '2026-03-10',
  reason: 'broken in the store',
  lines: [line(11, '-2'), { ...line(12, '1'), unit_cost: '500' }],
};
const completed = given(directAdjustment).after([{ type: 'complete', input }]);

describe('a direct adjustment that is new', () => {
  it('is complete at once', () => {
    given(directAdjustment).when({ type: 'complete', input }).gives('direct_adjustment.completed');
  });

  it('is refused with all wrong fields at once', () => {
    given(directAdjustment)
      .when({
        type: 'complete',
        input: { ...input, inventory_fk: 2, reason: ' ', lines: [line(11, '0'), { ...line(13, '1'), unit_fk: 3 }] },
      })
      .isRefused(
        'inventory_fk: not_of_the_outlet',
        'reason: required',
        'lines.0.quantity: not_zero',
        'lines.1.item_fk: goods_only',
        'lines.1.unit_fk: not_a_unit_of_the_item',
      );
    given(directAdjustment)
      .when({ type: 'complete', input: { ...input, lines: [] } }, shop({ outlets: [] }))
      .isRefused('lines: at_least_one_line', 'outlet_fk: not_your_outlet');
  });

  it('cannot be reversed', () => {
    given(directAdjustment).when({ type: 'reverse', reason: 'x' }).isWrongState('complete');
  });
});

describe('a direct adjustment that is complete', () => {
  it('moves goods in base units against shrinkage, valued by costing', () => {
    const [posting] = directAdjustmentDocument.postingsOf(completed.state(), 'direct_adjustment-1');
    expect(posting?.effective).toBe('2026-03-10T23:59:00');
    expect(posting?.lines).toEqual([]);
    expect(posting?.movements).toMatchObject([
      { quantity: -24_000_000n, valued: { by: 'average' }, contra: { key: 'shrinkage' } },
      { quantity: 12_000_000n, valued: { by: 'average', unitCost: 5_000_000n } },
    ]);
  });

  it('is reversed and leaves the books', () => {
    completed.when({ type: 'reverse', reason: 'found again' }).gives('direct_adjustment.reversed');
    const reversed = completed.after([{ type: 'reverse', reason: 'x' }]);
    expect(directAdjustmentDocument.postingsOf(reversed.state(), 'direct_adjustment-1')).toEqual([]);
  });
});
