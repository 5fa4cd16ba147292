/** The stock ledger of an item in effective order, with the quantity on hand after each line. */
import type { Reads } from '../shared/api/read.ts';
import { say } from '../shared/language/language.ts';
import {
  amountColumn,
  dateColumn,
  documentColumn,
  eventColumns,
  figureColumn,
  inUnitsColumn,
} from '../shared/report/columns.tsx';
import { AS_AT, FROM, KNOWN_AT } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import { signOf } from '../shared/typing/number-format.ts';

type ItemTransactions = Reads['reports/item_transactions'];
type MovementRow = ItemTransactions['data'][number];
type Level = ItemTransactions['opening'];

/** Columns with the level after a line. */
const BALANCES: Readonly<Record<string, string>> = { quantity_after: 'balance', value_after: 'balance_value' };

export const ItemTransactionsReport = reportScreen({
  endpoint: 'reports/item_transactions',
  title: 'names:item_transactions',
  subject: ({ item_name }) => item_name ?? '',
  filters: [
    { name: 'item_fk', kind: 'lookup', resource: 'items', label: 'report:filters.item', required: true },
    { name: 'inventory_fk', kind: 'lookup', resource: 'inventories', label: 'report:filters.inventory' },
    FROM,
    AS_AT,
    KNOWN_AT,
  ],
  ask: { parameter: 'item_fk', text: 'stock:choose_item' },
  paged: true,
  rows: ({ data }) => data,
  rowKey: (row) =>
    `${row.position}-${row.cause_position}-${row.effective_date}-${row.quantity}-${row.quantity_after}-${row.value_after}-${row.inventory_fk}-${row.kind}`,
  before: ({ opening }, { search }) =>
    search['from'] === undefined ? undefined : levelRow(say('report:opening'), opening),
  after: ({ closing }) => levelRow(say('report:closing'), closing),
  figures: ({ closing: { quantity, value } }, { currency }) => [
    { name: 'quantity', label: say('report:columns.quantity_after'), value: quantity },
    ...(value === null
      ? []
      : [{ name: 'value', label: say('report:columns.value_after', { currency: currency.symbol }), value }]),
  ],
  columns: (answer, { currency }) => {
    const seesCost = answer?.closing.value !== null;
    return [
      dateColumn(),
      documentColumn(),
      { name: 'party', label: 'report:columns.party', text: (row) => row.party_name ?? '' },
      { name: 'inventory', label: 'report:columns.inventory', text: (row) => row.inventory_name ?? '' },
      figureColumn('quantity', { blankZero: true }),
      // Only where goods of the item were delivered later than they were sold.
      ...(answer?.data.some(({ undelivered }) => signOf(undelivered) !== 0)
        ? [figureColumn<MovementRow>('undelivered', { blankZero: true })]
        : []),
      ...(seesCost ? [amountColumn<MovementRow>('value', currency)] : []),
      figureColumn('quantity_after'),
      inUnitsColumn(({ in_units }) => in_units),
      ...(seesCost ? [amountColumn<MovementRow>('value_after', currency)] : []),
      ...eventColumns<MovementRow>(),
    ];
  },
  explains: ({ column, row, place }, { item_fk }) => {
    const of = BALANCES[column];
    if (place !== 'row') {
      const at = place === 'before' ? 'opening' : 'closing';
      return of === undefined || place === 'total' ? undefined : { figure: { of: of.replace('balance', at) } };
    }
    if (!row || (of === undefined && column !== 'quantity' && column !== 'value')) return undefined;
    const { position, line_no, cause_position, inventory_fk } = row;
    if (of === undefined)
      return { line: { source: 'stock', position, line_no, cause_position, item_fk, inventory_fk } };
    return { figure: { of, line: `${position}-${cause_position}-${line_no}` } };
  },
});

function levelRow(label: string, { quantity, value }: Level): Readonly<Record<string, string>> {
  return { label, quantity_after: quantity, ...(value === null ? {} : { value_after: value }) };
}
