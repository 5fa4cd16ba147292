/** Print and Excel of all matching rows, with the shown columns. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fetchAll, fetchRows, type ListPage, type ListParams, type Row } from '../api/list.ts';
import { say } from '../language/language.ts';
import { notifyProblem, notifySuccess } from '../notify/notify.ts';
import { Cell, cellText, isNumeric, Total } from './cell.tsx';
import type { HeadedColumn } from './columns.ts';
import { idOf, type Table } from './declaration.ts';

/** Downloads the rows as an Excel file. */
export async function exportExcel(
  table: Table,
  columns: readonly HeadedColumn[],
  read: () => Promise<ListPage>,
): Promise<void> {
  try {
    const [page, { downloadExcel }] = await Promise.all([read(), import('./excel.ts')]);
    const words = { yes: say('table:yes'), no: say('table:no') };
    await downloadExcel({
      name: say(table.title),
      columns: columns.map((column) => ({ heading: column.heading, kind: sheetKind(column) })),
      rows: page.data.map((row) => columns.map((column) => sheetText(column, row, words))),
      ...(table.footer && page.footer ? { footer: footerTexts(table, columns, page) } : {}),
    });
    notifySuccess(say('table:export_complete'));
  } catch (problem) {
    notifyProblem(problem);
  }
}

/** Selected rows as a page; the list's totals do not apply to them. */
export async function pageOfRows(endpoint: string, ids: readonly number[]): Promise<ListPage> {
  const data = await fetchRows(endpoint, ids);
  const only = { per_page: data.length, current_page: 1, last_page: 1, total: data.length, footer: null, params: null };
  return { ...only, data, model: endpoint, hidden_columns: null };
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

export interface PrintJob {
  readonly table: Table;
  readonly columns: readonly HeadedColumn[];
  readonly page: ListPage;
}

/** `print()` loads the rows; `sheet` must be rendered and opens the browser's print dialog once. */
export function usePrint(table: Table, columns: readonly HeadedColumn[], params: ListParams) {
  const [job, setJob] = useState<PrintJob>();
  const show = (rows: Promise<ListPage>) =>
    void rows.then((page) => setJob({ table, columns, page })).catch(notifyProblem);
  const print = () => show(fetchAll(table.endpoint, params));
  const printRows = (ids: readonly number[]) => show(pageOfRows(table.endpoint, ids));
  return { print, printRows, sheet: job ? <PrintSheet job={job} onDone={() => setJob(undefined)} /> : null };
}

function PrintSheet({ job, onDone }: { job: PrintJob; onDone: () => void }) {
  const { t } = useTranslation();
  const { table, columns, page } = job;
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [onDone]);
  return createPortal(
    <div className="print-sheet">
      <h1 className="mb-2 text-lg font-semibold">{t(table.title)}</h1>
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} className={`border-b-2 border-edge p-1 ${isNumeric(column) ? 'number-head' : ''}`}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.data.map((row) => (
            <tr key={idOf(table, row)} className="break-inside-avoid">
              {columns.map((column) => (
                <td key={column.field} className={`border-b border-edge p-1 ${isNumeric(column) ? 'number-cell' : ''}`}>
                  <Cell column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {table.footer && page.footer && (
          <tfoot>
            <tr className="font-semibold">
              {columns.map((column) => (
                <td key={column.field} className={`p-1 ${isNumeric(column) ? 'number-cell' : ''}`}>
                  {table.footer?.includes(column.field) && (
                    <Total column={column} value={page.footer?.[column.field]} />
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>,
    document.body,
  );
}
