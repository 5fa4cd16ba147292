/** Pays the rest of a sale or purchase from its page or its row: opens a payment with all fields filled. */
import { useNavigate } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import type { DocumentSession } from '../document/model/session.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { useCan } from '../session/session.ts';
import type { RowAction } from '../table/declaration.ts';
import { signOf } from '../typing/number-format.ts';

/** The payments of a kind of document. */
export interface Owed {
  /** Kind of the document. */
  readonly kind: string;
  readonly permission: string;
  /** Path of the payments. */
  readonly path: string;
  /** Key of the action's label. */
  readonly label: string;
}

export const OWED_BY_CUSTOMER: Owed = {
  kind: 'sale',
  permission: 'customer_transactions/store',
  path: '/customers/transactions/new',
  label: 'parties:owed.receive',
};
export const OWED_TO_SUPPLIER: Owed = {
  kind: 'purchase',
  permission: 'supplier_transactions/store',
  path: '/suppliers/transactions/new',
  label: 'parties:owed.pay',
};

const isOwed = ({ status, remaining }: Readonly<Record<string, unknown>>): boolean =>
  (status === 'complete' || status === 'closed') && typeof remaining === 'string' && signOf(remaining) === 1;

export function payAction({ kind, permission, path, label }: Owed): RowAction {
  return {
    name: 'pay',
    label,
    icon: HandCoins,
    permission,
    shown: isOwed,
    run: (row, { open }) => open(path, { settles: `${kind}-${row['id']}` }),
  };
}

export function PayDocument({ session, owed }: { session: DocumentSession; owed: Owed }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { server } = useSessionState(session);
  if (!server || !isOwed({ ...server.data, status: server.status }) || !can(owed.permission)) return null;
  const open = () => void navigate({ to: owed.path, search: { settles: `${owed.kind}-${server.id}` } });
  return (
    <Button icon={HandCoins} onClick={open}>
      {t(owed.label)}
    </Button>
  );
}
