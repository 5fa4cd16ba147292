/** Finds items for the editor: by id, typed text, or scanned barcode. */

import { type CodedGoods, findByCode } from '../../../../domain/catalogue/scanned-code.ts';
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

/** The item that a typed text identifies: a barcode of one of its units, its code, its name, or the only search result. */
export async function findItem(text: string): Promise<Search> {
  const rows = await fetchLookup('items', text, {});
  const coded = findByCode(text, [], rows, codedItem);
  if (coded) return found(coded.goods, coded.unit_fk);
  const wanted = foldForSearch(text);
  const named = rows.filter((row) => NAMES.some((name) => foldForSearch(String(row[name] ?? '')) === wanted));
  const candidates = named.length > 0 ? named : rows;
  if (candidates.length === 0) return 'none';
  return candidates.length === 1 ? found(candidates[0], undefined) : 'several';
}

const codedItem = (row: Row): CodedGoods => {
  const { item_code } = row;
  const units = unitsOf(row).map(({ barcodes = [], ...unit }) => ({ ...unit, barcodes }));
  return { item_code: typeof item_code === 'string' ? item_code : null, units };
};

async function found(row: Row | undefined, unit: number | undefined): Promise<FoundItem> {
  return { item: await loadItem(Number(row?.['item_id'])), unit };
}
