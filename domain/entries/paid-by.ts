/** The contra line of a purchase or sale: the cash account, or the party on account. */
import { type AccountRef, cashKey } from '../chart/chart.ts';

export interface Payment {
  readonly payment_type: 'cash' | 'on_account';
  readonly supplier_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
}

/** The credit side of a purchase or cost: the paying cash account, or the supplier on account. */
export function paidBy(payment: Payment): { readonly account: AccountRef; readonly party?: string } {
  if (payment.payment_type === 'on_account') {
    return { account: { key: 'payable' }, party: `supplier-${payment.supplier_fk}` };
  }
  return { account: { key: cashKey(payment.account_type ?? 1), of: payment.account_fk ?? undefined } };
}

export interface Receipt {
  readonly payment_type: 'cash' | 'on_account';
  readonly customer_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
}

/** The debit side of a sale or income: the receiving cash account, or the customer on account. */
export function receivedFrom(receipt: Receipt): { readonly account: AccountRef; readonly party?: string } {
  if (receipt.payment_type === 'on_account' && receipt.customer_fk !== null) {
    return { account: { key: 'receivable' }, party: `customer-${receipt.customer_fk}` };
  }
  return { account: { key: cashKey(receipt.account_type ?? 1), of: receipt.account_fk ?? undefined } };
}
