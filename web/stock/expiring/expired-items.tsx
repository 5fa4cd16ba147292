/** Batches that have expired or soon will, with supplier, price and value, and a desk for what is done with marked ones. */
import { useTranslation } from 'react-i18next';
import { Day } from '../../shared/controls/amount.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { say } from '../../shared/language/language.ts';
import { carried } from '../../shared/report/address.ts';
import { amountColumn, figureColumn, inUnitsColumn, named, summed } from '../../shared/report/columns.tsx';
import { AS_AT, choice, KNOWN_AT, type ReportColumn } from '../../shared/report/declaration.ts';
import { reportScreen } from '../../shared/report/report-screen.tsx';
import type { ReportSearch } from '../../shared/report/report-search.ts';
import { ExpiryDesk } from './desk.tsx';
import { type ExpiringRow, keyOf } from './drafts.ts';
import { mark, useMarks } from './marks.ts';

const lookup = (name: string, resource: string) =>
  ({ name, kind: 'lookup', resource, label: `report:filters.${resource}` }) as const;

/** The rows of an earlier day, or as known earlier, are no goods to do something with. */
const isNow = (search: ReportSearch): boolean => search['as_at'] === undefined && search['known_at'] === undefined;

const TONES = { expired: 'danger', expires_soon: 'warning' } as const;

export const Report = reportScreen({
  endpoint: 'reports/expired_items',
  title: 'names:expired_items',
  filters: [
    AS_AT,
    KNOWN_AT,
    { ...lookup('inventory_fk', 'inventories'), label: 'report:filters.inventory' },
    { ...lookup('item_fk', 'items'), label: 'report:filters.item' },
    lookup('supplier_fk', 'suppliers'),
    choice('show', 'all', 'expired', 'expires_soon'),
  ],
  paged: true,
  rows: ({ data }) => data,
  rowKey: keyOf,
  above: ({ data }, { search }) => (isNow(search) ? <ExpiryDesk rows={data} /> : null),
  columns: (answer, { search, currency }) => [
    ...(isNow(search) ? [MARK] : []),
    ...goodsColumns(search),
    ...SUPPLIER,
    ...(answer?.totals.value === null
      ? []
      : [amountColumn<ExpiringRow>('value', currency, { compare: true, ...summed(answer, 'value') })]),
  ],
  // Rows have links to their movements and their recall.
  explains: () => undefined,
});

const MARK: ReportColumn<ExpiringRow> = {
  name: 'mark',
  label: 'report:columns.mark',
  width: '70px',
  isOnScreenOnly: true,
  text: () => '',
  cell: (row) => <MarkBox row={row} />,
};

function MarkBox({ row }: { readonly row: ExpiringRow }) {
  const { t } = useTranslation();
  const batch = [row.item_name, row.batch_number].filter(Boolean).join(' · ');
  return (
    <input
      type="checkbox"
      checked={useMarks().has(keyOf(row))}
      aria-label={t('stock:expiring.mark', { batch })}
      onChange={(event) => mark([row], event.target.checked)}
      className="size-4 align-middle accent-accent"
    />
  );
}

function goodsColumns(search: ReportSearch): readonly ReportColumn<ExpiringRow>[] {
  const times = carried(search, ['as_at', 'known_at']);
  return [
    named({ name: 'item', label: 'report:columns.item', text: (row) => row.item_name ?? '' }, (row) => ({
      to: '/reports/item-transaction',
      search: { item_fk: row.item_fk, inventory_fk: row.inventory_fk, ...times },
    })),
    text('code', 'item_code', { width: '130px', isMinor: true }),
    named(
      {
        name: 'batch_number',
        label: 'report:columns.batch_number',
        width: '140px',
        text: (row) => row.batch_number ?? '',
      },
      ({ item_fk, batch_number }) =>
        batch_number === null ? undefined : { to: '/reports/batch-recall', search: { item_fk, batch_number } },
    ),
    {
      name: 'expire_date',
      label: 'report:columns.expire_date',
      sheet: 'date',
      width: '110px',
      text: (row) => row.expire_date,
      cell: (row) => <Day value={row.expire_date} />,
    },
    figureColumn('days_left'),
    {
      name: 'state',
      label: 'report:columns.state',
      width: '170px',
      text: (row) =>
        stateWords(row)
          .map(({ label }) => label)
          .join(', '),
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1">
          {stateWords(row).map(({ label, tone }) => (
            <StatusChip key={label} tone={tone} label={label} />
          ))}
        </span>
      ),
    },
    text('inventory', 'inventory_name', { width: '150px' }),
    figureColumn('quantity'),
    inUnitsColumn((row) => row.in_units),
  ];
}

/** A batch may be held besides. */
const stateWords = ({ state, hold_type }: ExpiringRow) => [
  { label: say(`report:expiry.${state}`), tone: TONES[state] },
  ...(hold_type === null ? [] : [{ label: say(`report:expiry.${hold_type}`), tone: 'danger' as const }]),
];

const text = (
  name: string,
  field: keyof ExpiringRow,
  more: Partial<ReportColumn<ExpiringRow>> = {},
): ReportColumn<ExpiringRow> => ({
  name,
  label: `report:columns.${name}`,
  text: (row) => String(row[field] ?? ''),
  ...more,
});

const SUPPLIER: readonly ReportColumn<ExpiringRow>[] = [
  text('supplier', 'supplier_name', { width: '160px' }),
  figureColumn('price'),
  text('currency', 'currency_name', { width: '90px', isMinor: true }),
  text('unit', 'unit_name', { width: '90px', isMinor: true }),
];
