/** A counting round and its goods, as the API returns them, and the counted quantity of each item. */
import { useQuery } from '@tanstack/react-query';
import type { CodeContent } from '../../../domain/catalogue/gs1.ts';
import { type ScaleFormat, scalesIn } from '../../../domain/catalogue/scales.ts';
import { findByCode, quantityOf } from '../../../domain/catalogue/scanned-code.ts';
import {
  type Batch,
  type BatchQuantity,
  batchOf,
  byExpiry,
  foldedNumber,
  hasSerials,
  isNamed,
} from '../../../domain/values/batch.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import { queryClient } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';

export const ROUND_TONES = { open: 'info', complete: 'success', cancelled: 'neutral' } as const;

export type Round = Reads['count_rounds/:id'];
export type Entry = Round['entries'][number];

export type CountedItem = Reads['count_rounds/:id/goods'][number];
export type CountedUnit = CountedItem['units'][number];

/** Interval at which entries of other people are loaded. */
const OTHERS_SEEN_MS = 5_000;

export const roundKey = (id: number) => ['count_rounds', id] as const;

const goodsKey = (id: number) => ['goods_of_count_round', id] as const;

export const useRound = (id: number) =>
  useQuery({
    queryKey: roundKey(id),
    queryFn: ({ signal }) => {
      const shape = { items: 'list', entries: 'list', status: 'string', revision: 'number' } as const;
      return read('count_rounds/:id', { params: { id }, signal, shape });
    },
    refetchInterval: OTHERS_SEEN_MS,
    meta: { quiet: true },
  });

/** The loaded goods remain on the page without a connection. */
export const useGoods = (id: number) =>
  useQuery({
    queryKey: goodsKey(id),
    queryFn: ({ signal }) => read('count_rounds/:id/goods', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** The formats of the labels of the scales; they remain on the page without a connection. */
export const useScales = () =>
  useQuery({
    queryKey: ['scales_of_count_rounds'],
    queryFn: async ({ signal }) => scalesIn({ scales: await read('count_rounds/scales', { signal }) }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

/** An item by a code that no item of the round has; undefined when no item has the code. */
export async function findUnlisted(id: number, code: string): Promise<CountedItem | undefined> {
  const [item] = await read('count_rounds/:id/unlisted', { params: { id }, query: { code } });
  if (item) {
    queryClient.setQueryData<readonly CountedItem[]>(goodsKey(id), (goods = []) => [
      ...goods.filter(({ item_fk }) => item_fk !== item.item_fk),
      item,
    ]);
  }
  return item;
}

export interface CountedSoFar {
  readonly item_fk: number;
  readonly item_name: string;
  readonly isListed: boolean;
  /** In base units. */
  readonly quantity: string;
  /** The counted batches of it; empty for goods without batches. */
  readonly batches: readonly BatchQuantity[];
  readonly people: readonly string[];
}

/** In base units. */
const countedIn = (entries: readonly Entry[]): string =>
  printQuantity(
    toQuantity(
      entries.reduce((sum, entry) => sum + inBaseUnits(quantity(entry.quantity), quantity(entry.unit_factor)), 0n),
    ),
  );

export function countedSoFar({ entries, items }: Pick<Round, 'entries' | 'items'>): readonly CountedSoFar[] {
  const listed = new Set(items.map(({ item_fk }) => item_fk));
  return [...Map.groupBy(entries, ({ item_fk }) => item_fk)].map(([item_fk, own]) => ({
    item_fk,
    item_name: own[0]?.item_name ?? '',
    isListed: listed.has(item_fk),
    quantity: countedIn(own),
    batches: [
      ...Map.groupBy(own.filter(isNamed), (entry) => `${foldedNumber(entry.batch_number ?? '')} ${entry.expire_date}`),
    ]
      .map(([, of]) => ({ ...batchOf(of[0]), quantity: countedIn(of) }))
      .toSorted(byExpiry),
    people: [...new Set(own.map(({ counted_by_name, counted_by_fk }) => counted_by_name ?? String(counted_by_fk)))],
  }));
}

export interface Scanned {
  readonly item: CountedItem;
  readonly unit: CountedUnit;
  /** In that unit; absent for the price of a package, which says no quantity here. */
  readonly count?: string;
  /** The batch of a GS1 code, as far as the item has it. */
  readonly batch?: Batch;
  /** The serial number of a GS1 code. */
  readonly serial?: string;
}

/** The item and unit that a code names, as all readers of codes read it; the default unit of the item with this code. */
export function findScanned(
  goods: readonly CountedItem[],
  code: string,
  scales: readonly ScaleFormat[] = [],
): Scanned | undefined {
  const found = findByCode(code, scales, goods, (item) => item);
  if (!found) return undefined;
  const { goods: item, unit_fk, reading } = found;
  const unit = item.units.find((each) => each.unit_fk === unit_fk) ?? defaultUnit(item);
  const count = reading.amount === undefined ? { count: quantityOf(reading, () => undefined) } : {};
  return unit && { item, unit, ...count, ...partIn(reading, item) };
}

function partIn({ batch, expires, serial }: CodeContent, item: CountedItem): Pick<Scanned, 'batch' | 'serial'> {
  if (hasSerials(item)) return serial === undefined ? {} : { serial };
  if ((batch === undefined && expires === undefined) || !tracksBatches(item)) return {};
  const batch_number = (item.has_batch_number && batch) || null;
  return { batch: { batch_number, expire_date: (item.has_expire && expires) || null } };
}

export const defaultUnit = ({ units }: CountedItem): CountedUnit | undefined =>
  units.find(({ is_default }) => is_default) ?? units[0];

export const tracksBatches = ({ has_batch_number, has_expire }: CountedItem): boolean => has_batch_number || has_expire;
