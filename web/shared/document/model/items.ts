/** Finds items for the editor: by id, typed text, or scanned barcode. */

import { get } from '../../api/client.ts';
import type { Row } from '../../api/list.ts';
import { fetchLookup } from '../../api/lookup.ts';
import { queryClient } from '../../api/query.ts';
import { nameFieldsOf } from '../../api/resources.ts';
import { listThatFits } from '../../api/wire.ts';
import { foldForSearch } from '../../typing/fold.ts';
import type { ItemRow } from './declaration.ts';

export interface ItemUnit {
  readonly unit_fk: number;
  readonly unit_name?: string | null;
  readonly base_unit_qty: string;
  readonly is_base: boolean;
  readonly is_default: boolean;
  readonly sale_price: string;
  readonly barcodes: readonly string[];
}

const NAMES = nameFieldsOf('items');
const FRESH_MS = 60_000;

export const itemQuery = (id: number) => ({
  queryKey: ['items', 'record', id],
  queryFn: async () => (await get<ItemRow>(`items/${id}`)).data,
  staleTime: FRESH_MS,
  meta: { quiet: true },
});

/** The cached record, synchronously; undefined when it is not loaded. */
export function knownItem(id: number): ItemRow | undefined {
  return queryClient.getQueryData<ItemRow>(['items', 'record', id]);
}

export function loadItem(id: number): Promise<ItemRow> {
  return queryClient.fetchQuery(itemQuery(id));
}

export function unitsOf(item: ItemRow | undefined): readonly ItemUnit[] {
  const units = item?.['item_units'];
  return listThatFits<ItemUnit>(units, {});
}

export interface FoundItem {
  readonly item: ItemRow;
  /** The unit of the barcode; undefined for a code of the item. */
  readonly unit: number | undefined;
}

export type Search = 'none' | 'several' | FoundItem;

/**
 * The item that a text identifies: a barcode of one of its units, its code, its name, or the only search result. A scan
 * accepts a barcode or code only.
 */
export async function findItem(text: string, exactOnly = false): Promise<Search> {
  const rows = await fetchLookup('items', text, {});
  const wanted = foldForSearch(text);
  for (const row of rows) {
    const unit = unitsOf(row).find(({ barcodes }) => barcodes?.some((barcode) => foldForSearch(barcode) === wanted));
    if (unit) return found(row, unit.unit_fk);
  }
  const coded = rows.filter((row) => foldForSearch(String(row['item_code'] ?? '')) === wanted);
  if (coded.length === 1) return found(coded[0], undefined);
  if (exactOnly) return 'none';
  const named = rows.filter((row) => NAMES.some((name) => foldForSearch(String(row[name] ?? '')) === wanted));
  const candidates = named.length > 0 ? named : rows;
  if (candidates.length === 0) return 'none';
  return candidates.length === 1 ? found(candidates[0], undefined) : 'several';
}

async function found(row: Row | undefined, unit: number | undefined): Promise<FoundItem> {
  return { item: await loadItem(Number(row?.['item_id'])), unit };
}
