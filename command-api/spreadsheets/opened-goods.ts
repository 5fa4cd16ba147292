/**
 * Rows of opening stock whose goods an opening balance of the inventory contains already: the same file, or one that
 * overlaps with it, would count them twice. A person can choose to add them all the same.
 */
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { Commands } from '../commands/open-commands.ts';
import { askCurrent, modelsAt } from '../read-models/models-at.ts';
import { OPENED_GOODS } from '../read-models/opened-goods.ts';
import type { CellsRow } from './check-records.ts';
import type { Chosen } from './parameters.ts';

const keyOf = (item: unknown, batch: unknown, expires: unknown): string =>
  [item, batch ?? '', expires ?? ''].map(String).join(' ');

/** Throws StoreUnavailable while the read models are behind. */
export async function openedIssues(
  { pool, store }: Pick<Commands, 'pool' | 'store'>,
  rows: readonly CellsRow[],
  { inventory, goods_there }: Chosen,
  waitMs: number,
): Promise<readonly RowIssue[]> {
  if (inventory === undefined || goods_there === 'add') return [];
  const at = await modelsAt(pool, await store.head(), waitMs);
  const opened = at ? await askCurrent(pool, OPENED_GOODS, at, inventory) : [];
  const documents = new Map(
    opened.map((goods) => [keyOf(goods.item_fk, goods.batch_number, goods.expire_date), goods.document]),
  );
  return rows.flatMap(({ at: row, cells }) => {
    const document = documents.get(keyOf(cells['item'], cells['batch_number'], cells['expire_date']));
    if (document === undefined) return [];
    return [{ at: row, column: 'item', message: 'import_goods_there', params: { document } }];
  });
}
