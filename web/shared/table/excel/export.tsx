/** Print and Excel of all matching rows, with the shown columns. */
import type { ReactNode } from 'react';
import { objectsOf } from '../../../../domain/values/members.ts';
import type { QueryValue } from '../../api/client.ts';
import { fetchAll, fetchRows, type ListPage, type ListParams, type Row } from '../../api/list.ts';
import { say } from '../../language/language.ts';
import { fieldLabel } from '../../language/names.ts';
import { notifyProblem, notifySuccess } from '../../notify/notify.ts';
import { ManyPages, usePageLimit } from '../../paper/many-pages.tsx';
import { useMe } from '../../session/session.ts';
import { cellText, isNumeric } from '../cell.tsx';
import type { HeadedColumn } from '../columns.ts';
import type { Table } from '../declaration.ts';
import { inTableOrder, paramsOfSelected } from '../selected-rows.ts';
import type { TableSearch } from '../table-search.ts';
import type { Sheet, SheetColumn } from './excel-sheet.ts';

/** Downloads the rows as an Excel file, of documents with their goods on a second sheet; `read` adds parameters. */
export async function exportExcel(
  table: Table,
  columns: readonly HeadedColumn[],
  read: (extra: Readonly<Record<string, QueryValue>>) => Promise<ListPage>,
): Promise<void> {
  try {
    const [page, { downloadExcel }] = await Promise.all([
      read(table.isDocument ? { with_lines: 1 } : {}),
      import('./excel.ts'),
    ]);
    const lines = linesSheet(page.data);
    const words = { yes: say('table:yes'), no: say('table:no') };
    await downloadExcel({
      name: say(table.title),
      columns: columns.map((column) => ({ heading: column.heading, kind: sheetKind(column) })),
      rows: page.data.map((row) => columns.map((column) => sheetText(column, row, words))),
      ...(table.footer && page.footer ? { footer: footerTexts(table, columns, page) } : {}),
      ...(lines ? { further: lines } : {}),
    });
    notifySuccess(say('table:export_complete'));
  } catch (problem) {
    notifyProblem(problem);
  }
}

const LINE_FIELDS = [
  'item_fk',
  'unit_fk',
  'quantity',
  'bonus_quantity',
  'price',
  'batch_number',
  'expire_date',
  'of_batch',
] as const;
const NUMBERS = new Set(['quantity', 'bonus_quantity', 'price', 'of_batch']);
const NAMES: Readonly<Record<string, string>> = { item_fk: 'item_name', unit_fk: 'unit_name' };

/** The goods of documents, a line of several batches once for each; undefined where there are none. */
export function linesSheet(documents: readonly Row[]): Sheet['further'] | undefined {
  const rows = documents.flatMap((document) =>
    objectsOf(document['lines']).map((line) => [
      ...[document['number'], document['date']].map((value) => String(value ?? '')),
      ...LINE_FIELDS.map((field) => String(line[NAMES[field] ?? field] ?? '')),
    ]),
  );
  if (rows.length === 0) return undefined;
  const kindOf = (field: string): SheetColumn['kind'] =>
    NUMBERS.has(field) ? 'number' : field.includes('date') ? 'date' : 'text';
  const columns = ['number', 'date', ...LINE_FIELDS].map((field) => ({
    heading: field === 'of_batch' ? say('table:lines.of_batch') : fieldLabel(field),
    kind: kindOf(field),
  }));
  return { name: say('table:lines.sheet'), columns, rows };
}

/** Selected rows as a page, in the order of the table; the list's totals do not apply to them. */
export async function pageOfRows(table: Table, ids: readonly number[], params: ListParams): Promise<ListPage> {
  const data = inTableOrder(table, params, await fetchRows(table.endpoint, ids, paramsOfSelected(params)));
  const only = { per_page: data.length, current_page: 1, last_page: 1, total: data.length, footer: null, params: {} };
  return { ...only, data, model: table.endpoint, hidden_columns: '', layout: null };
}

function sheetKind(column: HeadedColumn): 'text' | 'number' | 'date' {
  return isNumeric(column) ? 'number' : column.kind === 'date' ? 'date' : 'text';
}

function sheetText(column: HeadedColumn, row: Row, words: { yes: string; no: string }): string {
  return column.kind === 'date' ? String(row[column.field] ?? '') : cellText(column, row, words);
}

function footerTexts(table: Table, columns: readonly HeadedColumn[], page: ListPage): string[] {
  return columns.map(({ field }, index) => {
    if (table.footer?.includes(field)) return page.footer?.[field] ?? '';
    return index === 0 ? say('table:total') : '';
  });
}

/** Prints all matching rows, or those with the given ids; `ask` must be rendered: it asks before many pages. */
export function usePrint(
  table: Table,
  columns: readonly HeadedColumn[],
  params: ListParams,
  search: TableSearch,
): { readonly print: () => void; readonly printRows: (ids: readonly number[]) => void; readonly ask: ReactNode } {
  const me = useMe();
  const limit = usePageLimit();
  const printPage = async (reading: Promise<ListPage>, narrowed: TableSearch): Promise<void> => {
    try {
      const [page, { listLaidOut }, { printLaidOut }] = await Promise.all([
        reading,
        import('./print-list.ts'),
        import('../../paper/printing/print-paper.ts'),
      ]);
      const laidOut = await listLaidOut({ table, columns, page, search: narrowed, me });
      limit.ask(laidOut.pages, () => printLaidOut(laidOut));
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  return {
    print: () => void printPage(fetchAll(table.endpoint, params), search),
    printRows: (ids) => void printPage(pageOfRows(table, ids, params), {}),
    ask: <ManyPages limit={limit} />,
  };
}
