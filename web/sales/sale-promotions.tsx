/** The promotions of a sale: earned ones are offered, applied ones are named beside its status. */

import { useQueries, useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppliedPromotion } from '../../domain/sales/sale.ts';
import { get } from '../shared/api/client.ts';
import type { ListPage } from '../shared/api/list.ts';
import { nameOfRow } from '../shared/api/resources.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { EmptyState } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { itemQuery } from '../shared/document/model/items.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { optionLabel } from '../shared/language/names.ts';
import { appliedIn, apply, itemsAskedFor, offerOf, type Promotion, take } from './promotion-draft.ts';

const FRESH_MS = 60_000;
/** More than a shop runs at a time. */
const PROMOTIONS_MAX = 200;

function usePromotions(): readonly Promotion[] {
  const { data } = useQuery({
    queryKey: ['promotions', 'list', 'of sales'],
    queryFn: async () => {
      const query = { per_page: PROMOTIONS_MAX, show_all: 1 };
      return listThatFits<Promotion>((await get<ListPage>('promotions/list', { query })).data.data, {});
    },
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
  return data ?? [];
}

export function SalePromotions({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const promotions = usePromotions();
  const { draft } = useEditing(session.store);
  const [open, setOpen] = useState(false);
  const active = promotions.filter(({ status }) => status === 'active');
  useQueries({ queries: (session.editable ? itemsAskedFor(active, draft) : []).map(itemQuery) });
  const applied = appliedIn(draft);
  const named = promotions.filter(({ section_id }) => applied.includes(section_id));
  if (!session.editable || active.length === 0) {
    return named.map((promotion) => (
      // A title may start with text of either direction, or a number.
      <bdi key={promotion.section_id}>
        <StatusChip tone="info" icon={Gift} label={nameOfRow('promotions', promotion)} />
      </bdi>
    ));
  }
  const offers = active.flatMap((promotion) => {
    const offer = offerOf(promotion, draft);
    return offer ? [{ promotion, offer }] : [];
  });
  const earned = offers.filter(({ promotion, offer }) => offer.times > 0 && !applied.includes(promotion.section_id));
  const words =
    earned.length > 0
      ? t('sales:promotions_earned', { number: earned.length })
      : t(named.length > 0 ? 'sales:promotions_applied' : 'sales:promotions', { number: named.length });
  return (
    <>
      <Button icon={Gift} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {open && (
        <Dialog open title={t('sales:promotions')} onClose={() => setOpen(false)} width="wide">
          {offers.length === 0 && <EmptyState title={t('sales:no_promotions')} icon={Gift} />}
          <ul className="flex flex-col divide-y divide-edge">
            {offers.map(({ promotion, offer }) => (
              <Offer
                key={promotion.section_id}
                {...{ promotion, offer }}
                applied={applied.includes(promotion.section_id)}
                onApply={() => apply(session.store, promotion, offer, session.declaration.blankLine)}
                onTake={() => take(session.store, promotion)}
              />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

interface OfferProps {
  readonly promotion: Promotion;
  readonly offer: AppliedPromotion;
  readonly applied: boolean;
  readonly onApply: () => void;
  readonly onTake: () => void;
}

function Offer({ promotion, offer, applied, onApply, onTake }: OfferProps) {
  const { t } = useTranslation();
  const { end_date, reward_type, reward_percentage } = promotion;
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <bdi>{nameOfRow('promotions', promotion)}</bdi>
        </p>
        <p className="text-xs text-ink-muted">
          {optionLabel('reward_type', reward_type)}
          {reward_type === 'get_discount' && <span className="numeric ms-1">{reward_percentage}%</span>}
          {offer.amount !== null && (
            <>
              {' '}
              <Amount value={offer.amount} />
            </>
          )}
          {' · '}
          {t('sales:until')} <Day value={end_date} />
        </p>
      </div>
      <span className="text-sm text-ink-muted">
        {offer.times === 0 ? t('sales:not_earned') : t('sales:earned_times', { number: offer.times })}
      </span>
      {applied ? (
        <Button onClick={onTake}>{t('sales:take_out')}</Button>
      ) : (
        <Button look="primary" disabled={offer.times === 0} onClick={onApply}>
          {t('sales:apply')}
        </Button>
      )}
    </li>
  );
}
