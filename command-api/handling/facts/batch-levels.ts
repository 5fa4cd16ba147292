/**
 * Stock by batch that a decision reads, reserved goods included. A document of an earlier day also reads the changes
 * after its day, because goods that later documents took are not available to it; a count reads the changes after its
 * moment.
 */

import { calledBy, onHandByName } from '../../../domain/batches/batch-names.ts';
import { type BatchNotes, NO_NOTES, notesOf, notesPrefix } from '../../../domain/batches/batch-notes.ts';
import type { BatchPlace } from '../../../domain/batches/batch-places.ts';
import type { Actor } from '../../../domain/deciding/facts.ts';
import { isReservedDay, RESERVED_DAY } from '../../../domain/deciding/level-marks.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { namesAs } from '../../../domain/records/record-name.ts';
import { inventory } from '../../../domain/stock/inventory.record.ts';
import {
  type Batch,
  type BatchesOnHand,
  batchOfKey,
  batchPrefix,
  tracksBatches,
} from '../../../domain/values/batch.ts';
import {
  dayBefore,
  type EffectiveDate,
  type EffectiveTime,
  momentOfCount,
  readDate,
} from '../../../domain/values/effective-date.ts';
import type { Members } from '../../../domain/values/members.ts';
import { printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { ClaimStore, LevelChangeOfDay, LevelTotal } from '../../../event-store/port.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import { type DocumentType, streamOf } from '../../aggregates/aggregate-types.ts';
import type { CommandContext } from '../../aggregates/command-context.ts';
import type { DecisionReads } from '../decision-reads.ts';

/** By the prefix of the batches of an item in an inventory, and by the key of its stock. */
export interface BatchLevels {
  readonly totals: ReadonlyMap<string, readonly LevelTotal[]>;
  /** By item: of all inventories. */
  readonly known: ReadonlyMap<number, readonly Batch[]>;
  /** By item: what is noted of its batches. */
  readonly noted: ReadonlyMap<number, readonly LevelTotal[]>;
  readonly later: ReadonlyMap<string, readonly LevelChangeOfDay[]>;
}

/** The batches of the items in all inventories that the actor may see, with the names of these, by item. */
export async function readBatchPlaces(
  store: Pick<ClaimStore, 'levels'>,
  states: Pick<AggregateRepository, 'read'>,
  loaded: Pick<CommandContext, 'recordsOf'>,
  actor: Pick<Actor, 'hasInventory'>,
): Promise<ReadonlyMap<number, readonly BatchPlace[]>> {
  const items = [...loaded.recordsOf('item')].filter(({ data }) => tracksBatches(data));
  const found = await Promise.all(
    items.map(async ({ id }) => {
      const [levels, notes] = await Promise.all([store.levels(`batch:${id}:`), store.levels(notesPrefix(id))]);
      return { id, levels, notes: notesOf(notes) };
    }),
  );
  const held = found.flatMap(({ id, levels, notes }) =>
    levels
      .filter(({ total }) => quantity(total) > 0n)
      .map(({ key, total }) => ({
        item: id,
        inventory: Number(key.split(':')[2]),
        batch: calledBy(notes, batchOfKey(key)),
        quantity: total,
      })),
  );
  const inventories = new Set(held.map(({ inventory }) => inventory).filter((id) => actor.hasInventory(id)));
  const known = await states.read(new Set([...inventories].map((id) => streamOf('inventory', id))));
  const places = held.flatMap(({ item, ...place }) => {
    const state = recordStateOf(known.get(streamOf('inventory', place.inventory))?.state);
    if (!state || state.status === 'none') return [];
    return [{ item, place: { ...place, names: { places: '', ...namesAs('places', inventory, state.data) } } }];
  });
  return new Map(
    [...Map.groupBy(places, ({ item }) => item)].map(([item, of]) => [item, of.map(({ place }) => place)] as const),
  );
}

/** After this moment there are only reservations. */
export const AFTER_ALL_DAYS = momentOfCount(dayBefore(RESERVED_DAY), null);

const stockKey = (item: number, inventory: number): string => `stock:${item}:${inventory}`;

/** Levels of all loaded items with batches; undefined when there are none. `momentOf` is that of an item's goods. */
export async function readBatchLevels(
  store: Pick<ClaimStore, 'levels' | 'changesAfter'>,
  loaded: Pick<CommandContext, 'recordsOf'>,
  momentOf: (item: number) => EffectiveTime | undefined,
): Promise<BatchLevels | undefined> {
  const items = [...loaded.recordsOf('item')].filter(({ data }) => tracksBatches(data));
  if (items.length === 0) return undefined;
  const inventories = [...loaded.recordsOf('inventory')];
  const wanted = items.flatMap((item) =>
    inventories.flatMap((inventory) => [
      { after: momentOf(item.id), prefix: batchPrefix(item.id, inventory.id) },
      { after: momentOf(item.id) ?? AFTER_ALL_DAYS, prefix: stockKey(item.id, inventory.id) },
    ]),
  );
  const totals = await Promise.all(wanted.map(({ prefix }) => store.levels(prefix)));
  // Read after the totals, which are conditions of the append: a change in between is refused there.
  const later = await Promise.all(
    wanted.map(({ after, prefix }) => (after === undefined ? [] : store.changesAfter(prefix, after))),
  );
  // Of other inventories only the names of batches are read, so their changes are no condition.
  const known = await Promise.all(
    items.map(async ({ id }) => [id, (await store.levels(`batch:${id}:`)).map(({ key }) => batchOfKey(key))] as const),
  );
  const noted = await Promise.all(items.map(async ({ id }) => [id, await store.levels(notesPrefix(id))] as const));
  return {
    known: new Map(known),
    noted: new Map(noted),
    totals: new Map(wanted.map(({ prefix }, index) => [prefix, totals[index] ?? []])),
    later: new Map(wanted.map(({ prefix }, index) => [prefix, later[index] ?? []])),
  };
}

/** The moment after which changes are read: that of a count, or the end of a day before today. */
export function momentOfGoods(
  { declaration }: DocumentType,
  input: Members,
  today: EffectiveDate,
): (item: number) => EffectiveTime | undefined {
  const { countedAt } = declaration;
  if (countedAt) return (item) => countedAt(input, item);
  const day = typeof input['date'] === 'string' ? readDate(input['date']) : undefined;
  const moment = day !== undefined && day < today ? momentOfCount(day, null) : undefined;
  return () => moment;
}

/** What is noted of the batches of an item; the reading is recorded. */
export function batchNotes(levels: BatchLevels | undefined, reads: DecisionReads, item: number): BatchNotes {
  const noted = levels?.noted.get(item);
  if (!noted) return NO_NOTES;
  reads.levels(notesPrefix(item), noted);
  return notesOf(noted);
}

/** The batches of an item in all inventories, by their names unless they are asked for as they were told. */
export function knownBatches(
  levels: BatchLevels | undefined,
  reads: DecisionReads,
  item: number,
  as?: 'told',
): readonly Batch[] {
  const known = levels?.known.get(item) ?? [];
  if (as === 'told') return known;
  const notes = batchNotes(levels, reads, item);
  return notes === NO_NOTES ? known : known.map((told) => calledBy(notes, told));
}

/** Records the reads of batches and of the stock that contains them. */
export function batchesOnHand(
  levels: BatchLevels | undefined,
  reads: DecisionReads,
  item: number,
  inventory: number,
): BatchesOnHand {
  const [prefix, stock] = [batchPrefix(item, inventory), stockKey(item, inventory)];
  const batches = levels?.totals.get(prefix);
  if (!levels || !batches) return { batches: [], onHand: '0' };
  const onHand = levels.totals.get(stock)?.find(({ key }) => key === stock)?.total ?? '0';
  reads.levels(prefix, batches);
  reads.level(stock, onHand);
  const ofStock = (levels.later.get(stock) ?? []).filter(({ key }) => key === stock);
  const later = [
    ...(levels.later.get(prefix) ?? []).map(({ key, day, net }) => ({ batch: batchOfKey(key), day, quantity: net })),
    ...ofStock.filter(({ day }) => !isReservedDay(day)).map(({ day, net }) => ({ batch: null, day, quantity: net })),
  ];
  // Reserved goods are on hand, of whichever batch.
  const reserved = ofStock.filter(({ day }) => isReservedDay(day)).map(({ net }) => quantity(net));
  const withReserved = reserved.reduce((left, net) => left - net, 0n + quantity(onHand));
  const found = {
    batches: batches.map(({ key, total }) => ({ ...batchOfKey(key), quantity: total })),
    onHand: printQuantity(toQuantity(withReserved)),
    ...(reserved.length > 0 ? { reserved: printQuantity(toQuantity(withReserved - quantity(onHand))) } : {}),
    ...(later.length > 0 ? { later } : {}),
  };
  const notes = batchNotes(levels, reads, item);
  return notes === NO_NOTES ? found : onHandByName(found, notes);
}
