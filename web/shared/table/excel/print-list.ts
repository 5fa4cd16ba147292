/** A list on paper: the shown columns of all matching rows, the filters, and the totals. */
import type { ListPage, Row } from '../../api/list.ts';
import { recordName } from '../../api/lookup.ts';
import { say } from '../../language/language.ts';
import { fetchReportLook, isShortColumn, tableLaidOut } from '../../paper/lay-out-table.ts';
import type { LaidOut } from '../../paper/printing/print-paper.ts';
import type { PrintedFact, PrintedReport } from '../../paper/printing/printed-report.ts';
import type { Me } from '../../session/session.ts';
import { type DigitShape, shapeDigits } from '../../typing/digits.ts';
import { formatDecimal } from '../../typing/number-format.ts';
import { cellText, decimalsOf, isNumeric } from '../cell.tsx';
import type { HeadedColumn } from '../columns.ts';
import type { Table } from '../declaration.ts';
import { filterLabel, filterOf, filterWords, recordOfFilter } from '../filter-words.ts';
import { filtersOf, type TableSearch } from '../table-search.ts';

export interface ListOnPaper {
  readonly table: Table;
  readonly columns: readonly HeadedColumn[];
  readonly page: ListPage;
  /** The address of the list; empty for selected rows. */
  readonly search: TableSearch;
  readonly me: Pick<Me, 'user_name' | 'system_currency' | 'currencies'>;
}

export async function listLaidOut(list: ListOnPaper): Promise<LaidOut> {
  const { search, me } = list;
  const outlet = filtersOf(search)['outlet_fk'];
  const isOne = outlet !== undefined && /^\d+$/.test(outlet);
  const look = await fetchReportLook('list', isOne ? outlet : undefined);
  const printed = printedList(list, await factsOf(list), look.template.digits);
  return tableLaidOut(printed, look, me.user_name);
}

/** Pictures stay on the screen, and columns without any value. */
export function printedList(
  { table, columns, page, me }: ListOnPaper,
  facts: readonly PrintedFact[],
  digits: DigitShape,
): PrintedReport {
  const text = textsFor(me, digits);
  const shown = columns.filter(
    (column) => column.kind !== 'pictures' && page.data.some((row) => text(column, row) !== ''),
  );
  const totals = shown.map((column, index) => {
    const { field } = column;
    if (table.footer?.includes(field)) return totalText(column, page.footer?.[field], { ...me, digits });
    return index === 0 ? say('table:total') : '';
  });
  return {
    paper: 'list',
    title: say(table.title),
    facts: [...facts, { label: say('table:rows'), value: formatDecimal(String(page.data.length), { digits }) }],
    columns: shown.map((column) => ({
      heading: column.heading,
      isFigure: isNumeric(column),
      isName: column.main === true,
      isShort: SHORT_KINDS.has(column.kind) && isShortColumn(page.data, (row) => text(column, row)),
    })),
    rows: page.data.map((row) => ({ cells: shown.map((column) => text(column, row)) })),
    totals: table.footer && page.footer ? totals : undefined,
    sums: [],
  };
}

const SHORT_KINDS: ReadonlySet<HeadedColumn['kind']> = new Set(['code', 'date', 'moment', 'time', 'status']);

const DAY_OR_TIME: ReadonlySet<HeadedColumn['kind']> = new Set(['date', 'moment', 'time']);

/** The text of a cell as the screen shows it. */
function textsFor(me: ListOnPaper['me'], digits: DigitShape): (column: HeadedColumn, row: Row) => string {
  const words = { yes: say('table:yes'), no: say('table:no') };
  return (column, row) => {
    const value = cellText(column, row, words);
    if (column.kind === 'amount') {
      const decimals = decimalsOf(column, row, me);
      return formatDecimal(value, { digits, decimals, decimalsMin: decimals });
    }
    if (isNumeric(column)) return formatDecimal(value, { digits });
    return DAY_OR_TIME.has(column.kind) ? shapeDigits(value, digits) : value;
  };
}

/** A column without a currency shows the decimals of its total. */
function totalText(
  column: HeadedColumn,
  value: string | null | undefined,
  { system_currency, digits }: ListOnPaper['me'] & { readonly digits: DigitShape },
): string {
  const { decimals } = system_currency;
  const exact = column.kind === 'amount' && column.currency === 'system' ? { decimals, decimalsMin: decimals } : {};
  return formatDecimal(value, { digits, ...exact });
}

async function factsOf({ table, search }: ListOnPaper): Promise<readonly PrintedFact[]> {
  const given = Object.entries(filtersOf(search)).map(([field, value]) => ({ filter: filterOf(table, field), value }));
  const values = await Promise.allSettled(
    given.map(({ filter, value }) => {
      const record = recordOfFilter(filter, value);
      return record ? recordName(record.resource, record.id) : filterWords(filter, value);
    }),
  );
  const asked = given.map(({ filter, value }, index) => {
    const words = values[index];
    // A name that cannot be read leaves its number.
    return { label: filterLabel(filter), value: words?.status === 'fulfilled' ? words.value : `#${value}` };
  });
  return [...(search.search ? [{ label: say('table:search'), value: search.search }] : []), ...asked];
}
