/**
 * Prices from the server, for a signed-in user of the office on a device that is no till. Computed with the till's
 * function: in the system currency at today's rate, rounded, and for each pricing list.
 */
import type { PricingList } from '../../../domain/catalogue/listed-price.ts';
import type { Language } from '../../../domain/kernel/language.ts';
import { priceOnList } from '../../../domain/sales/customer-price.ts';
import { type ScaleFormat, USUAL_SCALES } from '../../../domain/till/scales.ts';
import { get } from '../../shared/api/client.ts';
import type { ListPage } from '../../shared/api/list.ts';
import { fetchLookup } from '../../shared/api/lookup.ts';
import { queryClient } from '../../shared/api/query.ts';
import { listThatFits } from '../../shared/api/wire.ts';
import type { ItemRow } from '../../shared/document/model/declaration.ts';
import { type ItemUnit, loadItem, unitsOf } from '../../shared/document/model/items.ts';
import { rateOn, readRateOn } from '../../shared/document/model/reference-data.ts';
import type { Currency } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { foldForSearch } from '../../shared/typing/fold.ts';
import { nameIn } from '../selling/goods.ts';
import { readScan } from '../selling/scanned.ts';
import { tillSettings } from '../selling/till-settings.ts';
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
const SCALES_MS = 5 * 60_000;

export const lookUpAtServer =
  (seen: Seen): PriceLookUp =>
  async (code, language) => {
    for (const own of codesIn(code, await scalesOf(seen))) {
      const found = await findItem(own);
      if (found) return checkedPrice(found, seen, language);
    }
    return undefined;
  };

/** Those of the till settings; the default ones for a person who may not see the settings. */
async function scalesOf({ can }: Seen): Promise<readonly ScaleFormat[]> {
  if (!can('till_settings/show')) return USUAL_SCALES;
  return queryClient.fetchQuery({
    queryKey: ['till_settings', 'show', 'scales'],
    queryFn: async () => tillSettings((await get<Readonly<Record<string, unknown>>>('till_settings/1')).data).scales,
    staleTime: SCALES_MS,
  });
}

/** The scanned code; the product code in it, for scales or GS1; and the same without leading zeros. */
function codesIn(code: string, scales: readonly ScaleFormat[]): readonly string[] {
  const scanned = readScan(code, scales);
  const within = scanned.kind === 'receipt' ? code : scanned.code;
  return [...new Set([code, within, within.replace(/^0+/, '')])].filter((each) => each !== '');
}

interface Found {
  readonly item: ItemRow;
  readonly unit: ItemUnit;
  /** Quantity on hand, from the look-up. */
  readonly stock: string;
}

/** The code of an item may equal a barcode of another one, which takes precedence. */
async function findItem(code: string): Promise<Found | undefined> {
  const wanted = foldForSearch(code);
  const isWanted = (text: unknown) => foldForSearch(String(text ?? '')) === wanted;
  const rows = await fetchLookup('items', code, {});
  const row =
    rows.find((each) => unitsOf(each).some(({ barcodes }) => barcodes?.some(isWanted))) ??
    rows.find(({ item_code }) => isWanted(item_code));
  if (!row) return undefined;
  const item = await loadItem(Number(row['item_id']));
  const units = unitsOf(item);
  const scanned = units.find(({ barcodes }) => barcodes?.some(isWanted));
  const unit = scanned ?? units.find(({ is_default }) => is_default) ?? units[0];
  return unit && { item, unit, stock: String(row['stock'] ?? '0') };
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
    stock: can('stocks/index')
      ? { quantity: stock, unit: (units.find(({ is_base }) => is_base) ?? unit).unit_name ?? '' }
      : null,
  };
}

async function listsNow(): Promise<readonly PricingList[]> {
  const rows = await rowsOf('pricing_profiles');
  return listThatFits<PricingList>(
    rows.map((row) => ({ ...row, id: row['profile_id'] })),
    { id: 'number', categories: 'list', brands: 'list', items: 'list' },
  );
}

async function rowsOf(resource: string): Promise<ListPage['data']> {
  return (await get<ListPage>(resource, { query: { per_page: LISTS_MAX } })).data.data;
}
