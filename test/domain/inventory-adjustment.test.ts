import { describe, expect, it } from 'vitest';
import { inventoryAdjustmentDocument } from '../../domain/stock/inventory-adjustment.document.ts';
import type { InventoryAdjustmentInput } from '../../domain/stock/inventory-adjustment.schema.ts';
import { inventoryAdjustment } from '../../domain/stock/inventory-adjustment.ts';
import { given } from './given.ts';
import { colleague } from './histories-stock.ts';
import { shop } from './shop.ts';

const line = (item: number, real_quantity: string) => ({ item_fk: item, unit_fk: 2, real_quantity });
const input: InventoryAdjustmentInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  date: '2026-03-10',
  lines: [line(11, '2'), { ...line(12, '0'), unit_cost: '500' }],
};
const third = { ...shop(), actor: { ...shop().actor, user_id: 5 } };
const draft = given(inventoryAdjustment).after([{ type: 'draft', input }]);
const approved = draft.after([{ type: 'approve' }], colleague());

describe('a count that is new', () => {
  it('is drafted, and remembers who counted', () => {
    const [event] = given(inventoryAdjustment).when({ type: 'draft', input }).gives('inventory_adjustment.drafted');
    expect(event?.data).toMatchObject({ counted_by: 2, time: null });
  });

  it('of today without a time is one of this moment', () => {
    const today = { ...input, date: '2026-03-20' };
    const [event] = given(inventoryAdjustment).when({ type: 'draft', input: today }).events();
    expect(event?.data).toMatchObject({ time: '10:00:00' });
  });

  it('is refused with all wrong fields at once', () => {
    given(inventoryAdjustment)
      .when({
        type: 'draft',
        input: { ...input, inventory_fk: 2, lines: [line(11, '1'), line(11, '2'), { ...line(13, '1'), unit_fk: 3 }] },
      })
      .isRefused(
        'inventory_fk: not_of_the_outlet',
        'lines.1.item_fk: unique',
        'lines.2.item_fk: goods_only',
        'lines.2.unit_fk: not_a_unit_of_the_item',
      );
    given(inventoryAdjustment)
      .when({ type: 'draft', input: { ...input, date: '2026-02-30' } }, shop({ outlets: [] }))
      .isRefused('date: date', 'outlet_fk: not_your_outlet');
  });

  it('cannot be approved before it is entered', () => {
    given(inventoryAdjustment).when({ type: 'approve' }).isWrongState('draft');
  });
});

