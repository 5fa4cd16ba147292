/**
 * A counting round: several people count the goods of an inventory at the same time, each with a device. The quantities of
 * all their entries add up. Completing the round drafts an inventory adjustment, which another person approves. The round
 * is open again, with its entries, when that draft is discarded.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { lifecycleEvents, withoutNumber } from '../documents/lifecycle-events.ts';
import { momentBefore } from '../values/moment.ts';
import { Refusal, wrongState } from '../values/refusal.ts';
import type { CountEntriesInput, CountRoundInput } from './count-round.schema.ts';
import type {
  CountCompleted,
  CountEntry,
  CountedRound,
  CountRoundEvent,
  CountRoundStored,
  Recounted,
} from './count-round-events.ts';
import { completedRound, entryFacts, roundFacts } from './count-round-rules.ts';

/** Stream: `count_round-<id>` */
export const COUNT_ROUND = 'count_round';

const { event, happened } = lifecycleEvents<typeof COUNT_ROUND, CountRoundStored>(COUNT_ROUND);

// State

interface Opened {
  readonly data: CountedRound;
  readonly number: string | null;
  /** Stored entries that no longer count; they are skipped when they are sent again. */
  readonly removed: readonly string[];
  /** The items that are counted again, with the moment from which on their entries count. */
  readonly recounted?: readonly Required<Recounted>[];
}

export type CountRoundState =
  | { readonly status: 'none' }
  | ({ readonly status: 'open' } & Opened)
  | ({ readonly status: 'cancelled' } & Opened)
  | ({ readonly status: 'complete'; readonly completed: CountCompleted } & Opened);

function evolve(state: CountRoundState, stored: CountRoundEvent): CountRoundState {
  const change = happened(stored);
  if (change.happened === 'opened') {
    const { data, number } = withoutNumber(change.data);
    return { status: 'open', number, removed: [], data: { ...data, entries: [] } };
  }
  if (change.happened === 'reopened') return reopened(state);
  if (state.status !== 'open') return state;
  switch (change.happened) {
    case 'counted':
      return withEntries(state, change.data.entries);
    case 'entry_removed':
      return without(state, ({ entry_uuid }) => entry_uuid === change.data.entry_uuid);
    case 'recounted':
      return without(withRecounted(state, change.data), ({ item_fk }) => item_fk === change.data.item_fk);
    case 'completed':
      return { ...state, status: 'complete', completed: change.data };
    case 'cancelled':
      return { ...state, status: 'cancelled' };
    default:
      return unreachable(change);
  }
}

function reopened(state: CountRoundState): CountRoundState {
  if (state.status !== 'complete') return state;
  const { completed: _, ...opened } = state;
  return { ...opened, status: 'open' };
}

type Open = Extract<CountRoundState, { readonly status: 'open' }>;

/** Adds the entries; those of an item that were counted before it was counted again are removed at once. */
function withEntries(state: Open, entries: readonly CountEntry[]): Open {
  const added = { ...state, data: { ...state.data, entries: [...state.data.entries, ...entries] } };
  const { recounted } = state;
  if (recounted === undefined) return added;
  return without(added, ({ item_fk, counted_at }) =>
    recounted.some((item) => item.item_fk === item_fk && counted_at <= item.recounted_at),
  );
}

function withRecounted(state: Open, { item_fk, recounted_at }: Recounted): Open {
  if (recounted_at === undefined) return state;
  const others = (state.recounted ?? []).filter((item) => item.item_fk !== item_fk);
  return { ...state, recounted: [...others, { item_fk, recounted_at }] };
}

function without(state: Open, isRemoved: (entry: CountEntry) => boolean): Open {
  const { entries } = state.data;
  const removed = entries.filter(isRemoved).map(({ entry_uuid }) => entry_uuid);
  const left = entries.filter((entry) => !isRemoved(entry));
  return { ...state, data: { ...state.data, entries: left }, removed: [...state.removed, ...removed] };
}

