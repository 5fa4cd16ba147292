/** The tax of a period: taxable amounts, output and input tax, tax payable, and a link to its payment. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Reads } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { explainedIn } from '../shared/explain/explained-columns.tsx';
import { say } from '../shared/language/language.ts';
import { monthWords } from '../shared/language/names.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, named, summed } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn } from '../shared/report/declaration.ts';
import { PERCENTAGE } from '../shared/report/linked-filters.ts';
import { DocumentLink, documentWords, LINK } from '../shared/report/report-links.tsx';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { useCan } from '../shared/session/session.ts';

type Tax = Reads['reports/tax'];
type TaxRow = Tax['data'][number];

/** `5 % · Sales tax`; lines without a document line have no percentage. */
const taxName = ({ key, name }: TaxRow): string => {
  if (key === '') return say('reports:tax_without_percentage');
  return name === null ? `${key} %` : `${key} % · ${name}`;
};

const documentOf = ({ document_kind, document_id, name }: TaxRow) => ({
  kind: document_kind ?? '',
  id: document_id ?? 0,
  number: name,
});

function keyColumn(search: ReportSearch): ReportColumn<TaxRow> {
  const { group = 'tax' } = search;
  const period = carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']);
  const width = '190px';
  if (group === 'document') {
    return {
      name: 'document',
      label: 'report:columns.document',
      width,
      text: (row) => documentWords(documentOf(row)),
      cell: (row) => <DocumentLink {...documentOf(row)} />,
    };
  }
  if (group === 'tax') {
    return named({ name: 'rate', label: 'report:columns.rate', width, text: taxName }, ({ key }) =>
      key === '' ? undefined : { to: '/reports/tax', search: { ...period, group: 'document', percentage: key } },
    );
  }
  return {
    name: 'part',
    label: `report:columns.of_${group === 'month' ? 'month' : 'outlet'}`,
    width,
    text: ({ key, name }) => monthWords(name ?? key),
  };
}

const ENDPOINT = 'reports/tax';

export const Report = reportScreen({
  endpoint: ENDPOINT,
  title: 'names:tax_report',
  filters: [...PERIOD, choice('group', 'tax', 'month', 'outlet', 'document'), PERCENTAGE],
  paged: true,
  rows: ({ data }) => data,
  rowKey: ({ key }) => key,
  above: (answer, { search }) => <Payable {...answer} search={search} />,
  columns: (answer, { search, currency }) => {
    const figure = (name: string) =>
      amountColumn<TaxRow>(name, currency, {
        label: `report:columns.tax_${name}`,
        blankZero: true,
        compare: true,
        ...summed(answer, name),
      });
    return [keyColumn(search), ...['output_base', 'output', 'input_base', 'input', 'payable', 'paid'].map(figure)];
  },
  explains: ({ column: of, row, place }) => {
    if (place === 'total') return { figure: { of } };
    return row && { figure: { key: row.key || 'none', of } };
  },
});

/** The amount payable at the end of the period, and its derivation. */
function Payable({ totals, search, position }: Tax & { readonly search: ReportSearch }) {
  const { t } = useTranslation();
  const can = useCan();
  // Payments of tax have no percentage.
  if (search['percentage'] !== undefined) return null;
  const figures = [
    ['opening', totals['opening']],
    ['payable', totals['payable']],
    ['paid', totals['paid']],
    ['closing', totals['closing']],
  ] as const;
  const of = { ...carried(search, ['from', 'as_at', 'outlet_fk']) };
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-2 px-4 pb-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-1 rounded-lg border border-edge bg-surface-1 px-4 py-2 shadow-card">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-muted">{t(`reports:tax_figures.${name}`)}</dt>
            <dd className={name === 'closing' ? 'text-lg font-semibold' : ''}>
              <Link className={LINK} {...explainedIn({ endpoint: ENDPOINT }, { position }, search, { of: name })}>
                <Amount value={value} />
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      {can('tax_payments/store') && !(totals['closing'] ?? '0').startsWith('-') && totals['closing'] !== '0' && (
        <Link
          to="/accounting/tax-payments/new"
          search={{ ...of, amount: totals['closing'] }}
          className={`${LINK} no-print`}
        >
          {t('reports:pay_tax')}
        </Link>
      )}
    </div>
  );
}
