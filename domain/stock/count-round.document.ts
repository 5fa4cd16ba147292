/** The counting round as a document: its transitions, its number, and the stock count that completing it drafts. */
import { declareDocument } from '../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { reasoned } from '../schemas/transitions.ts';
import {
  COUNT_ROUND_HELD,
  CompleteRoundBody,
  type CompleteRoundInput,
  CountEntriesBody,
  type CountEntriesInput,
  CountRoundBody,
  type CountRoundInput,
  RecountBody,
  type RecountInput,
  RemoveEntryBody,
  type RemoveEntryInput,
} from './count-round.schema.ts';
import { COUNT_ROUND, type CountRoundCommand, type CountRoundState, countRound, possible } from './count-round.ts';
import type { CountRoundEvent } from './count-round-events.ts';
import { adjustmentOf, zerosOf } from './count-round-rules.ts';
import { INVENTORY_ADJUSTMENT, type InventoryAdjustmentCommand } from './inventory-adjustment.ts';

export const countRoundDocument = declareDocument<CountRoundState, CountRoundCommand, CountRoundEvent>()({
  kind: COUNT_ROUND,
  resource: 'count_rounds',
  folder: 'stock',
  decider: countRound,
  body: CountRoundBody,
  held: COUNT_ROUND_HELD,
  create: (input: CountRoundInput) => [{ type: 'open', input }],
  transitions: {
    count: {
      permission: 'update',
      body: CountEntriesBody,
      isConcurrent: true,
      command: (input: CountEntriesInput) => ({ type: 'count', input }),
    },
    remove_entry: {
      permission: 'update',
      body: RemoveEntryBody,
      isConcurrent: true,
      command: ({ entry_uuid }: RemoveEntryInput) => ({ type: 'remove_entry', entry_uuid }),
    },
    recount: {
      permission: 'complete',
      body: RecountBody,
      isConcurrent: true,
      command: ({ item_fk }: RecountInput) => ({ type: 'recount', item_fk }),
    },
    complete: {
      permission: 'complete',
      body: CompleteRoundBody,
      command: ({ is_zero_where_uncounted }: CompleteRoundInput) => ({
        type: 'complete',
        is_zero_where_uncounted,
      }),
    },
    cancel: reasoned('destroy', 'cancel'),
  },
  possible,
  postings: {
    'count_round.opened': NOTHING,
    'count_round.counted': NOTHING,
    'count_round.entry_removed': NOTHING,
    'count_round.recounted': NOTHING,
    'count_round.completed': NOTHING,
    'count_round.reopened': NOTHING,
    'count_round.cancelled': NOTHING,
  },
  postingsOf: () => [],
  creates: (commands) => (commands.some(({ type }) => type === 'complete') ? INVENTORY_ADJUSTMENT : undefined),
  sideEffects: (events, after, stream, { facts }) =>
    events.flatMap((event) => {
      if (event.type !== 'count_round.completed' || after.status === 'none') return [];
      const { data } = after;
      // Zeros without a count are quantities of the person who completes the round.
      const zeros = zerosOf(data, event.data).map(() => facts.actor.user_id);
      const people = data.entries.map(({ counted_by_fk }) => counted_by_fk);
      const draft: InventoryAdjustmentCommand = {
        type: 'draft',
        input: adjustmentOf(data, event.data, facts),
        of: {
          count_round_fk: Number(stream.slice(COUNT_ROUND.length + 1)),
          counted_by: people.at(-1) ?? facts.actor.user_id,
          counters: [...new Set([...people, ...zeros])].sort((a, b) => a - b),
        },
      };
      return [{ kind: INVENTORY_ADJUSTMENT, id: event.data.inventory_adjustment_fk, commands: [draft] }];
    }),
  numbered: {
    event: 'count_round.opened',
    prefix: 'CR-',
    inForceBeforePosting: true,
    of: series,
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});
