/** Further actions on a purchase: later receipts, later costs, new sale prices, and a return. */

import { useNavigate } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listOf } from '../../domain/values/members.ts';
import { Button } from '../shared/controls/button.tsx';
import { RoundTotal } from '../shared/document/dialogs/round-total.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { OWED_TO_SUPPLIER } from '../shared/party/owed.ts';
import { PayDocument } from '../shared/party/owed-figures.tsx';
import { useCan } from '../shared/session/session.ts';
import { ImportLines } from './import-lines.tsx';
import { pricedPurchase } from './purchase-totals.ts';

export function PurchaseActions({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { server, busy } = useSessionState(session);
  const page = (name: string) => void navigate({ to: `/purchases/purchases/${name}/${server?.id}` });
  const may = (name: string) => server?.possible.includes(name) && can(`purchases/${name}`);
  const completeLater = async () => {
    if (!(await session.complete({ receive: false }))) return;
    notifySuccess(t('document:completed', { number: session.read().server?.number ?? '' }));
  };
  const received = listOf(server?.data['receipts']).length > 0;
  return (
    <>
      <RoundTotal session={session} priced={pricedPurchase} />
      <ImportLines session={session} />
      {session.editable && can('purchases/complete') && (
        <Button busy={busy} onClick={() => void completeLater()}>
          {t('purchasing:goods_come_later')}
        </Button>
      )}
      <PayDocument session={session} owed={OWED_TO_SUPPLIER} />
      {received && can('purchase_returns/store') && (
        <Button
          icon={Undo2}
          onClick={() => void navigate({ to: '/purchases/purchases-returns/new', search: { purchase: server?.id } })}
        >
          {t('purchasing:return_goods')}
        </Button>
      )}
      {may('apply_cost') && <Button onClick={() => page('apply-cost')}>{t('document:transitions.apply_cost')}</Button>}
      {server?.possible.includes('apply_allowance') && can('purchases/apply_cost') && (
        <Button onClick={() => page('apply-allowance')}>{t('document:transitions.apply_allowance')}</Button>
      )}
      {may('modify_sale_price') && (
        <Button onClick={() => page('modify-sales-price')}>{t('document:transitions.modify_sale_price')}</Button>
      )}
    </>
  );
}
