/** The parts of a figure: other figures, accounts, months, documents, or lines, each with a link to its own parts. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { read } from '../shared/api/read.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { monthWords } from '../shared/language/names.ts';
import { accountName } from '../shared/report/account-name.ts';
import { useReportAddress } from '../shared/report/address.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { RecordedAt, RecordedAtLink } from '../shared/report/recorded-at.tsx';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { useMe } from '../shared/session/session.ts';
import { columnsOf, type Explanation, type Part, type Subject } from './explained-parts.tsx';
import { FACTS, Fact } from './facts.tsx';
import { figureWords, readReference, reportWords } from './figure-words.ts';
import { ledgerOfFigure } from './ledger-of-figure.ts';

export function ExplainScreen() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { search } = address;
  const { system_currency } = useMe();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['explain', search],
    queryFn: ({ signal }) => read('explain', { query: search, signal }),
    placeholderData: keepPreviousData,
    enabled: search['figure'] !== undefined,
    meta: { quiet: true },
  });
  const words = data ? [reportWords(readReference(data.figure)), subjectWords(data.subject)] : [];
  const isChange = data !== undefined && readReference(data.figure).fields['since'] !== undefined;
  return (
    <ReportFrame<Part>
      title={[t(isChange ? 'history:what_changed' : 'history:explain'), ...words.filter((word) => word !== '')].join(
        ' · ',
      )}
      label="history:explain"
      filters={[]}
      address={address}
      columns={data ? columnsOf(data, system_currency) : []}
      rows={data?.data ?? []}
      rowKey={(row) =>
        row.figure ??
        `${row.line?.source}-${row.line?.position}-${row.line?.line_no}-${row.line?.cause_position}-${row.line?.inventory_fk}`
      }
      loaded={data !== undefined}
      ask={search['figure'] === undefined ? t('audit:choose_figure') : undefined}
      askHint={t('audit:choose_figure_hint')}
      error={error}
      onRetry={() => void refetch()}
      dimmed={isPlaceholderData}
      allRows={() => fetchPages('explain', { figure: search['figure'] })}
      pager={<ReportPager page={data} address={address} />}
      actions={data && <LedgerLink {...data} />}
    >
      {data && <Facts explanation={data} />}
    </ReportFrame>
  );
}

function subjectWords({ account_key, account_name, ...names }: Subject): string {
  const { party_name, item_name, inventory_name, outlet_name, cash_name } = names;
  const account = account_key ? accountName(account_key, account_name) : null;
  return [account, party_name, cash_name, item_name, inventory_name, outlet_name]
    .filter((name) => name !== null && name !== undefined)
    .join(' · ');
}

/** A link to the ledger of the figure's account. */
function LedgerLink({ figure, subject }: Explanation) {
  const { t } = useTranslation();
  if (subject.account === null) return null;
  return (
    <Link
      to="/reports/account-ledger"
      search={ledgerOfFigure(figure, subject.account)}
      className="inline-flex h-8 items-center rounded-md border border-edge-strong/55 bg-surface-1 px-3 hover:bg-surface-2"
    >
      {t('ledger:account_ledger')}
    </Link>
  );
}

/** The figure, and its parameters. */
function Facts({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { amount, unit, made, figure, subject, position } = explanation;
  const look = unit === 'base' ? { decimals: system_currency.decimals, decimalsMin: system_currency.decimals } : {};
  const named = readReference(figure);
  const { from, as_at, in_month, since } = named.fields;
  const inCurrency = unit === 'foreign' ? subject.currency_name : unit === 'base' ? system_currency.symbol : null;
  return (
    <div className="flex flex-col gap-3 px-4 pb-3">
      <dl className={FACTS}>
        <Fact label={figureWords(named, inCurrency ?? '') || t('audit:figure')}>
          <span className="text-lg font-semibold">
            {amount === null ? '—' : <Amount value={amount} {...look} />}{' '}
            {unit === 'foreign' && <bdi className="text-sm font-normal text-ink-muted">{subject.currency_name}</bdi>}
          </span>
        </Fact>
        {from && (
          <Fact label={t('report:filters.from')}>
            <Day value={from} />
          </Fact>
        )}
        <Fact label={t('report:filters.as_at')}>{as_at ? <Day value={as_at} /> : t('report:all_days')}</Fact>
        {since && (
          <Fact label={t('audit:since')}>
            <RecordedAtLink position={since} />
          </Fact>
        )}
        {in_month && <Fact label={t('audit:of.month')}>{monthWords(in_month)}</Fact>}
        <Fact label={t('audit:known_at_position')}>
          <RecordedAt position={position} />
        </Fact>
      </dl>
      {made !== 'sum' && <p className="text-ink-muted">{t(`audit:made.${made}`)}</p>}
    </div>
  );
}