describe('a drafted count', () => {
  it('can be changed by the person who counts again', () => {
    const [event] = draft
      .when({ type: 'change', input: { ...input, lines: [line(11, '3')] } }, colleague())
      .gives('inventory_adjustment.draft_changed');
    expect(event?.data).toMatchObject({ counted_by: 3, counters: [2, 3], lines: [{ real_quantity: '3' }] });
  });

  it('is not counted by the one who sends it again as it is', () => {
    draft.when({ type: 'change', input }, colleague()).givesNothing();
    const today = { ...input, date: '2026-03-20' };
    const later = { ...colleague(), now: '12:00:00' };
    given(inventoryAdjustment)
      .after([{ type: 'draft', input: today }])
      .when({ type: 'change', input: today }, later)
      .givesNothing();
    const [more] = given(inventoryAdjustment)
      .after([{ type: 'draft', input: today }])
      .when({ type: 'change', input: { ...today, lines: [line(11, '3')] } }, later)
      .gives('inventory_adjustment.draft_changed');
    expect(more?.data).toMatchObject({ time: '12:00:00', is_timed: false });
    draft.when({ type: 'change', input: { ...input, time: '09:00' } }).gives('inventory_adjustment.draft_changed');
  });

  it('stays at the moment of the last counted quantity when a note is written, and on later days', () => {
    const today = { ...input, date: '2026-03-20' };
    const noted: InventoryAdjustmentInput = { ...today, note: 'x' };
    const recounted: InventoryAdjustmentInput = { ...today, lines: [line(11, '3')] };
    const counted = given(inventoryAdjustment).after([{ type: 'draft', input: today }]);
    const evening = { ...colleague(), now: '18:00:00' };
    const nextDay = { ...shop({ today: '2026-03-21' }), actor: colleague().actor };
    for (const [change, facts, time] of [
      [noted, evening, '10:00:00'],
      [noted, nextDay, '10:00:00'],
      [recounted, evening, '18:00:00'],
      [recounted, nextDay, '10:00:00'],
    ] as const) {
      const [changed] = counted
        .when({ type: 'change', input: change }, facts)
        .gives('inventory_adjustment.draft_changed');
      expect(changed?.data).toMatchObject({ time, is_timed: false });
    }
  });

  it('is not approved by the person who counted, unless the settings permit it', () => {
    draft.when({ type: 'approve' }).isRefused(': counter_may_not_approve');
    const allowed = shop({ records: { 'system_setting-1': { currency_fk: 1, counter_may_approve: true } } });
    draft.when({ type: 'approve' }, allowed).gives('inventory_adjustment.approved');
  });

  it('is not approved by anyone who entered or changed a counted quantity', () => {
    const changes: readonly Partial<InventoryAdjustmentInput>[] = [
      { lines: [line(11, '3'), line(12, '0')] },
      { lines: [{ ...line(11, '2'), unit_fk: 1 }, line(12, '0')] },
      { lines: [line(11, '2')] },
      { lines: [{ ...line(11, '2'), counted_at: '2026-03-09T11:20:05' }, line(12, '0')] },
      { date: '2026-03-11' },
      { time: '09:00' },
    ];
    for (const change of changes) {
      const both = draft.after([{ type: 'change', input: { ...input, ...change } }], colleague());
      both.when({ type: 'approve' }).isRefused(': counter_may_not_approve');
      both.when({ type: 'approve' }, colleague()).isRefused(': counter_may_not_approve');
      both.when({ type: 'approve' }, third).gives('inventory_adjustment.approved');
    }
  });

  it('is counted only by those whose quantities it has, whoever changes another field of it', () => {
    const noted = { ...input, note: 'x', lines: [{ ...line(12, '0'), note: 'y', unit_cost: '600' }, line(11, '2')] };
    const changed = draft.after([{ type: 'change', input: noted }], colleague());
    expect(dataOf(changed.state())).toMatchObject({ note: 'x', counted_by: 2 });
    changed.when({ type: 'approve' }).isRefused(': counter_may_not_approve');
    changed.when({ type: 'approve' }, colleague()).gives('inventory_adjustment.approved');
  });

  it('is counted by the person who enters its first lines', () => {
    const filled = given(inventoryAdjustment)
      .after([{ type: 'draft', input: { ...input, lines: [] } }])
      .after([{ type: 'change', input }], colleague());
    filled.when({ type: 'approve' }).gives('inventory_adjustment.approved');
    filled.when({ type: 'approve' }, colleague()).isRefused(': counter_may_not_approve');
  });

  it('of a counting round keeps those who counted in it', () => {
    const of = { count_round_fk: 5, counted_by: 4, counters: [2, 4] };
    const drafted = given(inventoryAdjustment).after([{ type: 'draft', input, of }], colleague());
    const noted = drafted.after([{ type: 'change', input: { ...input, note: 'x' } }], third);
    expect(dataOf(noted.state())).toMatchObject(of);
    for (const finisher of [colleague(), third]) {
      noted.when({ type: 'approve' }, finisher).gives('inventory_adjustment.approved');
    }
    noted.when({ type: 'approve' }).isRefused(': counter_may_not_approve');
    const changed = noted.after([{ type: 'change', input: { ...input, lines: [line(11, '9')] } }], third);
    expect(dataOf(changed.state())).toMatchObject({ count_round_fk: 5, counted_by: 5, counters: [2, 4, 5] });
    changed.when({ type: 'approve' }, third).isRefused(': counter_may_not_approve');
  });

  it('is approved by another person, and posts then', () => {
    expect(inventoryAdjustmentDocument.postingsOf(draft.state(), 'inventory_adjustment-1')).toEqual([]);
    draft.when({ type: 'approve' }, colleague()).gives('inventory_adjustment.approved');
    const [posting] = inventoryAdjustmentDocument.postingsOf(approved.state(), 'inventory_adjustment-1');
    expect(posting?.effective).toBe('2026-03-10T23:59:59.5');
    expect(posting?.movements).toMatchObject([
      { quantity: 0n, valued: { by: 'count', real: 24_000_000n }, contra: { key: 'shrinkage' } },
      { quantity: 0n, valued: { by: 'count', real: 0n, unitCost: 5_000_000n } },
    ]);
  });

  it('without lines is not approved', () => {
    given(inventoryAdjustment)
      .after([{ type: 'draft', input: { ...input, lines: [] } }])
      .when({ type: 'approve' })
      .isRefused('lines: at_least_one_line', ': counter_may_not_approve');
  });

  it('is discarded while it has no number', () => {
    draft.when({ type: 'discard' }).gives('inventory_adjustment.discarded');
    draft
      .after([{ type: 'discard' }])
      .when({ type: 'approve' }, colleague())
      .isWrongState();
  });
});

describe('an approved count', () => {
  it('is neither changed nor discarded', () => {
    approved.when({ type: 'change', input }).isWrongState('return_to_draft');
    approved.when({ type: 'discard' }).isWrongState('return_to_draft');
  });

  it('returns to draft, leaves the books, and keeps its number', () => {
    approved.when({ type: 'return_to_draft', reason: 'x' }).gives('inventory_adjustment.returned_to_draft');
    const numbered = given(inventoryAdjustment, [
      { type: 'inventory_adjustment.approved', v: 1, data: { ...dataOf(approved.state()), number: 'IA-000001' } },
      { type: 'inventory_adjustment.returned_to_draft', v: 1, data: { reason: 'x' } },
    ]);
    expect(inventoryAdjustmentDocument.postingsOf(numbered.state(), 'inventory_adjustment-1')).toEqual([]);
    numbered.when({ type: 'discard' }).isWrongState('change', 'approve', 'reverse');
    const [again] = numbered.when({ type: 'approve' }, colleague()).gives('inventory_adjustment.approved');
    expect(again?.data).toMatchObject({ number: 'IA-000001' });
  });
});

function dataOf(state: ReturnType<typeof approved.state>) {
  if (state.status === 'none') throw new Error('there is no count');
  return state.data;
}
