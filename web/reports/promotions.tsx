/** Sales under each promotion, before and after discounts, and the promotion's discounts. */
import type { Reads } from '../shared/api/read.ts';
import { say } from '../shared/language/language.ts';
import { monthWords } from '../shared/language/names.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, figureColumn, named, summed } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn, type Target } from '../shared/report/declaration.ts';
import { DocumentLink, documentWords } from '../shared/report/report-links.tsx';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { daysOfMonth } from './sales-groups.ts';

type PromotionRow = Reads['reports/promotions']['data'][number];

const nameOf = ({ promotion_name, promotion_fk }: PromotionRow) =>
  promotion_name ?? `${say('report:documents.promotion')} ${promotion_fk}`;

/** A promotion leads to its months, its month or outlet to the documents in it. */
const partsOf =
  (search: ReportSearch) =>
  (row: PromotionRow): Target | undefined => {
    const group = groupIn(search);
    if (group === 'document') return undefined;
    const requested = carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']);
    const to = { to: '/reports/promotions', search: { ...requested, promotion_fk: row.promotion_fk } };
    if (group === 'month')
      return { ...to, search: { ...to.search, ...daysOfMonth(row.key, search), group: 'document' } };
    if (group === 'outlet') return { ...to, search: { ...to.search, outlet_fk: Number(row.key), group: 'document' } };
    return { ...to, search: { ...to.search, group: 'month' } };
  };

const groupIn = ({ group }: ReportSearch): string => String(group ?? 'promotion');

const nameColumns = (search: ReportSearch): readonly ReportColumn<PromotionRow>[] => {
  const group = groupIn(search);
  const [isWhole, isOfDocuments] = [group === 'promotion', group === 'document'];
  const promotion = { name: 'promotion', label: 'report:columns.promotion', width: '190px', text: nameOf };
  if (isWhole) return [named(promotion, partsOf(search))];
  const words = ({ document_kind: kind, document_id: id, name, key }: PromotionRow) =>
    kind === null || id === null ? monthWords(name ?? key) : documentWords({ kind, id, number: name });
  const part = {
    name: 'part',
    label: isOfDocuments ? 'report:columns.document' : `report:columns.of_${group}`,
    width: isOfDocuments ? '170px' : '110px',
    text: words,
  };
  const document = ({ document_kind: kind, document_id: id, name }: PromotionRow) =>
    kind === null || id === null ? null : <DocumentLink {...{ kind, id }} number={name} />;
  return [promotion, isOfDocuments ? { ...part, cell: document } : named(part, partsOf(search))];
};

const seriesOf = (name: string, column: string, symbol: string) => ({
  name,
  label: say(`report:columns.${column}`, { currency: symbol }),
});

export const Report = reportScreen({
  endpoint: 'reports/promotions',
  title: 'names:promotions_report',
  filters: [
    ...PERIOD,
    choice('group', 'promotion', 'month', 'outlet', 'document'),
    { name: 'promotion_fk', kind: 'lookup', resource: 'promotions', label: 'report:columns.promotion' },
  ],
  paged: true,
  rows: ({ data }) => data,
  rowKey: ({ promotion_fk, key }) => `${promotion_fk} ${key}`,
  chart: ({ data }, { search, currency }) => ({
    title: say('names:promotions_report'),
    of: 'names',
    categories: data.map((row) => ({
      key: `${row.promotion_fk} ${row.key}`,
      label: [nameOf(row), row.name ?? row.key].filter((part) => part !== '').join(' · '),
      target: partsOf(search)(row),
    })),
    series: [
      {
        ...seriesOf('revenue', 'after', currency.symbol),
        tone: 'accent',
        values: data.map((row) => String(row['revenue'] ?? '0')),
      },
      {
        ...seriesOf('given', 'given', currency.symbol),
        tone: 'late',
        values: data.map((row) => String(row['given'] ?? '0')),
      },
    ],
    unit: currency.symbol,
    decimals: currency.decimals,
  }),
  columns: (answer, { search, currency }) => {
    const total = (name: string) => summed(answer, name);
    // Hidden when all are zero.
    const hasOthers = answer?.data.some((row) => row['other_discounts'] !== '0') === true;
    const seesCost = answer !== undefined && answer.totals['cost_of_free'] !== null;
    return [
      ...nameColumns(search),
      figureColumn('documents', { compare: true }),
      figureColumn('quantity', { label: 'report:columns.sold', compare: true }),
      figureColumn('free_quantity', { blankZero: true, ...total('free_quantity') }),
      amountColumn('gross', currency, { label: 'report:columns.before' }),
      amountColumn('given', currency, { blankZero: true, compare: true, ...total('given') }),
      ...(hasOthers ? [amountColumn<PromotionRow>('other_discounts', currency, { blankZero: true })] : []),
      amountColumn('revenue', currency, { label: 'report:columns.after', compare: true }),
      ...(seesCost
        ? [
            amountColumn<PromotionRow>('cost_of_free', currency, { blankZero: true, ...total('cost_of_free') }),
            amountColumn<PromotionRow>('profit', currency, { compare: true }),
            figureColumn<PromotionRow>('margin'),
          ]
        : []),
    ];
  },
});
