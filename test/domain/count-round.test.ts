import { describe, expect, it } from 'vitest';
import { countRoundDocument } from '../../domain/stock/count-round.document.ts';
import type { CountRoundInput } from '../../domain/stock/count-round.schema.ts';
import { countRound } from '../../domain/stock/count-round.ts';
import { adjustmentOf, countsOf } from '../../domain/stock/count-round-rules.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { colleague } from './histories-stock.ts';
import { shop } from './shop.ts';

const input: CountRoundInput = {
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-20', time: '08:00', count_scope: 'inventory' },
  items: [{ item_fk: 11 }, { item_fk: 12 }],
};
const entry = (number: number, more: object = {}) => ({
  ...{ entry_uuid: `00000000-0000-4000-8000-00000000000${number}`, item_fk: 11, unit_fk: 1, quantity: '3', ...more },
});
const count = (...entries: ReturnType<typeof entry>[]) => ({ type: 'count' as const, input: { entries } });
const opened = given(countRound).after([{ type: 'open', input }]);
const finishing = { ...shop(), newIds: { inventory_adjustment: 8 } };

describe('a counting round that is new', () => {
  it('is opened with the items to be counted, each item once', () => {
    const twice = { ...input, items: [...input.items, { item_fk: 11 }] };
    const [event] = given(countRound).when({ type: 'open', input: twice }).gives('count_round.opened');
    expect(event?.data).toMatchObject({ items: [{ item_fk: 11 }, { item_fk: 12 }], number: null });
  });

  it('is refused with all wrong fields at once', () => {
    given(countRound)
      .when({ type: 'open', input: { ...input, inventory_fk: 2, count_scope: 'shelf', items: [{ item_fk: 13 }] } })
      .isRefused('inventory_fk: not_of_the_outlet', 'items.0.item_fk: goods_only', 'shelf: required');
  });
});

describe('a counting round that is open', () => {
  it('takes entries of several people, which add up and keep who counted when', () => {
    const both = opened.after([count(entry(1))]).after([count(entry(2, { unit_fk: 2, seconds_ago: 90 }))], colleague());
    const state = both.state();
    if (state.status === 'none') throw new Error('the round is gone');
    expect(state.data.entries.map(({ counted_by_fk, counted_at }) => [counted_by_fk, counted_at])).toEqual([
      [2, '2026-03-20T10:00:00'],
      [3, '2026-03-20T09:58:30'],
    ]);
    expect(countsOf(state.data.entries)).toMatchObject([{ quantity: '39', counted_at: '2026-03-20T10:00:00' }]);
  });

  it('keeps the shelf of an entry that names one', () => {
    const state = opened.after([count(entry(1, { shelf: 'A-3' })), count(entry(2))]).state();
    if (state.status === 'none') throw new Error('the round is gone');
    expect(state.data.entries.map(({ shelf }) => shelf)).toEqual(['A-3', undefined]);
  });

  it('was not counted before it was opened, whatever the clock of the device says', () => {
    const momentsOf = (round: CountRoundInput, seconds_ago: number) => {
      const state = given(countRound)
        .after([{ type: 'open', input: round }])
        .after([count(entry(1, { seconds_ago }))])
        .state();
      return state.status === 'none' ? [] : state.data.entries.map(({ counted_at }) => counted_at);
    };
    expect(momentsOf(input, 7_200)).toEqual(['2026-03-20T08:00:00']);
    expect(momentsOf(input, 604_800)).toEqual(['2026-03-20T08:00:00']);
    expect(momentsOf(input, 7_199)).toEqual(['2026-03-20T08:00:01']);
    expect(momentsOf({ ...input, date: '2026-03-18', time: null }, 604_800)).toEqual(['2026-03-18T00:00:00']);
    // A round of a later time is counted when its entries arrive.
    expect(momentsOf({ ...input, time: '18:00' }, 60)).toEqual(['2026-03-20T10:00:00']);
  });

  it('ignores a repeated entry, counted or removed', () => {
    opened
      .after([count(entry(1))])
      .when(count(entry(1)))
      .givesNothing();
    const taken = opened.after([count(entry(1)), { type: 'remove_entry', entry_uuid: entry(1).entry_uuid }]);
    taken.when(count(entry(1))).givesNothing();
    taken.when({ type: 'remove_entry', entry_uuid: entry(1).entry_uuid }).givesNothing();
  });

  it('permits a person to remove only their own entries', () => {
    const remove = { type: 'remove_entry' as const, entry_uuid: entry(1).entry_uuid };
    const other = colleague();
    const clerk = { ...other, actor: { ...other.actor, can: () => false } };
    opened
      .after([count(entry(1))])
      .when(remove, clerk)
      .isRefused('entry_uuid: entry_of_another_person');
    opened
      .after([count(entry(1))])
      .when(remove, other)
      .gives('count_round.entry_removed');
    opened.when(remove).isRefused('entry_uuid: unknown_entry');
  });

  it('refuses services, units of others and batches of items without them', () => {
    opened
      .when(count(entry(1, { item_fk: 13 }), entry(2, { unit_fk: 9 }), entry(3, { batch_number: 'B7' })))
      .isRefused(
        'entries.0.item_fk: goods_only',
        'entries.1.unit_fk: not_a_unit_of_the_item',
        'entries.2.batch_number: item_has_no_batches',
      );
  });

  it('is not finished before anything was counted', () => {
    opened.when({ type: 'complete', is_zero_where_uncounted: false }, finishing).isRefused(': nothing_was_counted');
  });
});

