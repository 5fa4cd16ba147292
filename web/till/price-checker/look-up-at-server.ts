/**
 * Prices from the server, for a signed-in user of the office on a device that is no till. Computed with the till's
 * function: in the system currency at today's rate, rounded, and for each pricing list.
 */

import { priceOnList } from '../../../domain/catalogue/customer-price.ts';
import type { PricingList } from '../../../domain/catalogue/listed-price.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { Row } from '../../shared/api/list.ts';
import { fetchLookup } from '../../shared/api/lookup.ts';
import { readPage } from '../../shared/api/read.ts';
import { listThatFits } from '../../shared/api/wire.ts';
import type { ItemRow } from '../../shared/document/model/declaration.ts';
import { type ItemUnit, loadItem, unitsOf } from '../../shared/document/model/goods/items.ts';
import { askScanned } from '../../shared/document/model/goods/scanned-line.ts';
import { rateOn, readRateOn } from '../../shared/document/model/reference-data.ts';
import type { Currency } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { unitParts } from '../../shared/typing/unit-text.ts';
import { nameIn } from '../selling/goods.ts';
import { type CheckedPrice, type CheckedUnit, namesOf, type PriceLookUp, promotionsOf } from './checked-price.ts';
import { priceFacts } from './price-facts.ts';

interface Seen {
  /** The system currency. */
  readonly currency: Currency;
  /** The person's outlet: promotions of other outlets do not apply. */
  readonly outlet: number | null;
  readonly can: (permission: string) => boolean;
}

const LISTS_MAX = 100;

/** The server reads the code, because it knows the formats of the scales. */
export const lookUpAtServer =
  (seen: Seen): PriceLookUp =>
  async (code, language) => {
    const scanned = await askScanned(code);
    if (!scanned) return undefined;
    const item = await loadItem(scanned.item_fk);
    const units = unitsOf(item);
    const named = units.find(({ unit_fk }) => unit_fk === scanned.unit_fk);
    const unit = named ?? units.find(({ is_default }) => is_default) ?? units[0];
    return unit && checkedPrice({ item, unit, stock: await stockOf(item, seen) }, seen, language);
  };

interface Found {
  readonly item: ItemRow;
  readonly unit: ItemUnit;
  /** What may be sold of the quantity on hand, from the look-up. */
  readonly stock: string;
}

async function stockOf({ item_id, item_name }: ItemRow, { can }: Seen): Promise<string> {
  if (!can('stocks/index')) return '0';
  const rows = await fetchLookup('items', String(item_name ?? ''), {});
  return String(rows.find((row) => row['item_id'] === item_id)?.['available_stock'] ?? '0');
}

async function checkedPrice({ item, unit, stock }: Found, seen: Seen, language: Language): Promise<CheckedPrice> {
  const { currency, outlet, can } = seen;
  const date = localToday(new Date());
  const [lists, promotions] = await Promise.all([
    can('pricing_profiles/index') ? listsNow() : [],
    can('promotions/index') ? rowsOf('promotions') : [],
    readRateOn(date),
  ]);
  const facts = priceFacts(item, currency, rateOn(date)?.in);
  const [units, id] = [unitsOf(item), Number(item['item_id'])];
  const priceOf = (unit_fk: number, list?: PricingList): string | null =>
    priceOnList({ item_fk: id, unit_fk }, { date, currency_fk: currency.currency_id }, list, facts) ?? null;
  const shown = ({ unit_fk, unit_name }: ItemUnit): CheckedUnit => ({ name: unit_name ?? '', price: priceOf(unit_fk) });
  const own = shown(unit);
  return {
    names: namesOf(item),
    unit: own,
    others: units.filter((other) => other !== unit).map(shown),
    lists: lists.flatMap((list): CheckedUnit[] => {
      const price = priceOf(unit.unit_fk, list);
      return price === own.price ? [] : [{ name: nameIn(list, 'profile_name', language), price }];
    }),
    currency,
    promotions: promotionsOf(promotions, { item: id, day: date, outlet }),
    stock: can('stocks/index') ? unitParts(stock, units) : null,
  };
}

async function listsNow(): Promise<readonly PricingList[]> {
  const rows = await rowsOf('pricing_profiles');
  return listThatFits<PricingList>(
    rows.map((row) => ({ ...row, id: row['profile_id'] })),
    { id: 'number', categories: 'list', brands: 'list', items: 'list' },
  );
}

const rowsOf = async (resource: string): Promise<readonly Row[]> =>
  (await readPage(resource, { query: { per_page: LISTS_MAX } })).data;
