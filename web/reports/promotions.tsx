/** What was sold under each promotion, before and after discounts, and what the promotion gave. */
import type { Row } from '../shared/api/list.ts';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, figureColumn, named, summed } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';

interface PromotionRow extends Row {
  readonly promotion_fk: number;
  readonly promotion_name: string | null;
  readonly key: string;
  readonly name: string | null;
}

interface Promotions {
  readonly position: string;
  readonly data: readonly PromotionRow[];
  readonly totals: Readonly<Record<string, string | null>>;
  readonly earlier: Readonly<Record<string, string>>;
}

const nameOf = ({ promotion_name, promotion_fk }: PromotionRow) =>
  promotion_name ?? `${say('report:documents.promotion')} #${promotion_fk}`;

/** The promotion leads to its months; the month or outlet stands beside it. */
const nameColumns = (search: ReportSearch): readonly ReportColumn<PromotionRow>[] => {
  const { group } = search;
  const isWhole = group !== 'month' && group !== 'outlet';
  const months = { ...carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']), group: 'month' };
  return [
    named({ name: 'promotion', label: 'report:columns.promotion', width: '190px', text: nameOf }, () =>
      isWhole ? { to: '/reports/promotions', search: months } : undefined,
    ),
    ...(isWhole
      ? []
      : [
          {
            ...{ name: 'part', label: `report:columns.of_${group}`, width: '110px' },
            text: ({ key, name }: PromotionRow) => name ?? key,
          },
        ]),
  ];
};

export const Report = reportScreen<Promotions, PromotionRow>({
  endpoint: 'reports/promotions',
  title: 'names:promotions_report',
  filters: [...PERIOD, choice('group', 'promotion', 'month', 'outlet')],
  paged: true,
  rows: ({ data }) => data,
  rowKey: ({ promotion_fk, key }) => `${promotion_fk} ${key}`,
  columns: (answer, { search, currency }) => {
    const total = (name: string) => summed(answer, name);
    // Left out where nobody gave any.
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
