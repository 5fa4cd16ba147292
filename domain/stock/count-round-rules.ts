/** The rules of a counting round, and the inventory adjustment that its completion drafts. */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, known, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { itemNames } from '../pricing/item-names.ts';
import {
  type Batch,
  type BatchQuantity,
  batchOf,
  foldedNumber,
  hasSerials,
  isNamed,
  isSameBatch,
  tracksBatches,
} from '../values/batch.ts';
import { readDate } from '../values/effective-date.ts';
import { momentBefore } from '../values/moment.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, quantity, toQuantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import type { CountEntriesInput, CountRoundInput } from './count-round.schema.ts';
import type { CountCompleted, CountEntry, CountedRound, CountRound } from './count-round-events.ts';
import { LINES_MAX } from './goods-document.schema.ts';
import type { InventoryAdjustmentInput } from './inventory-adjustment.schema.ts';

/** A limit, because the state of a round contains all its entries. */
const ENTRIES_MAX = 20_000;
/** The limit of a line's note, which lists the shelves on which the item was counted. */
const NOTE_LENGTH_MAX = 140;

export function roundFacts(input: CountRoundInput, facts: Facts): CountRound {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const { outlet_fk, inventory_fk, date, reference_number = null, note = null, count_scope } = input;
  const items = listedItems(input, facts, issues);
  const category_fk = count_scope === 'category' ? (input.category_fk ?? null) : null;
  const shelf = count_scope === 'shelf' ? (input.shelf ?? null) : null;
  if (count_scope === 'category' && category_fk === null) issues.add('category_fk', 'required');
  if (count_scope === 'shelf' && !shelf) issues.add('shelf', 'required');
  known(facts, issues, 'category_fk', 'category', category_fk);
  issues.throwIfAny();
  const system_currency_fk = systemCurrency(facts);
  const place = { outlet_fk, inventory_fk, date, time: timeOf(input, facts), system_currency_fk };
  const listedOnly = input.takes_unlisted === false ? ({ takes_unlisted: false } as const) : {};
  return { ...place, reference_number, note, count_scope, category_fk, shelf, ...listedOnly, items };
}

/** The items without repetitions, in the order of the body. */
function listedItems({ items }: CountRoundInput, facts: Facts, issues: Issues): CountRound['items'] {
  const listed = new Set<number>();
  items.forEach(({ item_fk }, index) => {
    const item = known<ItemData>(facts, issues, `items.${index}.item_fk`, 'item', item_fk);
    if (item?.data.item_type === 'service') issues.add(`items.${index}.item_fk`, 'goods_only');
    listed.add(item_fk);
  });
  return [...listed].map((item_fk) => ({ item_fk }));
}

/** The entries that are not stored yet. Throws Refusal with all errors of the entries. */
export function entryFacts(
  { entries }: CountEntriesInput,
  stored: CountRound & { readonly entries: readonly CountEntry[]; readonly removed: readonly string[] },
  facts: Facts,
): readonly CountEntry[] {
  const issues = new Issues();
  const listed = new Set(stored.items.map(({ item_fk }) => item_fk));
  const seen = new Set([...stored.entries.map(({ entry_uuid }) => entry_uuid), ...stored.removed]);
  const counted = new CountedPieces(stored.entries);
  const added = entries.flatMap((entry, index): CountEntry[] => {
    if (seen.has(entry.entry_uuid)) return [];
    seen.add(entry.entry_uuid);
    const at = `entries.${index}`;
    const item = known<ItemData>(facts, issues, `${at}.item_fk`, 'item', entry.item_fk)?.data;
    const unit = item?.item_units.find(({ unit_fk }) => unit_fk === entry.unit_fk);
    if (item?.item_type === 'service') issues.add(`${at}.item_fk`, 'goods_only');
    if (item && !unit) issues.add(`${at}.unit_fk`, 'not_a_unit_of_the_item');
    if (stored.takes_unlisted === false && !listed.has(entry.item_fk)) issues.add(`${at}.item_fk`, 'not_of_the_round');
    const batch = batchOf(entry);
    checkCountedBatch(item, batch, `${at}.`, issues);
    if (item) checkPiece({ ...entry, ...batch, unit_factor: unit?.base_unit_qty ?? '1' }, item, counted, at, issues);
    const { entry_uuid, item_fk, unit_fk, seconds_ago = 0 } = entry;
    return [
      {
        entry_uuid,
        item_fk,
        unit_fk,
        unit_factor: unit?.base_unit_qty ?? '1',
        quantity: printQuantity(quantity(entry.quantity)),
        ...batch,
        ...(entry.shelf ? { shelf: entry.shelf } : {}),
        counted_at: countedAt(stored, seconds_ago, facts),
        counted_by_fk: facts.actor.user_id,
      },
    ];
  });
  if (stored.entries.length + added.length > ENTRIES_MAX)
    issues.add('entries', 'max_items', { value: String(ENTRIES_MAX) });
  issues.throwIfAny();
  return added;
}

