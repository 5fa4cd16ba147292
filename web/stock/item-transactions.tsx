/** The stock ledger of an item in order of effect, with what was on hand after each line. */
import { say } from '../shared/language/language.ts';
import {
  amountColumn,
  dateColumn,
  documentColumn,
  eventColumns,
  figureColumn,
  type Recorded,
} from '../shared/report/columns.tsx';
import { AS_AT, FROM, KNOWN_AT } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

interface MovementRow extends Recorded {
  readonly party_name: string | null;
  readonly inventory_name: string | null;
  readonly quantity: string;
  readonly quantity_after: string;
  readonly value_after: string | null;
}

interface Level {
  readonly quantity: string;
  readonly value: string | null;
}

interface ItemTransactions {
  readonly data: readonly MovementRow[];
  readonly position: string;
  readonly item_name: string | null;
  readonly opening: Level;
  readonly closing: Level;
}

export const ItemTransactionsReport = reportScreen<ItemTransactions, MovementRow>({
  endpoint: 'reports/item_transactions',
  title: 'stock:item_transactions',
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
    `${row.position}-${row.cause_position}-${row.effective_date}-${row.quantity}-${row.quantity_after}-${row.value_after}`,
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
      ...(seesCost ? [amountColumn<MovementRow>('value', currency)] : []),
      figureColumn('quantity_after'),
      ...(seesCost ? [amountColumn<MovementRow>('value_after', currency)] : []),
      ...eventColumns<MovementRow>(),
    ];
  },
});

function levelRow(label: string, { quantity, value }: Level): Readonly<Record<string, string>> {
  return { label, quantity_after: quantity, ...(value === null ? {} : { value_after: value }) };
}