describe('a counting round that is finished', () => {
  const counted = opened.after([count(entry(1), entry(2, { seconds_ago: 60 }))]);

  it('drafts a stock count with every item at the moment of its last entry', () => {
    const [event] = counted
      .when({ type: 'complete', is_zero_where_uncounted: true }, finishing)
      .gives('count_round.completed');
    const state = counted.state();
    if (event?.type !== 'count_round.completed' || state.status === 'none') throw new Error('it is not complete');
    expect(adjustmentOf(state.data, event.data, finishing).lines).toEqual([
      { item_fk: 11, unit_fk: 1, real_quantity: '6', counted_at: '2026-03-20T10:00:00' },
      { item_fk: 12, unit_fk: 1, real_quantity: '0', counted_at: '2026-03-20T10:00:00' },
    ]);
  });

  it('names all who counted in the stock count, and the person who finishes it only for zeros without a count', () => {
    const both = counted.after([count(entry(3))], colleague());
    const manager = { ...finishing, actor: { ...finishing.actor, user_id: 7 } };
    expect(countersOf(both, manager)).toEqual({ count_round_fk: 4, counted_by: 3, counters: [2, 3, 7] });
    expect(countersOf(both.after([count(entry(4, { item_fk: 12 }))]), manager)).toMatchObject({ counters: [2, 3] });
    expect(countersOf(opened, manager)).toEqual({ count_round_fk: 4, counted_by: 7, counters: [7] });
  });

  it('takes no more entries', () => {
    const done = counted.after([{ type: 'complete', is_zero_where_uncounted: false }], finishing);
    done.when(count(entry(4))).isWrongState('');
  });

  it('is open again with its entries when its stock count is discarded, and drafts another one', () => {
    const done = counted.after([{ type: 'complete', is_zero_where_uncounted: false }], finishing);
    done.when({ type: 'reopen', inventory_adjustment_fk: 7 }).givesNothing();
    done.when({ type: 'reopen', inventory_adjustment_fk: 8 }).gives('count_round.reopened');
    const reopened = done.after([{ type: 'reopen', inventory_adjustment_fk: 8 }]);
    expect(reopened.state()).toEqual(counted.state());
    const again = { ...finishing, newIds: { inventory_adjustment: 9 } };
    const more = reopened.after([count(entry(4))]);
    const [event] = more
      .when({ type: 'complete', is_zero_where_uncounted: false }, again)
      .gives('count_round.completed');
    expect(event?.data).toMatchObject({ inventory_adjustment_fk: 9 });
    // A late repetition does not open it.
    const finished = more.after([{ type: 'complete', is_zero_where_uncounted: false }], again);
    finished.when({ type: 'reopen', inventory_adjustment_fk: 8 }).givesNothing();
  });
});

describe('an item that is counted again', () => {
  const counted = opened.after([count(entry(1), entry(2, { item_fk: 12 }))]);
  const recount = { type: 'recount' as const, item_fk: 11 };
  const later = { ...shop(), now: '10:05:00' };
  const countsIn = ({ state }: typeof counted) => {
    const open = state();
    return open.status === 'open' && countsOf(open.data.entries).map(({ item_fk, quantity }) => [item_fk, quantity]);
  };

  it('has no entries that were counted before it, also when they arrive after it', () => {
    const [event] = counted.when(recount).gives('count_round.recounted');
    expect(event?.data).toEqual({ item_fk: 11, recounted_at: '2026-03-20T10:00:00' });
    const late = [entry(3, { seconds_ago: 300 }), entry(4, { item_fk: 12, seconds_ago: 400 })];
    const again = counted.after([recount]).after([count(...late), count(entry(5, { quantity: '7' }))], later);
    expect(countsIn(again)).toEqual([
      [12, '6'],
      [11, '7'],
    ]);
    // A device sends an entry again when it got no answer.
    again.when(count(entry(3, { seconds_ago: 320 })), later).givesNothing();
  });

  it('needs no entries: those of a device without a connection are not counted', () => {
    const again = opened.after([recount]).after([count(entry(1, { seconds_ago: 301 })), count(entry(2))], later);
    expect(countsIn(again)).toEqual([[11, '3']]);
    opened.when({ ...recount, item_fk: 99 }).isRefused('item_fk: unknown_record');
  });

  it('is counted from the last time on, and in rounds from before this moment was stored without it', () => {
    const twice = opened.after([recount]).after([count(entry(1, { seconds_ago: 60 })), recount], later);
    expect(countsIn(twice.after([count(entry(2, { seconds_ago: 30 }))], later))).toEqual([]);
    const old = given(countRound, [
      ...counted.events,
      { type: 'count_round.recounted' as const, v: 1, data: { item_fk: 11 } },
    ]);
    expect(countsIn(old.after([count(entry(3, { seconds_ago: 60 }))]))).toEqual([
      [12, '3'],
      [11, '3'],
    ]);
  });
});

function countersOf({ state, when }: typeof opened, facts: typeof finishing): unknown {
  const events = when({ type: 'complete', is_zero_where_uncounted: true }, facts).events();
  const after = events.reduce(countRound.evolve, state());
  const [adjustment] =
    countRoundDocument.sideEffects?.(events, after, 'count_round-4', { before: state(), facts }) ?? [];
  const [command] = adjustment?.commands ?? [];
  return membersOf(command)['of'];
}
