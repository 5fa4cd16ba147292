/** Names for the ids in a till's entry: items, units, currencies, people. */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import type { PaperCurrency } from '../../../domain/paper/paper.schema.ts';
import { hasSerials } from '../../../domain/values/batch.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { TillCustomer } from '../device/catalogue/catalogue-rows.ts';
import { nameIn } from '../selling/goods.ts';
import type { PaperNames } from '../selling/paper-documents.ts';
import type { TillPlace } from './till-context.tsx';

/** The required fields of an item. */
type NamedItem = Pick<ItemData, 'item_name' | 'item_name_ar' | 'item_name_ckb' | 'item_code' | 'item_units'> &
  Pick<ItemData, 'serial_numbers' | 'warranty_months'> & { readonly id: number };

export function paperNames(
  { device, identity, session }: TillPlace,
  items: readonly NamedItem[],
  customer: TillCustomer | null,
  language: Language,
): PaperNames {
  const { units, currencies, accounts, settings } = device.catalogue.tables();
  const system = typeof settings['currency_fk'] === 'number' ? settings['currency_fk'] : 1;
  const currencyOf = (account: number | null | undefined): PaperCurrency => {
    const own = accounts.find(({ id }) => id === account)?.['currency_fk'];
    const id = typeof own === 'number' ? own : system;
    const found = currencies.find((currency) => currency.id === id);
    const decimals = found?.['decimals'];
    return {
      currency_fk: id,
      currency_name: nameIn(found ?? {}, 'currency_name', language),
      symbol: String(found?.['symbol'] ?? ''),
      decimals: typeof decimals === 'number' ? decimals : 0,
    };
  };
  const itemOf = (id: number) => items.find((item) => item.id === id);
  return {
    itemName: (id) => nameIn(itemOf(id) ?? {}, 'item_name', language),
    itemCode: (id) => itemOf(id)?.item_code ?? null,
    barcode: (id, unit) => itemOf(id)?.item_units.find(({ unit_fk }) => unit_fk === unit)?.barcodes?.[0] ?? null,
    unitName: (id) => nameIn(units.find((unit) => unit.id === id) ?? {}, 'unit_name', language),
    piecesOf: (id) => {
      const item = itemOf(id);
      return { hasSerials: hasSerials(item), warranty_months: item?.warranty_months ?? null };
    },
    currencyOf,
    cashier: session.cashier.name,
    till: identity.till_name,
    customer,
  };
}
