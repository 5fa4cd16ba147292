/**
 * What is known to be inside of the kits that a command names (docs/decisions/0221): their collections, the batches that
 * conversions put into them, what is noted of these, and how many kits there are in all inventories.
 */

import { calledBy, isHeldBy } from '../../../domain/batches/batch-names.ts';
import { notesOf, notesPrefix } from '../../../domain/batches/batch-notes.ts';
import type { KitPart, Kits } from '../../../domain/batches/batch-places.ts';
import { INSIDE, insidePrefix, toldInside } from '../../../domain/batches/kit-batches.ts';
import { item } from '../../../domain/catalogue/item.record.ts';
import { isReservedDay } from '../../../domain/deciding/level-marks.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { namesAs } from '../../../domain/records/record-name.ts';
import { collection } from '../../../domain/stock/making/collection.record.ts';
import { mergedBatches, tracksBatches } from '../../../domain/values/batch.ts';
import { type Members, membersOf, objectsOf } from '../../../domain/values/members.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import { Gathered } from '../../../event-store/claims/gathered.ts';
import type { ClaimStore, LevelChangeOfDay, LevelTotal } from '../../../event-store/port.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import { readStream, streamOf } from '../../aggregates/aggregate-types.ts';
import type { CommandContext } from '../../aggregates/command-context.ts';
import type { DecisionReads } from '../decision-reads.ts';
import { AFTER_ALL_DAYS } from './batch-levels.ts';

interface ReadRecord {
  readonly id: number;
  readonly stream: string;
  readonly revision: number;
  readonly data: Members;
}

interface ReadPart extends ReadRecord {
  readonly noted: readonly LevelTotal[];
}

interface ReadCollections {
  /** Retired ones included. */
  readonly count: number;
  readonly records: readonly ReadRecord[];
}

/** The levels are those below the prefix of the collection. */
interface ReadCollection extends ReadRecord {
  readonly inside: readonly LevelTotal[];
}

interface ReadKit {
  readonly data: Members;
  readonly collections: readonly ReadCollection[];
  /** In all inventories. */
  readonly stock: readonly LevelTotal[];
  readonly reserved: readonly LevelChangeOfDay[];
}

export interface KitLevels {
  /** How many collections there are, retired ones included. */
  readonly count: number;
  /** By the item of the kit. */
  readonly kits: ReadonlyMap<number, ReadKit>;
  /** By item. */
  readonly parts: ReadonlyMap<number, ReadPart>;
}

interface Sources {
  readonly store: Pick<ClaimStore, 'levels' | 'changesAfter' | 'records'>;
  readonly states: Pick<AggregateRepository, 'read'>;
}

/** All collections, read for all commands at once: each command that names goods without batches asks for them. */
export class Collections {
  readonly #readings: Gathered<undefined, ReadCollections>;

  constructor({ store, states }: Sources) {
    const read = async (): Promise<ReadCollections> => {
      if ((await store.levels(INSIDE, 1)).length === 0) return { count: 0, records: [] };
      const streams = await store.records(`${collection.kind}-`);
      return { count: streams.length, records: await readRecords(states, streams) };
    };
    this.#readings = new Gathered(async (calls) => {
      const all = await read();
      return calls.map(() => all);
    });
  }

  /** None where no batch is inside of any kit. Throws StoreUnavailable. */
  read(): Promise<ReadCollections> {
    return this.#readings.ask(undefined);
  }
}

const stockPrefix = (item: number): string => `stock:${item}:`;
const itemOf = (data: Members): number => Number(data['item_fk']);

