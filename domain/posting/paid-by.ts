/** The credit side of what we buy or pay for: the cash account that pays, or the supplier who is owed. */
import { type AccountRef, cashKey } from '../ledger/chart.ts';

export interface Payment {
  readonly payment_type: 'cash' | 'on_account';
  readonly supplier_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
}

export function paidBy(payment: Payment): { readonly account: AccountRef; readonly party?: string } {
  if (payment.payment_type === 'on_account') {
    return { account: { key: 'payable' }, party: `supplier-${payment.supplier_fk}` };
  }
  return { account: { key: cashKey(payment.account_type ?? 1), of: payment.account_fk ?? undefined } };
}
