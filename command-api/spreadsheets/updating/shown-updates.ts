/** What the rows of a file do to records that are there, in the language of the request: each changed cell, old and new. */
import type { ImportColumn, ImportRequest, RowUpdate } from '../../../domain/imports/import-format.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import type { Language } from '../../../domain/values/language.ts';
import { importWord } from '../../../languages/headings/import-words.ts';
import type { Checked } from '../check.ts';
import type { RowOfRecord } from './check-updates.ts';

/** Rows with problems that no record explains are left out. */
export function shownUpdates(
  { updates, lost, ready, names, chosen }: Checked,
  rows: ImportRequest['rows'],
  format: RecordFormat,
  language: Language,
): readonly RowUpdate[] {
  if (chosen.key === undefined) return [];
  const columns = new Map(format.columns.map((column) => [column.name, column]));
  const fresh = new Set(ready.map(({ at }) => at));
  const textOf = (column: ImportColumn, value: unknown): string | null => {
    if (value === null || value === undefined || value === '') return null;
    if (column.kind === 'yes_no') return importWord(language, 'value', value === true ? 'yes' : 'no') ?? String(value);
    if (column.kind === 'option') return importWord(language, 'value', String(value)) ?? String(value);
    if (column.kind !== 'reference') return String(value);
    return names.nameOf(column.resource ?? '', Number(value)) ?? null;
  };
  const changesOf = ({ amendment }: RowOfRecord, cells: Readonly<Record<string, string>>): RowUpdate['changes'] =>
    amendment.cells.flatMap(({ column: name, from, to }) => {
      const column = columns.get(name);
      if (!column) return [];
      // A record that is created first has no name yet but that of the cell.
      return [
        {
          column: name,
          from: textOf(column, from),
          to: textOf(column, to) ?? (to === null ? null : (cells[name] ?? null)),
        },
      ];
    });
  return rows.flatMap(({ row, cells }, at): RowUpdate[] => {
    const record = updates?.get(at);
    const nothing = { row, id: null, title: null, revision: null, changes: [] };
    if (record) {
      const { id, title, revision, isSame } = record;
      return [
        { row, is: isSame ? 'same' : 'changed', id, title, revision, changes: isSame ? [] : changesOf(record, cells) },
      ];
    }
    const is = lost.get(at) ?? (fresh.has(at) ? 'new' : undefined);
    return is === undefined ? [] : [{ ...nothing, is }];
  });
}
