/** Receivables and payables by days overdue; a balance links to the party's statement. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Reads } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, figureColumn, named, summed } from '../shared/report/columns.tsx';
import { AS_AT, KNOWN_AT, OUTLET, type ReportColumn, type Target } from '../shared/report/declaration.ts';
import { LINK } from '../shared/report/report-links.tsx';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { useCan } from '../shared/session/session.ts';

const OVERDUE = ['days_0_30', 'days_31_60', 'days_61_90', 'over_90'] as const;
/** Longer overdue amounts have stronger warning colours. */
const AGE_TONES = [
  ['not_due', 'accent'],
  ['days_0_30', 'good'],
  ['days_31_60', 'before'],
  ['days_61_90', 'late'],
  ['over_90', 'bad'],
] as const;
const BUCKETS = ['not_due', 'days_0_30', 'days_31_60', 'days_61_90', 'over_90', 'credit_left'] as const;

type AgeingRow = Reads['reports/customers_ageing']['data'][number];

/** The unallocated credit has another name on screen, because ledger lines already have a credit column. */
const bucketColumn = (bucket: (typeof BUCKETS)[number]) =>
  figureColumn<AgeingRow>(bucket, {
    blankZero: true,
    text: (row) => String(row[bucket === 'credit_left' ? 'credit' : bucket] ?? ''),
  });

/** The date of the customer's last reminder, and a link to a new one. */
const remindedColumn: ReportColumn<AgeingRow> = {
  name: 'reminded_on',
  label: 'report:columns.reminded_on',
  width: '130px',
  sheet: 'date',
  text: (row) => row.reminded_on ?? '',
  cell: (row) => <Remind row={row} />,
};

function Remind({ row: { consumer_id, reminded_on, ...row } }: { row: AgeingRow }) {
  const { t } = useTranslation();
  const can = useCan();
  const isOverdue = OVERDUE.some((bucket) => row[bucket] !== '0');
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {reminded_on && <Day value={reminded_on} />}
      {isOverdue && can('payment_reminders/store') && (
        <Link to="/customers/payment-reminders/new" search={{ customer: consumer_id }} className={`no-print ${LINK}`}>
          {t('parties:reminder.remind')}
        </Link>
      )}
    </span>
  );
}

const ageingOf = (kind: 'customer' | 'supplier') =>
  reportScreen({
    endpoint: `reports/${kind}s_ageing`,
    title: `reports:${kind}s_ageing`,
    filters: [
      AS_AT,
      KNOWN_AT,
      OUTLET,
      { name: 'consumer_id', kind: 'lookup', resource: `${kind}s`, label: `report:filters.${kind}s` },
    ],
    paged: true,
    rows: ({ data }) => data,
    rowKey: (row) => `${row.consumer_id} ${row.currency_fk}`,
    columns: (answer, { search, currency }) => {
      return [
        named(
          { name: 'party', label: 'report:columns.party', text: (row) => row.consumer_name ?? '' },
          statementOf(kind, search),
        ),
        { name: 'currency', label: 'report:columns.currency', text: (row) => row.currency_name ?? '' },
        ...BUCKETS.map(bucketColumn),
        figureColumn('balance', { label: 'report:columns.balance_plain', compare: true }),
        amountColumn('base', currency, summed(answer, 'base')),
        ...(kind === 'customer' ? [remindedColumn] : []),
      ];
    },
    chart: ({ data }, { search, currency }) => {
      // Bars of two currencies are not comparable.
      const rows = data.filter(({ currency_fk }) => currency_fk === currency.currency_id);
      return {
        title: say(`reports:${kind}s_ageing`),
        of: 'names',
        isStacked: true,
        categories: rows.map((row) => ({
          key: String(row.consumer_id),
          label: row.consumer_name ?? '',
          target: statementOf(kind, search)(row),
        })),
        series: AGE_TONES.map(([bucket, tone]) => ({
          name: bucket,
          label: say(`report:columns.${bucket}`),
          tone,
          values: rows.map((row) => String(row[bucket] ?? '0')),
        })),
        unit: currency.symbol,
        decimals: currency.decimals,
      };
    },
    explains: ({ column, row, place }) => {
      const of = column === 'credit_left' ? 'credit' : column;
      if (place === 'total') return { figure: { of } };
      return row && { figure: { consumer_id: row.consumer_id, currency_fk: row.currency_fk, of } };
    },
  });

const statementOf =
  (kind: 'customer' | 'supplier', search: ReportSearch) =>
  ({ consumer_id, currency_fk }: AgeingRow): Target => ({
    to: `/reports/${kind}-statements`,
    search: { consumer_id, currency_fk, ...carried(search, ['as_at', 'known_at', 'outlet_fk']) },
  });

export const CustomersAgeing = ageingOf('customer');
export const SuppliersAgeing = ageingOf('supplier');