/** The numbers that entries name, by item. */
class CountedPieces {
  readonly #numbers: Set<string>;

  constructor(entries: readonly CountEntry[]) {
    this.#numbers = new Set(
      entries.flatMap(({ item_fk, batch_number }) => (batch_number === null ? [] : [numberKey(item_fk, batch_number)])),
    );
  }

  /** False when the number is among them already. */
  isAdded(item: number, number: string): boolean {
    const before = this.#numbers.size;
    return this.#numbers.add(numberKey(item, number)).size > before;
  }
}

const numberKey = (item: number, number: string): string => `${item} ${foldedNumber(number)}`;

/** A piece with a serial number is counted once in a round, as one, whoever counts it (docs/decisions/0144). */
function checkPiece(
  entry: Pick<CountEntry, 'item_fk' | 'quantity' | 'unit_factor' | 'batch_number'>,
  item: ItemData,
  counted: CountedPieces,
  at: string,
  issues: Issues,
): void {
  const { batch_number: batch, item_fk } = entry;
  if (!hasSerials(item) || batch === null) return;
  const params = { ...itemNames(item), batch };
  const count = inBaseUnits(quantity(entry.quantity), quantity(entry.unit_factor));
  if (count !== QUANTITY_ONE) issues.add(`${at}.quantity`, 'counted_piece_is_one', params);
  if (!counted.isAdded(item_fk, batch)) issues.add(`${at}.batch_number`, 'piece_counted_already', params);
}

/** Not before the round was opened, however wrong the clock of the device was (docs/decisions/0106). */
function countedAt({ date, time }: CountRound, seconds_ago: number, { today, now }: Facts): string {
  const [opened, arrived] = [`${date}T${time ?? '00:00:00'}`, momentBefore(today, now, 0)];
  const earliest = opened < arrived ? opened : arrived;
  const said = momentBefore(today, now, seconds_ago);
  return said > earliest ? said : earliest;
}

/** Checks the batch of a count: it must have the fields that the item requires, and none for an item without batches. */
export function checkCountedBatch(
  item: Pick<ItemData, 'has_batch_number' | 'has_expire' | 'serial_numbers'> | undefined,
  batch: Batch,
  prefix: string,
  issues: Issues,
): void {
  const { batch_number, expire_date } = batch;
  if (expire_date !== null && !readDate(expire_date)) issues.add(`${prefix}expire_date`, 'date');
  if (item && !tracksBatches(item) && isNamed(batch)) {
    issues.add(`${prefix}${batch_number === null ? 'expire_date' : 'batch_number'}`, 'item_has_no_batches');
  }
  if (hasSerials(item) && batch_number === null) issues.add(`${prefix}batch_number`, 'counted_by_numbers');
  else if (item?.has_batch_number && batch_number === null) issues.add(`${prefix}batch_number`, 'required');
  if (item?.has_expire && expire_date === null) issues.add(`${prefix}expire_date`, 'required');
}

export interface CountOfItem {
  readonly item_fk: number;
  /** In base units. */
  readonly quantity: string;
  /** The time of the item's last entry. */
  readonly counted_at: string;
  /** The shelves of its entries; null when no entry has one. */
  readonly shelves: string | null;
  /** In base units, for an item with batches. */
  readonly batches: readonly BatchQuantity[];
}

