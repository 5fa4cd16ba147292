/** The promotions of a sale: earned ones are offered, applied ones are named beside its status. */

import { useQueries } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppliedPromotion } from '../../domain/sales/sale-events.ts';
import { nameOfRow } from '../shared/api/resources.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { EmptyState } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { itemQueryOn } from '../shared/document/model/goods/items.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { optionLabel } from '../shared/language/names.ts';
import {
  appliedIn,
  apply,
  itemsAskedFor,
  type ShownPromotion,
  shownIn,
  take,
  takeUnlisted,
} from './promotion-draft.ts';
import { usePromotions } from './promotion-list.ts';

export function SalePromotions({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { draft } = useEditing(session.store);
  const applied = appliedIn(draft);
  const { date } = draft.header;
  const promotions = usePromotions(applied, date);
  const [open, setOpen] = useState(false);
  const active = (promotions ?? []).filter(({ status }) => status === 'active');
  const asked = session.editable ? itemsAskedFor(active, draft) : [];
  useQueries({ queries: asked.map((item) => itemQueryOn(item, date)) });
  const named = (promotions ?? []).filter(({ section_id }) => applied.includes(section_id));
  const rows = shownIn(promotions, draft);
  if (!session.editable || (active.length === 0 && applied.length === 0)) {
    return named.map((promotion) => (
      // A title may start with text of either direction, or a number.
      <bdi key={promotion.section_id}>
        <StatusChip tone="info" icon={Gift} label={nameOfRow('promotions', promotion)} />
      </bdi>
    ));
  }
  const earned = rows.filter(({ id, offer }) => offer && offer.times > 0 && !applied.includes(id));
  const words =
    earned.length > 0
      ? t('sales:promotions_earned', { number: earned.length })
      : t(applied.length > 0 ? 'sales:promotions_applied' : 'sales:promotions', { number: applied.length });
  return (
    <>
      <Button icon={Gift} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {open && (
        <Dialog open title={t('sales:promotions')} onClose={() => setOpen(false)} width="wide">
          {rows.length === 0 && <EmptyState title={t('sales:no_promotions')} icon={Gift} />}
          <ul className="flex flex-col divide-y divide-edge">
            {rows.map(({ id, promotion, offer }) => (
              <Offer
                key={id}
                {...{ id, promotion, offer }}
                applied={applied.includes(id)}
                onApply={() =>
                  promotion && offer && apply(session.store, promotion, offer, session.declaration.blankLine)
                }
                onTake={() => (promotion ? take(session.store, promotion) : takeUnlisted(session.store, id))}
              />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

interface OfferProps extends ShownPromotion {
  readonly applied: boolean;
  readonly onApply: () => void;
  readonly onTake: () => void;
}

function Offer({ promotion, offer, applied, onApply, onTake }: OfferProps) {
  const { t } = useTranslation();
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <bdi>{promotion ? nameOfRow('promotions', promotion) : t('sales:promotion')}</bdi>
        </p>
        {promotion && <Reward {...{ promotion, offer }} />}
      </div>
      <span className="text-sm text-ink-muted">{t(stateOf(offer), { number: offer?.times ?? 0 })}</span>
      {applied ? (
        <Button onClick={onTake}>{t('sales:take_out')}</Button>
      ) : (
        <Button look="primary" disabled={!offer || offer.times === 0} onClick={onApply}>
          {t('sales:apply')}
        </Button>
      )}
    </li>
  );
}

/** The key of its text: an applied promotion may have ended, or be for other sales. */
const stateOf = (offer: AppliedPromotion | undefined): string => {
  if (!offer) return 'sales:not_for_the_sale';
  return offer.times === 0 ? 'sales:not_earned' : 'sales:earned_times';
};

function Reward({ promotion, offer }: Required<Pick<OfferProps, 'promotion' | 'offer'>>) {
  const { t } = useTranslation();
  if (!promotion) return null;
  const { end_date, reward_type, reward_percentage } = promotion;
  return (
    <p className="text-xs text-ink-muted">
      {optionLabel('reward_type', reward_type)}
      {reward_type === 'get_discount' && <span className="numeric ms-1">{reward_percentage}%</span>}
      {offer && offer.amount !== null && (
        <>
          {' '}
          <Amount value={offer.amount} />
        </>
      )}
      {' · '}
      {t('sales:until')} <Day value={end_date} />
    </p>
  );
}
