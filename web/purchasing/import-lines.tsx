/** Imports purchase lines from a spreadsheet: appended after the existing lines, as one undo step. */
import type { ReadLine } from '../../domain/imports/import-format.ts';
import { fetchItemsOf } from '../catalogue/priced-items.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { hasPieces, packBatches } from '../shared/document/model/goods/batches.ts';
import { loadItem } from '../shared/document/model/goods/items.ts';
import { piecesOf } from '../shared/document/model/goods/pieces.ts';
import { rememberRow } from '../shared/document/model/known-names.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { ImportLinesButton } from '../shared/import/import-lines-button.tsx';
import { pasteLines } from '../shared/import/paste-lines.ts';

export function ImportLines({ session }: { session: DocumentSession }) {
  if (!session.editable) return null;
  return (
    <ImportLinesButton
      format="purchase_lines"
      permission="purchases/import"
      onLines={(lines) => addLines(session, lines)}
    />
  );
}

async function addLines(session: DocumentSession, lines: readonly ReadLine[]): Promise<void> {
  const { store, declaration } = session;
  const items = await fetchItemsOf([...new Set(lines.map(({ item_fk }) => item_fk))]);
  for (const item of items.values()) rememberRow('items', item);
  const { draft } = store.state;
  // Whether an item has serial numbers is known of its record.
  await Promise.all([...items.keys()].map(loadItem));
  const rows = lines.map((line): Fields => {
    const { item_fk, unit_fk, quantity, price, bonus_quantity, batch_number, expire_date, note } = line;
    const item = items.get(item_fk);
    const usual = item ? declaration.lineOf(item, draft.header, unit_fk) : {};
    return { ...usual, item_fk, unit_fk, quantity, price, bonus_quantity, batch_number, expire_date, note };
  });
  pasteLines(session, withPieces(rows));
}

/** Each row names one piece of an item with serial numbers: the pieces of one price become one line. */
function withPieces(rows: readonly Fields[]): Fields[] {
  const isPiece = (row: Fields) => hasPieces(row) && typeof row['batch_number'] === 'string' && row['quantity'] === '1';
  const keyOf = ({ item_fk, unit_fk, price, note }: Fields) => JSON.stringify([item_fk, unit_fk, price, note]);
  const pieces = Map.groupBy(rows.filter(isPiece), keyOf);
  return rows.flatMap((row) => {
    if (!isPiece(row)) return [row];
    const own = pieces.get(keyOf(row)) ?? [];
    if (own[0] !== row) return [];
    const batches = packBatches(piecesOf(own.map(({ batch_number }) => String(batch_number))));
    return [{ ...row, quantity: String(own.length), batch_number: null, batches }];
  });
}
