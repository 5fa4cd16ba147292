/** The derivation of a commission: every sale, delivered order and return, the basis, and its slices. */

import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CommissionPeriod } from '../../domain/sales/commission/commission-periods.ts';
import { commissionOf, type Slice } from '../../domain/sales/commission/commission-slices.ts';
import { add, type Money, money, negate, printMoney, toMoney } from '../../domain/values/money.ts';
import { readPage } from '../shared/api/read.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { EmptyState } from '../shared/controls/states.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { optionLabel } from '../shared/language/names.ts';
import { usePreferences } from '../shared/language/preferences.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { useCan, useMe } from '../shared/session/session.ts';
import { formatDecimal } from '../shared/typing/number-format.ts';

interface Source {
  /** Stream of the sale, order or return. */
  readonly source: string;
  readonly amount: string;
}

export function CommissionSources({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { data } = useSessionState(session).server ?? {};
  if (data && data['commission_type'] === 'gross_profit' && !can('items/show_cost')) {
    return <EmptyState title={t('sales:profit_hidden')} />;
  }
  if (!data) return <EmptyState title={t('sales:not_counted')} text={t('sales:not_counted_text')} />;
  const sources = listThatFits<Source>(data['sources'], {});
  return (
    <div className="flex flex-wrap gap-4 p-4">
      <Sources sources={sources} basis={String(data['commission_type'])} />
      <Counted data={data} />
    </div>
  );
}

function Sources({ sources, basis }: { sources: readonly Source[]; basis: string }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const numberOf = useNumbers(sources);
  if (sources.length === 0) return <EmptyState title={t('sales:nothing_sold')} />;
  return (
    <table className="min-w-72 grow basis-72 self-start">
      <thead>
        <tr className="border-b border-edge text-xs text-ink-muted">
          <th scope="col" className="py-1.5 font-medium">
            {t('sales:counted_documents')}
          </th>
          <th scope="col" className="number-head py-1.5 font-medium">
            {optionLabel('commission_type', basis)} ({system_currency.symbol})
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, amount }) => {
          const [kind = '', id] = source.split('-');
          return (
            <tr key={source} className="h-(--row-height) border-b border-edge last:border-0">
              <td>
                <DocumentLink kind={kind} id={Number(id)} number={numberOf(source)} />
              </td>
              <td className="number-cell">
                <Amount value={amount} decimals={system_currency.decimals} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The limit of one list request; further documents are shown by stream. */
const NAMED_MAX = 200;

/** Numbers of the documents that the person may list. */
function useNumbers(sources: readonly Source[]): (source: string) => string | null {
  const can = useCan();
  const idsOf = (kind: string) =>
    sources.flatMap(({ source }) => (source.startsWith(`${kind}-`) ? [source.slice(kind.length + 1)] : []));
  const requested = [
    { kind: 'sale', resource: can('sales/index') ? 'sales' : 'salesman_sales', listedWith: 'index' },
    { kind: 'sale_return', resource: 'sale_returns', listedWith: 'index' },
    { kind: 'online_order', resource: 'online_orders', listedWith: 'show' },
  ];
  const lists = useQueries({
    queries: requested.map(({ kind, resource, listedWith }) => ({
      queryKey: [resource, 'numbers', ...idsOf(kind)],
      queryFn: async () => {
        const query = { 'filter[id]': idsOf(kind).slice(0, NAMED_MAX).join(','), per_page: NAMED_MAX };
        return (await readPage(resource, { query })).data;
      },
      enabled: idsOf(kind).length > 0 && can(`${resource}/${listedWith}`),
      meta: { quiet: true },
    })),
  });
  const numbers = new Map<string, string>(
    lists.flatMap(({ data }, index) =>
      (data ?? []).map(
        (row) => [`${requested[index]?.kind}-${String(row['id'])}`, String(row['number'] ?? '')] as const,
      ),
    ),
  );
  return (source) => numbers.get(source) || null;
}

function Counted({ data }: { data: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  const slices = listThatFits<Slice>(data['slices'], {});
  const basis = money(String(data['basis'] ?? '0'));
  const periods = listThatFits<CommissionPeriod>(data['periods'], {});
  return (
    <dl className="flex grow basis-72 flex-col gap-1.5 self-start rounded-lg border border-edge bg-surface-2 p-4">
      <Line label={t('sales:counted_from')}>
        {data['from_date'] ? <Day value={String(data['from_date'])} /> : t('sales:from_the_beginning')}
      </Line>
      <Line label={t('sales:basis')}>
        <Amount value={printMoney(basis)} decimals={decimals} />
      </Line>
      {periods.length === 0 && <Slices slices={slices} basis={basis} />}
      {periods.map((period) => (
        <InPeriod key={period.from_date} period={period} slices={slices} />
      ))}
      <Line label={t('documents:salesman_commission.one')} strong>
        <Amount value={String(data['amount'] ?? '0')} decimals={decimals} />
      </Line>
    </dl>
  );
}

function Slices({ slices, basis }: { slices: readonly Slice[]; basis: Money }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { decimals } = useMe().system_currency;
  return slices.map((slice, index) => (
    <Line
      key={slice.above}
      label={t('sales:slice', { percentage: slice.percentage, above: formatDecimal(slice.above, { digits }) })}
    >
      <Amount value={printMoney(ofSlice(slices, index, basis))} decimals={decimals} />
    </Line>
  ));
}

/** What the salesman sold in a period in all outlets, its slices, and what earlier commissions paid for it. */
function InPeriod({ period, slices }: { period: CommissionPeriod; slices: readonly Slice[] }) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  const whole = add(money(period.counted_before), money(period.basis));
  return (
    <div className="flex flex-col gap-1.5 border-edge border-t pt-1.5">
      <Line label={t('sales:period_from')}>
        <Day value={period.from_date} />
      </Line>
      <Line label={t('sales:period_sum')}>
        <Amount value={printMoney(whole)} decimals={decimals} />
      </Line>
      <Slices slices={slices} basis={whole} />
      <Line label={t('sales:earned_before')}>
        <Amount value={printMoney(negate(money(period.earned_before)))} decimals={decimals} />
      </Line>
    </div>
  );
}

/** The difference that the slice makes. */
function ofSlice(slices: readonly Slice[], index: number, basis: Money): Money {
  const upTo = commissionOf(basis, slices.slice(0, index + 1).concat(slices.slice(index + 1).map(untaken)));
  const before = commissionOf(basis, slices.slice(0, index).concat(slices.slice(index).map(untaken)));
  return toMoney(upTo - before);
}
const untaken = (slice: Slice): Slice => ({ ...slice, percentage: '0' });

function Line({ label, strong, children }: { label: string; strong?: boolean; children: React.ReactNode }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-6 ${strong ? 'mt-1 border-edge border-t-2 pt-2 text-lg font-semibold' : ''}`}
    >
      <dt className={strong ? '' : 'text-ink-muted'}>{label}</dt>
      <dd className="numeric">{children}</dd>
    </div>
  );
}
