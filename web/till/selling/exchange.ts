/**
 * An exchange: the amount that the refund repaid is tendered for the goods that are sold in its place, so that only the
 * difference is paid. The drawer pays no cash between the two entries.
 */

import type { PaymentEntry } from '../../../domain/till/device-entry.schema.ts';
import { lesser, type Money, money, printMoney, subtract, sum, ZERO } from '../../../domain/values/money.ts';
import type { Cart } from './cart.ts';
import type { DrawerCash, Tender } from './payment.ts';

/** The refund that a receipt is exchanged for. */
export interface Exchange {
  readonly uuid: string;
  readonly number: string;
  /** UUID of the drawer; absent in exchanges stored by earlier versions, whose cash was paid out. */
  readonly drawer?: string;
  readonly customer?: number | null;
  /** Repaid amounts in the system currency. */
  readonly payments?: readonly Pick<PaymentEntry, 'method' | 'amount'>[];
}

type Repaid = NonNullable<Exchange['payments']>[number];

/** The open drawer: undefined while it is loading, null without one. */
type OpenDrawer = { readonly uuid: string } | null | undefined;

/**
 * Whether the exchange may end without other goods: it is one of this drawer, and nothing is chosen. Also when nothing
 * was repaid, because the drawer cannot be closed before it has ended.
 */
export const mayEnd = (
  { exchange, cart }: { readonly exchange: Exchange | null; readonly cart: Pick<Cart, 'lines'> },
  drawer: OpenDrawer,
): boolean => !!exchange && !!drawer && exchange.drawer === drawer.uuid && cart.lines.length === 0;

/** The amounts that may be tendered: those of the same drawer, and a debt only of the same customer. */
export function repaid(
  { exchange, cart }: { readonly exchange: Exchange | null; readonly cart: Pick<Cart, 'customer'> },
  drawer: OpenDrawer,
): readonly Repaid[] {
  if (!exchange || !drawer || exchange.drawer !== drawer.uuid) return [];
  const isSameCustomer = (cart.customer?.id ?? null) === (exchange.customer ?? null);
  return (exchange.payments ?? []).filter(({ method }) => method !== 'credit' || isSameCustomer);
}

export const repaidTotal = (payments: readonly Repaid[]): Money => sum(payments.map(({ amount }) => money(amount)));

/** The amounts that the customer pays and receives for goods of this total. */
export const exchanged = (sold: Money, back: Money): { readonly pays: Money; readonly given: Money } => {
  const difference = subtract(sold, back);
  return { pays: difference > 0n ? difference : ZERO, given: difference < 0n ? subtract(ZERO, difference) : ZERO };
};

/** The tenders of an exchange. Only cash may exceed the total, because only cash is returned as change. */
export function exchangeTenders(
  payments: readonly Repaid[],
  total: Money,
  { currency_fk, drawer }: { readonly currency_fk: number; readonly drawer: readonly DrawerCash[] },
): readonly Tender[] {
  const own = drawer.find((account) => account.currency_fk === currency_fk);
  let rest = total;
  return payments.flatMap(({ method, amount }, index): Tender[] => {
    const tendered = method === 'cash' ? money(amount) : lesser(money(amount), rest);
    if (tendered <= 0n || (method === 'cash' && !own)) return [];
    rest = subtract(rest, method === 'cash' ? lesser(tendered, rest) : tendered);
    const cash = method === 'cash' && own ? own : null;
    const base = { key: -1 - index, method, amount: printMoney(tendered), currency_fk, cash, reference: null };
    return [{ ...base, isExchanged: true }];
  });
}

/** The amounts that stay with the customer other than in cash: repaid, and not needed for the new goods. */
export function notTendered(payments: readonly Repaid[], tenders: readonly Tender[]): readonly Repaid[] {
  return payments.flatMap(({ method, amount }) => {
    if (method === 'cash') return [];
    const used = sum(tenders.flatMap((tender) => (tender.method === method ? [money(tender.amount)] : [])));
    const rest = subtract(money(amount), used);
    return rest > 0n ? [{ method, amount: printMoney(rest) }] : [];
  });
}
