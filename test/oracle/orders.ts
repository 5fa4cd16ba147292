/**
 * Posting rules of online orders (docs/accounting.md, section 2): the prepayment, the delivery, which is a sale, and
 * the refund.
 */
import type {
  Cancelled,
  Delivery,
  Ordered,
  Prepayment,
  Refund,
} from '../../domain/sales/orders/online-order-events.ts';
import { cashAccount, converted, type Entry, foreignMoney, moment } from './entry.ts';
import { money } from './exact.ts';
import { saleCompleted } from './sales.ts';

type Owner = Pick<Refund, 'outlet_fk' | 'customer_fk' | 'currency_fk' | 'system_currency_fk' | 'rate'>;

export function orderPaid({ prepayment, ...of }: Ordered): Entry | undefined {
  return prepayment && paid({ ...of, date: prepayment.date, time: prepayment.time }, prepayment, 1n, 'prepaid');
}

/** A sale that is partly paid by the prepayment. */
export function orderDelivered({ sale, prepaid }: Delivery): Entry {
  return saleCompleted(sale, money(prepaid?.amount));
}

export function orderCancelled({ refund }: Cancelled): Entry | undefined {
  return refund ? paid(refund, refund.prepayment, -1n, 'refund') : undefined;
}

function paid(of: Owner & Pick<Refund, 'date' | 'time'>, by: Prepayment, sign: bigint, name: string): Entry {
  const { amount: _amount, account_fk: _account, account_type: _type, date: _date, time: _time, ...given } = by;
  const [outlet, amount] = [of.outlet_fk, sign * money(by.amount)];
  const lines = converted(
    [
      { outlet, account: cashAccount(by.account_type, by.account_fk), amount },
      { outlet, account: 'customer-advances', party: `customer-${of.customer_fk}`, amount: -amount },
    ],
    { ...of, ...given },
  );
  const at = moment(of.date, of.time, sign > 0n ? 'in' : 'out');
  return { at, lines, moves: foreignMoney(lines, of.system_currency_fk, name) };
}
