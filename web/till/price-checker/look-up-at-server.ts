/** Prices as the server has them, for whoever is signed in to the office on a device that is no till. */
import { get } from '../../shared/api/client.ts';
import type { ListPage } from '../../shared/api/list.ts';
import { fetchLookup } from '../../shared/api/lookup.ts';
import { loadItem, unitsOf } from '../../shared/document/model/items.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { foldForSearch } from '../../shared/typing/fold.ts';
import { namesOf, type PriceLookUp, promotionsOf } from './checked-price.ts';

interface Seen {
  readonly currencyOf: (id: number | null) => { readonly symbol: string; readonly decimals: number };
  readonly can: (permission: string) => boolean;
}

/** A code finds one item; more than these were found by something else. */
const CANDIDATES_MAX = 5;

export const lookUpAtServer =
  ({ currencyOf, can }: Seen): PriceLookUp =>
  async (code) => {
    const wanted = foldForSearch(code);
    const rows = (await fetchLookup('items', code, {})).slice(0, CANDIDATES_MAX);
    for (const row of rows) {
      const item = await loadItem(Number(row['item_id']));
      const units = unitsOf(item);
      const scanned = units.find(({ barcodes }) => barcodes?.some((barcode) => foldForSearch(barcode) === wanted));
      if (!scanned && foldForSearch(String(item['item_code'] ?? '')) !== wanted) continue;
      const unit = scanned ?? units.find(({ is_default }) => is_default) ?? units[0];
      if (!unit) continue;
      const { price_currency_fk } = item;
      const shown = ({ unit_name, sale_price }: typeof unit) => ({ name: unit_name ?? '', price: sale_price });
      const base = units.find(({ is_base }) => is_base) ?? unit;
      return {
        names: namesOf({ ...item }),
        unit: shown(unit),
        others: units.filter((other) => other !== unit).map(shown),
        currency: currencyOf(typeof price_currency_fk === 'number' ? price_currency_fk : null),
        promotions: can('promotions/index') ? await promotionsNow(Number(row['item_id'])) : [],
        stock: can('stocks/index') ? { quantity: String(row['stock'] ?? '0'), unit: base.unit_name ?? '' } : null,
      };
    }
    return undefined;
  };

async function promotionsNow(item: number): Promise<readonly string[]> {
  const { data } = await get<ListPage>('promotions', { query: { per_page: 200 } });
  return promotionsOf(data.data, { item, day: localToday(new Date()), outlet: null });
}
