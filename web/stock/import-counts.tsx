/** Imports counted quantities from a spreadsheet: a line for each item, with its batches and shelves. */
import type { ReadLine } from '../../domain/imports/import-format.ts';
import { isNamed, isSameBatch } from '../../domain/values/batch.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { fetchItemsOf } from '../catalogue/priced-items.ts';
import type { Row } from '../shared/api/list.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { packBatches } from '../shared/document/model/goods/batches.ts';
import { unitsOf } from '../shared/document/model/goods/items.ts';
import { rememberRow } from '../shared/document/model/known-names.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { ImportLinesButton } from '../shared/import/import-lines-button.tsx';
import { pasteLines } from '../shared/import/paste-lines.ts';

export function ImportCounts({ session }: { session: DocumentSession }) {
  if (!session.editable) return null;
  return (
    <ImportLinesButton
      format="count_lines"
      permission="inventory_adjustments/import"
      onLines={async (lines) => {
        const items = await fetchItemsOf([...new Set(lines.map(({ item_fk }) => item_fk))]);
        for (const item of items.values()) rememberRow('items', item);
        pasteLines(session, countedLines(lines, items));
      }}
    />
  );
}

/** A line contains the whole stock of an item, so the rows of an item are added to one line, in its base unit. */
function countedLines(lines: readonly ReadLine[], items: ReadonlyMap<number, Row>): Fields[] {
  return [...Map.groupBy(lines, ({ item_fk }) => item_fk)].map(([item_fk, own]): Fields => {
    const units = unitsOf(items.get(item_fk));
    const base = units.find(({ is_base }) => is_base)?.unit_fk ?? null;
    const inBase = (rows: readonly ReadLine[]) =>
      printQuantity(
        toQuantity(
          rows.reduce((sum, row) => {
            const held = units.find(({ unit_fk }) => unit_fk === row.unit_fk);
            if (!held) throw new RangeError(`unit ${row.unit_fk} of item ${item_fk} was not found`);
            return sum + inBaseUnits(quantity(row.quantity), quantity(held.base_unit_qty));
          }, 0n),
        ),
      );
    const named = own.filter(isNamed);
    const first = named.filter((row, index) => named.findIndex((other) => isSameBatch(row, other)) === index);
    const batches = first.map((row) => ({
      batch_number: row.batch_number,
      expire_date: row.expire_date,
      quantity: inBase(named.filter((other) => isSameBatch(row, other))),
    }));
    const shelves = [...new Set(own.flatMap(({ note }) => note ?? []))].join(', ');
    return {
      item_fk,
      unit_fk: base,
      quantity: inBase(own),
      unit_cost: null,
      batches: packBatches(batches),
      note: shelves === '' ? null : shelves,
    };
  });
}
