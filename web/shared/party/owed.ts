/** The rest of a sale or purchase, and the row action that pays it. */
import { HandCoins } from 'lucide-react';
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

export const isOwed = ({ status, remaining }: Readonly<Record<string, unknown>>): boolean =>
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
