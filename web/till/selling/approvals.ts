/**
 * What a supervisor must approve before a receipt is paid: prices and discounts, credit above the limit, and credit of
 * a customer who has not paid in time.
 */
import { type Money, money, printMoney } from '../../../domain/values/money.ts';
import type { Issue } from '../../../domain/values/refusal.ts';
import type { Catalogue } from '../device/catalogue/catalogue.ts';
import type { Approval, Cart } from './cart.ts';
import { isWithinLimit } from './payment.ts';
import type { Sale, SaleStore } from './sale-store.ts';

const ABOVE_LIMIT: Issue = { field: 'customer_fk', message: 'above_credit_limit' };
const OVERDUE: Issue = { field: 'customer_fk', message: 'customer_overdue' };
const isOfCredit = ({ message }: Issue): boolean => message === ABOVE_LIMIT.message || message === OVERDUE.message;

/**
 * `beyond`: issues of prices that the present approval does not cover. `owed`: the amount on account. `sold`: the
 * present standing of customers, because the cart has that of an earlier time.
 */
export function unapproved(
  cart: Cart,
  beyond: readonly Issue[],
  owed: Money,
  sold: Pick<Catalogue, 'standing'>,
): readonly Issue[] {
  if (!cart.customer || owed <= 0n || isCreditApproved(cart, owed)) return beyond;
  const { balance, allowed_debit_amount, overdue } = sold.standing(cart.customer);
  const isAbove = !isWithinLimit(balance, allowed_debit_amount, owed);
  const isOverdue = money(overdue ?? '0') > 0n;
  return [...beyond, ...(isAbove ? [ABOVE_LIMIT] : []), ...(isOverdue ? [OVERDUE] : [])];
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
function mergedApproval({ sale, issues, owed }: Approvable, approval: Approval): Approval {
  const { rights } = approval;
  const { approval: before, customer } = sale.cart;
  const isOfPrices = !issues.every(isOfCredit);
  const credit =
    issues.some(isOfCredit) && customer ? { customer_fk: customer.id, amount: printMoney(owed) } : before?.credit;
  return {
    ...approval,
    rights: isOfPrices ? rights : (before?.rights ?? []),
    ...(credit ? { credit } : {}),
  };
}