// Commands

export type CountRoundCommand =
  | { readonly type: 'open'; readonly input: CountRoundInput }
  | { readonly type: 'count'; readonly input: CountEntriesInput }
  | { readonly type: 'remove_entry'; readonly entry_uuid: string }
  | { readonly type: 'recount'; readonly item_fk: number }
  | { readonly type: 'complete'; readonly is_zero_where_uncounted: boolean }
  | { readonly type: 'cancel'; readonly reason: string | null }
  /** Follows from the discarding of the inventory adjustment. */
  | { readonly type: 'reopen'; readonly inventory_adjustment_fk: number };

function decide(command: CountRoundCommand, state: CountRoundState, facts: Facts): readonly CountRoundEvent[] {
  if (command.type === 'open') {
    return state.status === 'none' ? [event('opened', { ...roundFacts(command.input, facts), number: null })] : [];
  }
  if (command.type === 'reopen') return reopenedFor(command.inventory_adjustment_fk, state);
  if (command.type === 'complete' && state.status === 'complete') return [];
  if (command.type === 'cancel' && state.status === 'cancelled') return [];
  if (state.status !== 'open') throw wrongState(state.status, possible(state));
  const { data, removed } = state;
  switch (command.type) {
    case 'count': {
      const entries = entryFacts(command.input, { ...data, removed }, facts);
      return entries.length === 0 ? [] : [event('counted', { entries })];
    }
    case 'remove_entry':
      return removedEntry(command.entry_uuid, state, facts);
    case 'recount':
      return recounted(command.item_fk, state, facts);
    case 'complete':
      return [event('completed', completedRound(data, data.entries, command.is_zero_where_uncounted, facts))];
    case 'cancel':
      return [event('cancelled', { reason: command.reason })];
    default:
      return unreachable(command);
  }
}

function reopenedFor(inventory_adjustment_fk: number, state: CountRoundState): readonly CountRoundEvent[] {
  if (state.status !== 'complete' || state.completed.inventory_adjustment_fk !== inventory_adjustment_fk) return [];
  return [event('reopened', { inventory_adjustment_fk })];
}

/** The item need not have entries: those that a device has not sent yet are discarded too. */
function recounted(item_fk: number, { data, recounted: items = [] }: Open, facts: Facts): readonly CountRoundEvent[] {
  if (!facts.record('item', item_fk)) {
    throw new Refusal('validation', [{ field: 'item_fk', message: 'unknown_record' }]);
  }
  const recounted_at = momentBefore(facts.today, facts.now, 0);
  const isRepeated = items.some((item) => item.item_fk === item_fk && item.recounted_at === recounted_at);
  if (isRepeated && !data.entries.some((entry) => entry.item_fk === item_fk)) return [];
  return [event('recounted', { item_fk, recounted_at })];
}

/** A person may remove their own entries; a person who may complete the round may remove all. */
function removedEntry(entry_uuid: string, { data, removed }: Open, { actor }: Facts): readonly CountRoundEvent[] {
  const entry = data.entries.find((one) => one.entry_uuid === entry_uuid);
  if (!entry && removed.includes(entry_uuid)) return [];
  if (!entry) throw new Refusal('validation', [{ field: 'entry_uuid', message: 'unknown_entry' }]);
  if (entry.counted_by_fk !== actor.user_id && !actor.can('count_rounds/complete')) {
    throw new Refusal('validation', [{ field: 'entry_uuid', message: 'entry_of_another_person' }]);
  }
  return [event('entry_removed', { entry_uuid })];
}

export function possible({ status }: CountRoundState): readonly string[] {
  if (status === 'none') return ['open'];
  return status === 'open' ? ['count', 'remove_entry', 'recount', 'complete', 'cancel'] : [];
}

export const countRound: Decider<CountRoundState, CountRoundCommand, CountRoundEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