/** Undefined where no batch is inside of any kit. */
export async function readKitLevels(
  { store, states, collections: known }: Sources & { readonly collections: Collections },
  loaded: Pick<CommandContext, 'recordsOf'>,
): Promise<KitLevels | undefined> {
  const items = [...loaded.recordsOf(item.kind)].filter(({ data }) => !tracksBatches(data));
  if (items.length === 0) return undefined;
  const all = await known.read();
  const named = all.records.filter(({ data }) => items.some(({ id }) => id === itemOf(data)));
  if (named.length === 0) return undefined;
  const inside = await Promise.all(named.map(({ id }) => store.levels(insidePrefix(id))));
  const collections = named.map((one, index): ReadCollection => ({ ...one, inside: inside[index] ?? [] }));
  const ofKits = Map.groupBy(collections, ({ data }) => itemOf(data));
  const kits = await Promise.all(
    items.flatMap(({ id, data }) => {
      const own = ofKits.get(id);
      return own?.some((each) => each.inside.length > 0) ? [readKit(store, { id, data }, own)] : [];
    }),
  );
  const ids = new Set(
    kits.flatMap((kit) => kit[1].collections.flatMap(({ data }) => objectsOf(data['lines']).map(itemOf))),
  );
  const parts = await readRecords(
    states,
    [...ids].map((id) => streamOf(item.kind, id)),
  );
  const noted = await Promise.all(parts.map(({ id }) => store.levels(notesPrefix(id))));
  return {
    count: all.count,
    kits: new Map(kits),
    parts: new Map(parts.map((part, index) => [part.id, { ...part, noted: noted[index] ?? [] }])),
  };
}

async function readKit(
  store: Sources['store'],
  { id, data }: Pick<ReadRecord, 'id' | 'data'>,
  collections: readonly ReadCollection[],
): Promise<readonly [number, ReadKit]> {
  const stock = await store.levels(stockPrefix(id));
  // Read after the totals, which are a condition of the append.
  const later = await store.changesAfter(stockPrefix(id), AFTER_ALL_DAYS);
  return [id, { data, collections, stock, reserved: later.filter(({ day }) => isReservedDay(day)) }];
}

async function readRecords(states: Sources['states'], streams: readonly string[]): Promise<readonly ReadRecord[]> {
  return [...(await states.read(streams))].flatMap(([stream, { state, revision }]) => {
    const record = recordStateOf(state);
    const { id = 0 } = readStream(stream) ?? {};
    return record.status === 'none' ? [] : [{ id, stream, revision, data: record.data }];
  });
}

/** The kits of an item; the reading is recorded, that of their number when it is asked for. */
export function kitsOf(levels: KitLevels | undefined, reads: DecisionReads, id: number): Kits | undefined {
  const kit = levels?.kits.get(id);
  if (!levels || !kit) return undefined;
  reads.records(collection.kind, levels.count);
  const collections = kit.collections.map((one) => {
    reads.stream(one.stream, one.revision);
    reads.levels(insidePrefix(one.id), one.inside);
    return {
      unit: inUnits('1', one.data, kit.data),
      parts: objectsOf(one.data['lines']).flatMap((line) => {
        const part = levels.parts.get(itemOf(line));
        return part ? [partOf(one, line, part, reads)] : [];
      }),
    };
  });
  return {
    collections,
    get onHand() {
      reads.levels(stockPrefix(id), kit.stock);
      const left = kit.stock.reduce((sum, { total }) => sum + quantity(total), 0n);
      return printQuantity(toQuantity(kit.reserved.reduce((sum, { net }) => sum - quantity(net), left)));
    },
  };
}

function partOf(of: ReadCollection, line: Members, part: ReadPart, reads: DecisionReads): KitPart {
  reads.stream(part.stream, part.revision);
  reads.levels(notesPrefix(part.id), part.noted);
  const notes = notesOf(part.noted);
  const told = toldInside(of.id, part.id, of.inside);
  const named = mergedBatches(told.map((batch) => ({ ...calledBy(notes, batch), quantity: batch.quantity })));
  return {
    names: { name: '', ...namesAs('name', item, part.data) },
    each: inUnits(String(line['quantity']), line, part.data),
    inside: named.map((batch) => (isHeldBy(notes, batch) ? { ...batch, is_held: true } : batch)),
  };
}

/** A count in the unit of a line of the item, in base units. */
function inUnits(count: string, line: Members, data: Members): string {
  const unit = objectsOf(data['item_units']).find(({ unit_fk }) => unit_fk === line['unit_fk']);
  const factor = quantity(String(membersOf(unit)['base_unit_qty'] ?? '1'));
  return printQuantity(inBaseUnits(quantity(count), factor));
}
