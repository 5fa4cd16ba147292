/** The page of an action on a purchase: the purchase's data, the entered fields, and one primary button. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { membersOf } from '../../domain/values/members.ts';
import { ApiError } from '../shared/api/error.ts';
import { read } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { Button, IconButton } from '../shared/controls/button.tsx';
import { SectionNotFoundPage } from '../shared/controls/not-found.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { rememberNames } from '../shared/document/model/known-names.ts';
import { useReferenceData } from '../shared/document/model/reference-data.ts';
import { usePathPart } from '../shared/session/address-parts.ts';
import { purchaseDeclaration } from './purchase-editor.tsx';
import type { ReadPurchase } from './read-purchase.ts';

/** Creates the screen of a transition; `Content` is shown while the purchase allows it. */
export function purchasePage(transition: string, title: string, Content: ComponentType<{ purchase: ReadPurchase }>) {
  return function PurchasePage() {
    const { t } = useTranslation();
    const ready = useReferenceData();
    const id = usePathPart('id');
    // An invalid number is not requested from the server.
    const isNumber = /^[1-9]\d{0,9}$/.test(String(id));
    const { data, error, refetch } = useQuery({
      queryKey: ['purchases', 'record', Number(id)],
      queryFn: async () => {
        const answer = await read('purchases/:id', { params: { id: String(id) } });
        rememberNames(purchaseDeclaration, membersOf(answer));
        return answer;
      },
      enabled: isNumber,
      staleTime: 0,
      meta: { quiet: true },
    });
    if (!isNumber || (error instanceof ApiError && error.status === 404)) return <SectionNotFoundPage />;
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!data || !ready) return <SkeletonLines lines={8} />;
    return (
      <div className="flex h-full flex-col gap-3 px-4 pb-4">
        <Heading purchase={data} title={title} />
        {data.possible.includes(transition) ? (
          <Content key={data.revision} purchase={data} />
        ) : (
          <EmptyState title={t('purchasing:not_possible_now')} />
        )}
      </div>
    );
  };
}

function Heading({ purchase, title }: { purchase: ReadPurchase; title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap items-center gap-3 pt-3">
      <IconButton
        icon={ArrowLeft}
        mirror
        label={t('purchasing:back_to_purchase')}
        onClick={() => void navigate({ to: `/purchases/purchases/${purchase.id}` })}
      />
      <h1 className="text-xl font-semibold">{t(title)}</h1>
      <span className="flex flex-wrap gap-x-3 text-ink-muted">
        <bdi>{t('documents:purchase.number', { number: purchase.number ?? '' })}</bdi>
        <Day value={purchase.date} />
        <bdi>{purchase.supplier_name ?? ''}</bdi>
      </span>
    </div>
  );
}

interface FootProps {
  readonly action: string;
  readonly busy: boolean;
  readonly ready: boolean;
  readonly onSend: () => void;
  readonly children?: ReactNode;
}

export function PageFoot({ action, busy, ready, onSend, children }: FootProps) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-edge bg-surface-0 py-3">
      {children}
      <Button look="primary" busy={busy} disabled={!ready} onClick={onSend}>
        {action}
      </Button>
    </div>
  );
}
