/** The parts of a purchase's total that its own state tells (docs/decisions/0139). */
import type { OwnParts } from '../documents/own-parts.ts';
import { returnedBeforeBill, suppliersAmount } from '../posting/purchase-bill.ts';
import { wholeLines } from '../pricing/purchase-values.ts';
import { money, negate, sum, ZERO } from '../values/money.ts';
import { billedReceipts } from './billing.ts';
import { isAllowance } from './costs/allowance.ts';
import { sharedCosts } from './costs/taken-cost.ts';
import type { CompletePurchase } from './purchase-state.ts';

export function partsOfPurchase(state: CompletePurchase): OwnParts {
  const { purchase, status, bills = [], entered = [] } = state;
  const rest = {
    receipt: state.receipts.length,
    before: state.receipts.at(-1)?.after ?? [],
    after: wholeLines(purchase),
  };
  // What was paid before its goods is a credit of its own once they will not come.
  const isPaid = purchase.is_paid_before && status !== 'closed';
  const goods = suppliersAmount(purchase, [...billedReceipts(state), ...(isPaid ? [rest] : [])], bills);
  const allowances = sharedCosts(entered).filter(
    ({ cost }) =>
      isAllowance(cost) &&
      cost.payment_type === 'on_account' &&
      cost.supplier_fk === purchase.supplier_fk &&
      cost.currency_fk === purchase.currency_fk,
  );
  return {
    atOnce: purchase.payment_type === 'cash' ? goods : ZERO,
    goods,
    returned: returnedBeforeBill(purchase, bills),
    allowed: negate(sum(allowances.map(({ cost }) => money(cost.amount)))),
    notComing: status === 'closed' ? suppliersAmount(purchase, [rest]) : ZERO,
  };
}
