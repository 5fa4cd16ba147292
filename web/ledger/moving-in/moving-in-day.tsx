/** The first open day of a business, and the openings of another day. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIRST_YEAR } from '../../../domain/organisation/first-year.ts';
import { amend, command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { fetchRecord } from '../../shared/api/record.ts';
import { Day } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { DateField } from '../../shared/form/fields/date-field.tsx';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { useCan } from '../../shared/session/session.ts';
import { CARD, type Comparison, useSending } from './opening-comparison.ts';

/** The first open day, which can be moved while nothing but openings is posted, and the openings of another day. */
export function FirstDay({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const can = useCan();
  const [typed, setTyped] = useState(comparison.first_day ?? '');
  const { busy, send } = useSending();
  const [moving, setMoving] = useState(false);
  const change = async () => {
    const done = await send(async (idempotencyKey) => {
      const { revision } = await fetchRecord('financial_years', FIRST_YEAR);
      const body = { first_day: typed, revision };
      return amend('financial_years/:id', { params: { id: FIRST_YEAR }, body, idempotencyKey });
    });
    if (done) notifySuccess(t('ledger:moving.day_changed'));
    await forget('financial_years');
  };
  /** Assets have no transition of their own for it: they are returned to draft and completed. */
  const movable = comparison.elsewhere.filter(({ document_kind }) => document_kind !== 'asset_purchase');
  const move = async () => {
    setMoving(true);
    for (const { document_kind, document_id } of movable) {
      const resource = document_kind === 'opening_item' ? 'opening_items' : 'opening_balances';
      const params = { resource, id: document_id, transition: 'move' };
      const isMoved = await send((idempotencyKey) =>
        command(':resource/:id/:transition', { params, body: {}, idempotencyKey }),
      );
      if (!isMoved) break;
    }
    setMoving(false);
  };
  return (
    <section className={`${CARD} flex flex-wrap items-end gap-3`}>
      <div className="w-44">
        <DateField
          name="first_day"
          label={t('ledger:moving.first_day')}
          value={typed}
          onChange={setTyped}
          disabled={!can('financial_years/update')}
        />
      </div>
      {can('financial_years/update') && (
        <Button busy={busy} disabled={typed === '' || typed === comparison.first_day} onClick={() => void change()}>
          {t('ledger:moving.change_day')}
        </Button>
      )}
      <p className="min-w-60 flex-1 text-ink-muted">{t('ledger:moving.day_hint')}</p>
      {comparison.elsewhere.length > 0 && (
        <div className="w-full">
          <p className="text-danger">{t('ledger:moving.elsewhere', { number: String(comparison.elsewhere.length) })}</p>
          {movable.length > 0 && can('opening_items/update') && (
            <Button busy={moving} onClick={() => void move()}>
              {t('ledger:moving.move_all')}
            </Button>
          )}
          {comparison.elsewhere
            .filter(({ document_kind }) => document_kind === 'asset_purchase')
            .map(({ document_id, number, day }) => (
              <p key={document_id}>
                <Link to={`/accounting/asset-purchases/${document_id}`} className="text-accent underline">
                  {number ?? document_id}
                </Link>{' '}
                <Day value={day} />
              </p>
            ))}
        </div>
      )}
    </section>
  );
}