/** The counted quantity of each item, in the order of their first entries. */
export function countsOf(entries: readonly CountEntry[]): readonly CountOfItem[] {
  return [...Map.groupBy(entries, ({ item_fk }) => item_fk)].map(([item_fk, own]) => ({
    item_fk,
    quantity: sumOf(own),
    counted_at: own.map(({ counted_at }) => counted_at).reduce((a, b) => (a > b ? a : b)),
    shelves: shelvesOf(own),
    batches: batchesOf(own),
  }));
}

function shelvesOf(entries: readonly CountEntry[]): string | null {
  const shelves = new Set(entries.flatMap(({ shelf }) => shelf ?? []));
  return shelves.size === 0 ? null : [...shelves].join(', ').slice(0, NOTE_LENGTH_MAX);
}

const sumOf = (entries: readonly CountEntry[]): string =>
  printQuantity(
    toQuantity(
      entries.reduce((sum, entry) => sum + inBaseUnits(quantity(entry.quantity), quantity(entry.unit_factor)), 0n),
    ),
  );

function batchesOf(entries: readonly CountEntry[]): readonly BatchQuantity[] {
  const named = entries.filter(isNamed);
  const first = named.filter((entry, index) => named.findIndex((other) => isSameBatch(entry, other)) === index);
  return first.map((entry) => ({
    batch_number: entry.batch_number,
    expire_date: entry.expire_date,
    quantity: sumOf(named.filter((other) => isSameBatch(entry, other))),
  }));
}

/** Throws Refusal when nothing was counted, or more items than an inventory adjustment may have. */
export function completedRound(
  round: CountRound,
  entries: readonly CountEntry[],
  is_zero_where_uncounted: boolean,
  facts: Facts,
): CountCompleted {
  const issues = new Issues();
  const items = new Set([
    ...entries.map(({ item_fk }) => item_fk),
    ...(is_zero_where_uncounted ? round.items.map(({ item_fk }) => item_fk) : []),
  ]);
  if (items.size === 0) issues.add('', 'nothing_was_counted');
  if (items.size > LINES_MAX) issues.add('', 'max_items', { value: String(LINES_MAX) });
  issues.throwIfAny();
  const inventory_adjustment_fk = facts.newIds?.['inventory_adjustment'];
  if (inventory_adjustment_fk === undefined) throw new TypeError('a completed round has no number for its stock count');
  const completed_at = momentBefore(facts.today, facts.now, 0);
  return { inventory_adjustment_fk, is_zero_where_uncounted, completed_at };
}

/** The items of the round that the person who completes it states as zero, without a count. */
export function zerosOf(
  { items, entries }: CountedRound,
  { is_zero_where_uncounted }: Pick<CountCompleted, 'is_zero_where_uncounted'>,
): readonly number[] {
  const counted = new Set(countsOf(entries).map(({ item_fk }) => item_fk));
  return is_zero_where_uncounted ? items.map(({ item_fk }) => item_fk).filter((item) => !counted.has(item)) : [];
}

/** The inventory adjustment of a round: every item at the moment of its last entry. */
export function adjustmentOf(round: CountedRound, completed: CountCompleted, facts: Facts): InventoryAdjustmentInput {
  const counts = countsOf(round.entries);
  const { completed_at } = completed;
  const left = zerosOf(round, completed).map((item_fk): CountOfItem => {
    return { item_fk, quantity: '0', counted_at: completed_at, shelves: null, batches: [] };
  });
  const { outlet_fk, inventory_fk, reference_number, note } = round;
  const [date = '', time = ''] = completed_at.split('T');
  return {
    outlet_fk,
    inventory_fk,
    date,
    time,
    reference_number,
    note,
    lines: [...counts, ...left].map((count) => ({
      item_fk: count.item_fk,
      unit_fk: baseUnitOf(count.item_fk, facts),
      real_quantity: count.quantity,
      counted_at: count.counted_at,
      ...(count.shelves === null ? {} : { note: count.shelves }),
      ...(count.batches.length === 0 ? {} : { batches: [...count.batches] }),
    })),
  };
}

function baseUnitOf(item: number, facts: Facts): number {
  const units = facts.record<ItemData>('item', item)?.data.item_units ?? [];
  return units.find(({ is_base }) => is_base)?.unit_fk ?? 0;
}
