/** Customer and supplier transactions are mirror images: the names of party, accounts and rate of each side. */
import type { SystemKey } from '../chart/chart.ts';
import type { TransactionType } from '../parties/transaction.schema.ts';

export interface TransactionSide<Kind extends string = string> {
  /** Stream prefix and event prefix. */
  readonly kind: Kind;
  readonly party: 'customer' | 'supplier';
  readonly control: SystemKey;
  readonly advances: SystemKey;
  readonly discounts: SystemKey;
  readonly rate: 'in' | 'out';
  /** 1 when amounts due are debits. */
  readonly sign: 1n | -1n;
}

export const CUSTOMER_SIDE: TransactionSide<'customer_transaction'> = {
  kind: 'customer_transaction',
  party: 'customer',
  control: 'receivable',
  advances: 'customer-advances',
  discounts: 'sales-discounts',
  rate: 'in',
  sign: 1n,
};

export const SUPPLIER_SIDE: TransactionSide<'supplier_transaction'> = {
  kind: 'supplier_transaction',
  party: 'supplier',
  control: 'payable',
  advances: 'supplier-advances',
  discounts: 'purchase-discounts',
  rate: 'out',
  sign: -1n,
};

/**
 * True for types that settle amounts due (receipts, payments, discounts); false for types that settle credits (paying
 * or getting back).
 */
export function settlesDues(type: TransactionType): boolean {
  return type !== 'pay_back' && type !== 'get_back';
}
