/** The fixed assets with months of depreciation that are due and were not entered; all of them are entered at once. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MONTHS_MAX } from '../../domain/assets/depreciation.ts';
import { type Reads, read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { WideTable } from '../shared/controls/wide-table.tsx';
import { useMadeDrafts, type WantedDraft } from '../shared/document/use-made-drafts.ts';
import { DateField } from '../shared/form/fields/date-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { usePreferences } from '../shared/language/preferences.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { DocumentLink, LINK } from '../shared/report/report-links.tsx';
import { useAddressText } from '../shared/session/address-parts.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { shapeDigits } from '../shared/typing/digits.ts';

type Due = Reads['depreciations/due'];
type DueAsset = Due['assets'][number];

/** Lines of one document. */
const LINES_MAX = 500;

/** A document for each outlet, or more of them for very many assets or months. */
export function dueDocuments(date: string, assets: readonly DueAsset[]): WantedDraft[] {
  return [...Map.groupBy(assets, ({ outlet_fk }) => outlet_fk)].flatMap(([outlet_fk, own]) =>
    parts(own).map((part): WantedDraft => {
      const lines = part.map(({ asset_purchase_fk }) => ({ asset_purchase_fk }));
      return { resource: 'depreciations', label: part[0]?.outlet_name ?? null, body: { outlet_fk, date, lines } };
    }),
  );
}

/** As many assets as one document takes, with as many months. */
function parts(assets: readonly DueAsset[]): DueAsset[][] {
  const found: DueAsset[][] = [];
  let months = 0;
  for (const asset of assets) {
    const last = found.at(-1);
    const isFull = last === undefined || last.length === LINES_MAX || months + asset.months > MONTHS_MAX;
    if (isFull) found.push([asset]);
    else last.push(asset);
    months = isFull ? asset.months : months + asset.months;
  }
  return found;
}

export function DueDepreciations() {
  const { t } = useTranslation();
  const asked = useAddressText('date');
  const [date, setDate] = useState(asked ?? localToday());
  return (
    <div className="flex h-full flex-col gap-3 px-4 pb-4 max-md:overflow-y-auto max-md:px-2 max-md:pb-0">
      <h1 className="pt-3 text-xl font-semibold">{t('equity:depreciation_due')}</h1>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="w-44">
          <DateField name="date" label={fieldLabel('date')} value={date} onChange={setDate} />
        </div>
        <p className="max-w-prose flex-1 text-xs text-ink-muted">{t('equity:due_hint')}</p>
      </div>
      {date !== '' && <DueAt key={date} date={date} />}
    </div>
  );
}

function DueAt({ date }: { readonly date: string }) {
  const { data, error, refetch } = useDue(date);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  return <DueAssets due={data} />;
}

function useDue(date?: string) {
  const can = useCan();
  return useQuery({
    queryKey: ['depreciations', 'due', date],
    queryFn: ({ signal }) => read('depreciations/due', { query: date === undefined ? {} : { date }, signal }),
    enabled: can('depreciations/index'),
    meta: { quiet: true },
  });
}

function DueAssets({ due }: { readonly due: Due }) {
  const { t } = useTranslation();
  const can = useCan();
  const { busy, run } = useBusy();
  const { make } = useMadeDrafts();
  const columns = useDueColumns();
  const { system_currency } = useMe();
  const { assets, amount, date } = due;
  if (assets.length === 0) return <EmptyState title={t('equity:due_none')} />;
  const enterAll = () =>
    run(async () => {
      const done = await make(dueDocuments(date, assets));
      if (done.length > 0) notifySuccess(t('equity:entered_due'));
    });
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card">
        <WideTable label={t('equity:depreciation_due')}>
          <SmallTable columns={columns} rows={assets} keyOf={({ asset_purchase_fk }) => asset_purchase_fk} />
        </WideTable>
      </div>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-edge bg-surface-0 py-3">
        <span className="font-semibold">
          <Amount value={amount} decimals={system_currency.decimals} /> {system_currency.symbol}
        </span>
        {can('depreciations/store') && (
          <Button look="primary" busy={busy} onClick={() => void enterAll()}>
            {t('equity:enter_due')}
          </Button>
        )}
      </div>
    </>
  );
}

function useDueColumns(): readonly SmallColumn<DueAsset>[] {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { decimals } = useMe().system_currency;
  const monthText = (month: string) => shapeDigits(`${month.slice(5)}/${month.slice(0, 4)}`, digits);
  return [
    { head: fieldLabel('fixed_asset_fk'), cell: ({ fixed_asset_name }) => <bdi>{fixed_asset_name}</bdi> },
    {
      head: fieldLabel('asset_purchase_fk'),
      cell: ({ asset_purchase_fk, asset_purchase_name }) => (
        <DocumentLink kind="asset_purchase" id={asset_purchase_fk} number={asset_purchase_name} />
      ),
      isWideOnly: true,
    },
    { head: fieldLabel('outlet_fk'), cell: ({ outlet_name }) => <bdi>{outlet_name}</bdi>, isWideOnly: true },
    {
      head: t('equity:due_months'),
      cell: ({ months, from_month, to_month }) => (
        <>
          <Amount value={String(months)} decimals={0} />{' '}
          <bdi className="numeric text-ink-muted">
            {from_month === to_month ? monthText(from_month) : `${monthText(from_month)} – ${monthText(to_month)}`}
          </bdi>
        </>
      ),
    },
    { head: fieldLabel('amount'), cell: ({ amount }) => <Amount value={amount} decimals={decimals} />, number: true },
  ];
}

/** Above the list of depreciations, while there are such assets. */
export function DueBanner() {
  const { t } = useTranslation();
  const { data } = useDue();
  const count = data?.assets.length ?? 0;
  if (count === 0) return null;
  return (
    <p className="px-4 pb-2" data-due-depreciations>
      <Link to="/accounting/depreciations/due" className={LINK}>
        {t('equity:assets_due', { count })}
      </Link>
    </p>
  );
}
