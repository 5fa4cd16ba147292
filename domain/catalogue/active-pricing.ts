/**
 * The pricing that is active on a unit of an item, as a level: activation puts a pricing over the one before it, and
 * deactivation leaves that one again. Only the uppermost is deactivated, so that former prices come back in their order.
 */
import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { itemNames } from '../pricing/item-names.ts';
import { validDate } from '../values/effective-date.ts';
import { objectsOf } from '../values/members.ts';
import { Issues } from '../values/refusal.ts';
import type { ItemData } from './item.schema.ts';
import type { CoveredPricing, ItemPricing } from './item-pricing-events.ts';

type Priced = Pick<ItemPricing, 'lines' | 'pricing_profile_fk'>;
type Line = Pick<CoveredPricing, 'item_fk' | 'unit_fk'>;

/** `priced:5:11:` is the prefix of all units of item 11 in pricing list 5; list 0 is the sale prices of the items. */
const prefixOf = (list: unknown, item?: unknown): string =>
  item === undefined ? `priced:${list ?? 0}:` : `priced:${list ?? 0}:${item}:`;

const keyOf = (list: number | null, { item_fk, unit_fk }: Line): string => `${prefixOf(list, item_fk)}${unit_fk}`;

/** The id of the active pricing of a unit; zero without one. */
const activeOn = (list: number | null, line: Line, facts: Facts): number => Number(facts.level(keyOf(list, line)));

/** So many items are read one by one; for more, all levels of the list are one query. */
const ITEMS_READ_EACH = 20;

/** The levels that a command reads, also to save a draft, which has to be one that can be activated. */
export function activePricingPrefixes(input: Readonly<Record<string, unknown>>): readonly string[] {
  const items = new Set(objectsOf(input['lines']).map(({ item_fk }) => item_fk));
  const list = input['pricing_profile_fk'];
  return items.size > ITEMS_READ_EACH ? [prefixOf(list)] : [...items].map((item) => prefixOf(list, item));
}

/** The active pricings of the same units, over which this one is activated. */
export function coveredPricings({ lines, pricing_profile_fk }: Priced, facts: Facts): readonly CoveredPricing[] {
  return lines.flatMap(({ item_fk, unit_fk }): CoveredPricing[] => {
    const pricing_id = activeOn(pricing_profile_fk, { item_fk, unit_fk }, facts);
    return pricing_id === 0 ? [] : [{ item_fk, unit_fk, pricing_id }];
  });
}

/** Refuses with the later active pricings of the same units, each once. */
export function checkUncovered({ lines, pricing_profile_fk }: Priced, facts: Facts): void {
  const issues = new Issues();
  const named = new Set([0, facts.ownId ?? 0]);
  lines.forEach((line, index) => {
    const active = activeOn(pricing_profile_fk, line, facts);
    if (named.has(active)) return;
    named.add(active);
    const item = facts.record<ItemData>('item', line.item_fk)?.data;
    const words = { line: String(index + 1), ...(item ? itemNames(item) : {}), document: `item_pricing-${active}` };
    issues.add(`lines.${index}.new_price`, 'priced_since', words);
  });
  issues.throwIfAny();
}

type ActiveState =
  | { readonly status: 'active'; readonly data: Priced; readonly covers?: readonly CoveredPricing[] }
  | { readonly status: 'none' | 'draft' | 'discarded' | 'reversed' | 'scheduled' | 'inactive' };

const ANY_DAY = validDate('1900-01-01');

/** Each level is the id of its active pricing: the claims change it from the covered one to this one, and back. */
export function activePricingClaims(state: ActiveState, stream: string, change: 'entered' | 'left'): readonly Claim[] {
  if (state.status !== 'active' || !state.covers) return [];
  const { data, covers } = state;
  const id = Number(stream.split('-')[1]);
  return data.lines.map((line, index): Claim => {
    const covered = covers.find(({ item_fk, unit_fk }) => item_fk === line.item_fk && unit_fk === line.unit_fk);
    const step = id - (covered?.pricing_id ?? 0);
    return {
      kind: 'level',
      key: keyOf(data.pricing_profile_fk, line),
      day: ANY_DAY,
      delta: String(change === 'entered' ? step : -step),
      field: `lines.${index}.new_price`,
      message: 'protected',
    };
  });
}
