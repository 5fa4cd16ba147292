/**
 * What is done with the marked batches: a draft of a return for each supplier, a disposal, a promotion, or a transfer to
 * another inventory. Each draft is checked and completed on its own page.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '../../shared/api/list.ts';
import { Day } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { listOf } from '../../shared/document/document-names.ts';
import { MadeDrafts } from '../../shared/document/made-drafts.tsx';
import { lastRate, useReferenceData } from '../../shared/document/model/reference-data.ts';
import { useMadeDrafts } from '../../shared/document/use-made-drafts.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { useCan, useMe } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import {
  DRAFTED,
  disposalDrafts,
  type ExpiringRow,
  type ExpiryDraft,
  mayDiscount,
  mayDispose,
  mayMove,
  mayReturn,
  promotionDrafts,
  returnDrafts,
  transferDrafts,
} from './drafts.ts';
import { clearMarks, mark, useEndOfMarks, useMarks } from './marks.ts';

export function ExpiryDesk({ rows }: { readonly rows: readonly ExpiringRow[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const marked = [...useMarks().values()];
  const { made, make } = useMadeDrafts();
  const { busy, run } = useBusy();
  useEndOfMarks();
  const send = (drafts: readonly ExpiryDraft[]) =>
    void run(async () => {
      const done = await make(drafts);
      if (done.length > 0) notifySuccess(t('stock:expiring.made', { number: String(done.length) }));
      // The rows of a refused draft stay marked.
      for (const draft of done) mark(draft.rows, false);
    });
  const awaited = can(`${DRAFTED.returns}/index`) ? <AwaitedCredits /> : null;
  if (rows.length === 0 && made.length === 0) return awaited;
  return (
    <div className="no-print flex flex-col gap-2 px-4 pb-3">
      {awaited}
      <div className="flex flex-wrap items-end gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={() => mark(rows, true)}>{t('stock:expiring.mark_page')}</Button>
          <Button disabled={marked.length === 0} onClick={clearMarks}>
            {t('stock:expiring.unmark')}
          </Button>
          <span className="min-w-24 text-ink-muted">
            {t('stock:expiring.marked', { number: String(marked.length) })}
          </span>
        </div>
        {can(`${DRAFTED.returns}/store`) && <ReturnAction {...{ marked, busy, send }} />}
        {can(`${DRAFTED.disposals}/store`) && <DisposeAction {...{ marked, busy, send }} />}
        {can('promotions/store') && <DiscountAction {...{ marked, busy, send }} />}
        {can(`${DRAFTED.moves}/store`) && <MoveAction {...{ marked, busy, send }} />}
      </div>
      <MadeDrafts made={made} />
    </div>
  );
}

/** What was sent back and is not answered, with the day of the first of it; leads to the list. */
function AwaitedCredits() {
  const { t } = useTranslation();
  const filter = { status: 'credit_awaited' };
  const { data } = useList(DRAFTED.returns, { filter, sortColumn: 'date', sortDir: 'asc', per_page: 1 });
  const first = data?.data[0]?.['date'];
  if (!data || typeof first !== 'string') return null;
  return (
    <p>
      <Link
        to={listOf(DRAFTED.returns).path}
        search={{ 'filter[status]': filter.status }}
        className="inline-flex min-h-8 items-center gap-2 rounded-md bg-warning px-3 text-warning-ink hover:underline"
      >
        {t('stock:expiring.awaited', { number: String(data.total) })} <Day value={first} />
      </Link>
    </p>
  );
}

interface ActionProps {
  readonly marked: readonly ExpiringRow[];
  readonly busy: boolean;
  readonly send: (drafts: readonly ExpiryDraft[]) => void;
}

/** The action says how many of the marked batches it takes, so that a batch that is left out is seen before. */
function ReturnAction({ marked, busy, send }: ActionProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const ready = useReferenceData();
  const taken = marked.filter(mayReturn);
  const money = { system_currency_fk: system_currency.currency_id, rate_fk: lastRate()?.rate_id ?? null };
  return (
    <Button
      disabled={!ready || taken.length === 0}
      busy={busy}
      onClick={() => send(returnDrafts(taken, localToday(), money))}
    >
      {t('stock:expiring.return', { number: String(taken.length) })}
    </Button>
  );
}

function DisposeAction({ marked, busy, send }: ActionProps) {
  const { t } = useTranslation();
  const taken = marked.filter(mayDispose);
  return (
    <Button disabled={taken.length === 0} busy={busy} onClick={() => send(disposalDrafts(taken, localToday()))}>
      {t('stock:expiring.dispose', { number: String(taken.length) })}
    </Button>
  );
}

function MoveAction({ marked, busy, send }: ActionProps) {
  const { t } = useTranslation();
  const inventories = useMe().inventories.filter(({ is_active }) => is_active);
  const [chosen, setChosen] = useState('');
  const to = inventories.find(({ inventory_id }) => String(inventory_id) === chosen);
  const taken = to ? marked.filter(mayMove(to.inventory_id)) : [];
  const move = ({ inventory_id, outlet_fk }: NonNullable<typeof to>) =>
    send(transferDrafts(taken, localToday(), { inventory_fk: inventory_id, outlet_fk }));
  return (
    <>
      <SelectField
        label={t('stock:expiring.move_to')}
        value={chosen}
        onChange={setChosen}
        empty=""
        options={inventories.map(({ inventory_id, inventory_name }) => ({
          value: String(inventory_id),
          label: inventory_name,
        }))}
      />
      <Button disabled={taken.length === 0} busy={busy} onClick={() => to && move(to)}>
        {t('stock:expiring.move', { number: String(taken.length) })}
      </Button>
    </>
  );
}

const PERCENT = /^(100|[1-9]\d?)$/;

function DiscountAction({ marked, busy, send }: ActionProps) {
  const { t } = useTranslation();
  const [percent, setPercent] = useState('');
  const taken = marked.filter(mayDiscount);
  return (
    <>
      <div className="w-28">
        <AmountField label={t('stock:expiring.percent')} value={percent} onChange={setPercent} decimals={0} />
      </div>
      <Button
        disabled={taken.length === 0 || !PERCENT.test(percent)}
        busy={busy}
        onClick={() => send(promotionDrafts(taken, localToday(), percent))}
      >
        {t('stock:expiring.discount', { number: String(taken.length) })}
      </Button>
    </>
  );
}
