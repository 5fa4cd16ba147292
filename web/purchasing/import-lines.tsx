/** Imports purchase lines from a spreadsheet: appended after the existing lines, as one undo step. */
import type { ReadLine } from '../../domain/imports/import-format.ts';
import { fetchItemsOf } from '../catalogue/priced-items.ts';
import type { Fields } from '../shared/document/model/draft.ts';
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
  const rows = lines.map((line): Fields => {
    const { item_fk, unit_fk, quantity, price, bonus_quantity, batch_number, expire_date, note } = line;
    const item = items.get(item_fk);
    const usual = item ? declaration.lineOf(item, draft.header, unit_fk) : {};
    return { ...usual, item_fk, unit_fk, quantity, price, bonus_quantity, batch_number, expire_date, note };
  });
  pasteLines(session, rows);
}
