/** What a supervisor must approve before a receipt is paid: prices and discounts, and credit above the limit. */
import { type Money, money, printMoney } from '../../../domain/kernel/money.ts';
import type { Issue } from '../../../domain/kernel/refusal.ts';
import type { Approval, Cart } from './cart.ts';
import { isWithinLimit } from './payment.ts';
import type { Sale, SaleStore } from './sale-store.ts';

const CREDIT: Issue = { field: 'customer_fk', message: 'above_credit_limit' };

/** `beyond`: issues of prices that the present approval does not cover. `owed`: the amount on account. */
export function unapproved(cart: Cart, beyond: readonly Issue[], owed: Money): readonly Issue[] {
  const { balance = null, allowed_debit_amount } = cart.customer ?? {};
  const isAbove = owed > 0n && !isWithinLimit(balance, allowed_debit_amount, owed) && !isCreditApproved(cart, owed);
  return isAbove ? [...beyond, CREDIT] : beyond;
}

/** Approved for this customer, up to this amount. An approval of prices is none of credit. */
function isCreditApproved({ approval, customer }: Cart, owed: Money): boolean {
  const { credit } = approval ?? {};
  return credit !== undefined && credit.customer_fk === customer?.id && owed <= money(credit.amount);
}

/** What the supervisor has seen. */
export interface Approvable {
  readonly sale: Sale;
  readonly issues: readonly Issue[];
  readonly owed: Money;
}

/**
 * Stores the approval and opens the payment. Changes nothing when a scan or a key changed the sale while the PIN was
 * checked: the supervisor has not seen that.
 */
export function approve(store: SaleStore, seen: Approvable, approval: Approval): void {
  const { cart, stage } = store.current();
  if (cart !== seen.sale.cart || stage !== seen.sale.stage) return;
  store.set({ cart: { ...cart, approval: mergedApproval(seen, approval) }, stage: 'paying' });
}

/** An earlier approval of the same goods and customer stays valid. */
function mergedApproval({ sale, issues, owed }: Approvable, { user_id, name, rights }: Approval): Approval {
  const { approval: before, customer } = sale.cart;
  const isOfPrices = issues.some(({ message }) => message !== CREDIT.message);
  const isOfCredit = issues.some(({ message }) => message === CREDIT.message);
  const credit = isOfCredit && customer ? { customer_fk: customer.id, amount: printMoney(owed) } : before?.credit;
  return {
    ...{ user_id, name, rights: isOfPrices ? rights : (before?.rights ?? []) },
    ...(credit ? { credit } : {}),
  };
}
