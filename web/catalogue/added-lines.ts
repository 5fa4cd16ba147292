/** The lines that "Add items" adds to an items pricing, and what it leaves out. */
import type { Row } from '../shared/api/list.ts';
import { read } from '../shared/api/read.ts';
import { type Draft, type Fields, idOf, type Line } from '../shared/document/model/draft.ts';
import { unitsOf } from '../shared/document/model/goods/items.ts';
import { rememberRow } from '../shared/document/model/known-names.ts';
import { type DayRate, type PriceSteps, presentPrice, priceBefore, ruled, unitCost } from './priced-items.ts';

/** The limit of one command. */
export const LINES_MAX = 1000;

export type DayPrices = DayRate & PriceSteps;

/** `item:unit` */
type Units = ReadonlySet<string>;
const unitKey = (item: unknown, unit: unknown): string => `${item}:${unit}`;

export interface AddedLines {
  /** The lines of the document with the added ones. */
  readonly lines: readonly Line[];
  readonly added: number;
  /** The number that the document has no place for. */
  readonly left: number;
  /** The number that is left out because another pricing has them. */
  readonly priced: number;
}

interface Adding {
  readonly allUnits: boolean;
  readonly day: DayPrices;
  /** The units of other pricings, which are left out. */
  readonly elsewhere: Units;
}

/** Keeps existing lines. */
export function addedLines(draft: Draft, items: readonly Row[], { allUnits, day, elsewhere }: Adding): AddedLines {
  const { header } = draft;
  const kept = draft.lines.filter(({ fields }) => idOf(fields, 'item_fk') !== undefined);
  const there = new Set(kept.map(({ fields }) => unitKey(fields['item_fk'], fields['unit_fk'])));
  const next = 1 + Math.max(0, ...draft.lines.map(({ key }) => key), ...draft.costs.map(({ key }) => key));
  const units = items.flatMap((item) =>
    unitsOf(item)
      .filter((unit) => allUnits || unit.is_default)
      .map(({ unit_fk }) => ({ item, unit_fk, key: unitKey(item['item_id'], unit_fk) }))
      .filter(({ key }) => !there.has(key)),
  );
  const free = units.filter(({ key }) => !elsewhere.has(key));
  const added = free.slice(0, Math.max(0, LINES_MAX - kept.length));
  for (const { item } of added) rememberRow('items', item);
  return {
    lines: [
      ...kept,
      ...added.map(({ item, unit_fk }, index) => ({ key: next + index, fields: lineOf(header, item, unit_fk, day) })),
    ],
    added: added.length,
    left: free.length - added.length,
    priced: units.length - free.length,
  };
}

function lineOf(header: Fields, item: Row, unit_fk: number, day: DayPrices): Fields {
  const present_price = presentPrice(item, unit_fk, header['pricing_profile_fk']);
  const unit_cost = unitCost(item, unit_fk, day);
  const new_price = priceBefore(item, unit_fk, header['pricing_profile_fk']);
  const fields = { item_fk: Number(item['item_id']), unit_fk, present_price, unit_cost, new_price };
  return { ...fields, ...ruled(header, fields, item, day) };
}

/** The server's largest page, which a day does not reach. */
const PRICINGS_MAX = 200;

/** The units whose prices other pricings of the same day and the same pricing list change. */
export async function fetchUnitsPriced({ date, pricing_profile_fk }: Fields, own: number | undefined): Promise<Units> {
  if (typeof date !== 'string') return new Set();
  const query = { 'filter[date]': date, 'filter[status]': 'draft,scheduled,active', per_page: PRICINGS_MAX };
  const { data } = await read('item_pricings', { query });
  const others = data.map(({ id }) => id).filter((id) => id !== own);
  const units = new Set<string>();
  for (const id of others) {
    const pricing = await read('item_pricings/:id', { params: { id } });
    if ((pricing.pricing_profile_fk ?? null) !== (pricing_profile_fk ?? null)) continue;
    for (const { item_fk, unit_fk } of pricing.lines ?? []) units.add(unitKey(item_fk, unit_fk));
  }
  return units;
}
