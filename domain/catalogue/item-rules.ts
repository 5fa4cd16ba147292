/** Rules of an item: its units, its prices in pricing lists, and its category. */
import type { Facts } from '../deciding/facts.ts';
import { categoryPath } from '../records/category-path.ts';
import { hasSerials, tracksBatches } from '../values/batch.ts';
import { money } from '../values/money.ts';
import { QUANTITY_ONE, quantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { keyOfCode } from './code.ts';
import type { ItemData } from './item.schema.ts';
import { labelOf, scalesIn } from './scales.ts';

export function checkItem(data: ItemData, before: ItemData | undefined, facts: Facts, issues: Issues): void {
  checkUnits(data, before, issues);
  askAboutPacks(data, before, facts, issues);
  checkBarcodes(data, before, facts, issues);
  checkPrices(data, issues);
  checkLevels(data, issues);
  if (before && before.item_type !== data.item_type) issues.add('item_type', 'cannot_be_changed');
  checkBatches(data, before, issues);
  checkCategory(data, before, facts, issues);
}

function checkBatches(data: ItemData, before: ItemData | undefined, issues: Issues): void {
  if (hasSerials(data) && (data.has_expire || data.has_batch_number))
    issues.add('serial_numbers', 'serials_instead_of_batches');
  // Stock in batches would be left without batches, and pieces without their numbers.
  else if (before && hasSerials(before) && !hasSerials(data)) issues.add('serial_numbers', 'serials_were_kept');
  else if (before && tracksBatches(before) && hasSerials(before) !== hasSerials(data))
    issues.add('serial_numbers', 'batches_were_kept');
  else if (before && tracksBatches(before) && !tracksBatches(data))
    issues.add(before.has_expire ? 'has_expire' : 'has_batch_number', 'batches_were_kept');
  if (data.item_type !== 'service' || !tracksBatches(data)) return;
  const kept = data.has_expire ? 'has_expire' : 'has_batch_number';
  issues.add(hasSerials(data) ? 'serial_numbers' : kept, 'service_has_no_batches');
}

function checkUnits({ item_units: units }: ItemData, before: ItemData | undefined, issues: Issues): void {
  const bases = units.filter((unit) => unit.is_base);
  if (units.length === 0) issues.add('item_units', 'at_least_one_unit');
  if (units.filter((unit) => unit.is_default).length !== 1) {
    const lost = before?.item_units.find((unit) => unit.is_default);
    const isGone = lost !== undefined && !units.some((unit) => unit.unit_fk === lost.unit_fk);
    issues.add('item_units', isGone ? 'default_unit_cannot_be_deleted' : 'exactly_one_default_unit');
  }
  units.forEach((unit, index) => {
    const held = quantity(unit.base_unit_qty);
    if (held <= 0n) issues.add(`item_units.${index}.base_unit_qty`, 'greater_than', { value: '0' });
    if (unit.is_base && held !== QUANTITY_ONE) issues.add(`item_units.${index}.base_unit_qty`, 'base_unit_holds_one');
    const had = before?.item_units.find(({ unit_fk }) => unit_fk === unit.unit_fk);
    if (had?.base_unit_qty !== unit.base_unit_qty && isRoundedPart(unit.base_unit_qty)) {
      issues.add(`item_units.${index}.base_unit_qty`, 'part_without_end', { value: unit.base_unit_qty });
    }
    if (money(unit.sale_price) < 0n) issues.add(`item_units.${index}.sale_price`, 'min', { value: '0' });
    if (units.findIndex((other) => other.unit_fk === unit.unit_fk) !== index) {
      issues.add(`item_units.${index}.unit_fk`, 'unique');
    }
  });
  // Stock is counted in base units: another base would change the meaning of every recorded quantity.
  const oldBase = before?.item_units.find((unit) => unit.is_base);
  if (oldBase && bases[0]?.unit_fk !== oldBase.unit_fk) issues.add('item_units', 'base_unit_cannot_be_deleted');
  else if (bases.length !== 1) issues.add('item_units', 'exactly_one_base_unit');
}

/** Whoever types another size of a pack is told that neither the stock nor open documents are counted again. */
function askAboutPacks(
  { item_units: units }: ItemData,
  before: ItemData | undefined,
  { isTyped = false, confirmed = false }: Facts,
  issues: Issues,
): void {
  if (!isTyped || confirmed) return;
  for (const [index, { unit_fk, base_unit_qty: value }] of units.entries()) {
    const had = before?.item_units.find((unit) => unit.unit_fk === unit_fk)?.base_unit_qty;
    if (had === undefined || quantity(had) === quantity(value)) continue;
    issues.ask(`item_units.${index}.base_unit_qty`, 'pack_of_another_size', { from: had, to: value });
  }
}

/** The largest number of parts that is looked for, by the decimals of a number: a third is 0.3333, a sixtieth 0.016667. */
const PARTS: readonly (readonly [decimals: number, parts: bigint])[] = [
  [4, 12n],
  [5, 30n],
  [6, 60n],
];

/** True for a part whose decimals have no end, which leaves crumbs in the stock: `0.333333`, three of which are no whole. */
export function isRoundedPart(held: string): boolean {
  const count = quantity(held);
  const typed = PARTS.find(([decimals]) => count % 10n ** BigInt(6 - decimals) === 0n);
  if (!typed || count % 1_000n === 0n) return false;
  const [decimals, most] = typed;
  const half = 10n ** BigInt(6 - decimals);
  for (let parts = 3n; parts <= most; parts++) {
    const times = (count * parts * 2n + QUANTITY_ONE) / (QUANTITY_ONE * 2n);
    const off = count * parts - times * QUANTITY_ONE;
    if (off !== 0n && (off < 0n ? -off : off) * 2n <= half * parts) return true;
  }
  return false;
}

/** Barcodes that the item has had are not refused: they were entered before the rule, or before the format of the scales. */
function checkBarcodes(
  { item_units: units, item_code }: ItemData,
  before: ItemData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const had = new Set(before?.item_units.flatMap(({ barcodes }) => barcodes.map(keyOfCode)));
  const formats = scalesIn(facts.record('till_setting', 1)?.data);
  const hadTwice = keysOfSeveralUnits(before?.item_units ?? []);
  const others = new Set<string>();
  units.forEach(({ barcodes }, index) => {
    const keys = barcodes.map(keyOfCode);
    if (keys.some((key) => others.has(key) && !hadTwice.has(key))) issues.add(`item_units.${index}.barcodes`, 'unique');
    const claimed = barcodes.find((barcode) => !had.has(keyOfCode(barcode)) && labelOf(barcode, formats) !== undefined);
    if (claimed !== undefined) issues.add(`item_units.${index}.barcodes`, 'claimed_by_scales', { code: claimed });
    for (const key of keys) others.add(key);
  });
  // A till finds goods by the code of the item as well.
  const code = item_code ?? '';
  if (keyOfCode(code) !== keyOfCode(before?.item_code ?? '') && labelOf(code, formats) !== undefined)
    issues.add('item_code', 'claimed_by_scales', { code });
}

function keysOfSeveralUnits(units: ItemData['item_units']): ReadonlySet<string> {
  const counts = Map.groupBy(
    units.flatMap(({ barcodes }) => [...new Set(barcodes.map(keyOfCode))]),
    (key) => key,
  );
  return new Set([...counts].flatMap(([key, all]) => (all.length > 1 ? [key] : [])));
}

/** Adds issues for a second price of a unit in one pricing list, and for units that the item does not have. */
function checkPrices({ item_prices: prices = [], item_units: units }: ItemData, issues: Issues): void {
  prices.forEach((price, index) => {
    const at = `item_prices.${index}`;
    if (!units.some((unit) => unit.unit_fk === price.unit_fk)) issues.add(`${at}.unit_fk`, 'not_a_unit_of_the_item');
    const first = prices.findIndex(
      (other) => other.unit_fk === price.unit_fk && other.pricing_profile_fk === price.pricing_profile_fk,
    );
    if (first !== index) issues.add(`${at}.pricing_profile_fk`, 'unique');
  });
}

/** Adds issues for a second row of an inventory, and for a maximum below its minimum. */
function checkLevels({ inventory_levels: levels = [] }: ItemData, issues: Issues): void {
  levels.forEach(({ inventory_fk, minimum, maximum }, index) => {
    const at = `inventory_levels.${index}`;
    const first = levels.findIndex((other) => other.inventory_fk === inventory_fk);
    if (first !== index) issues.add(`${at}.inventory_fk`, 'unique');
    if (typeof maximum === 'string' && quantity(maximum) < quantity(minimum))
      issues.add(`${at}.maximum`, 'min', { value: minimum });
  });
}

function checkCategory(
  { category_fk, sub_category_fk }: ItemData,
  before: ItemData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  if (!sub_category_fk) return;
  // A sub-category may have been moved since: other changes of its items are still possible.
  if (before?.category_fk === category_fk && before?.sub_category_fk === sub_category_fk) return;
  const isBelow = category_fk && categoryPath(facts, sub_category_fk).slice(1).includes(category_fk);
  if (!isBelow) issues.add('sub_category_fk', 'not_below_the_category');
}
