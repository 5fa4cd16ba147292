/** Orders, the purchases that are made from them, and goods that go back to their supplier. */
import type { Act } from './acts.ts';
import { IQD, type Premises, USD } from './shop.ts';

export interface Entered {
  readonly kind: string;
  readonly id: number;
  readonly act: Act;
}

const currencyOf = (each: Act) =>
  each.foreign ? { currency_fk: USD, rate: String(1450 + each.count * 3) } : { currency_fk: IQD };
const pick = <Value>(from: readonly Value[], number: number): Value => from[number % from.length] as Value;

export function orderOf(premises: Premises, each: Act, place: object): object {
  return {
    ...place,
    ...currencyOf(each),
    supplier_fk: pick(premises.suppliers, each.party),
    lines: [
      {
        item_fk: premises.items[each.items[0] ?? 0],
        unit_fk: premises.unit,
        quantity: '20',
        price: String(each.price),
      },
    ],
    status: 'bill',
  };
}

export function advanceOf(premises: Premises, order: Act, each: Act, date: string): object {
  const account_fk = premises.cashes[order.foreign ? 1 : 0];
  return { payment_id: (each.of % 5) + 1, amount: String(each.price * 3), account_fk, date };
}

/** A part of the order, in cash or on account, in its currency or another, received at once or later. */
export function purchaseOfOrder(premises: Premises, order: Entered, each: Act, place: object): object {
  const own = each.boxes ? order.act : { ...order.act, foreign: each.foreign, count: each.count };
  const paid = each.onAccount
    ? { payment_type: 'on_account' }
    : { payment_type: 'cash', account_fk: premises.cashes[own.foreign ? 1 : 0] };
  return {
    ...place,
    ...currencyOf(own),
    ...paid,
    purchase_order_fk: order.id,
    supplier_fk: pick(premises.suppliers, order.act.party),
    lines: [
      {
        item_fk: premises.items[order.act.items[0] ?? 0],
        unit_fk: premises.unit,
        quantity: String((each.count % 9) + 1),
        price: String(each.price),
        order_line_id: 1,
      },
    ],
    status: 'complete',
    receive: each.of % 3 !== 0,
  };
}

/** Of an earlier purchase some days after it; or without a purchase. */
export function purchaseReturnOf(premises: Premises, purchase: Entered | undefined, each: Act, place: object): object {
  const count = String((each.count % 3) + 1);
  if (!purchase) {
    const lines = [
      {
        item_fk: premises.items[each.items[0] ?? 0],
        unit_fk: premises.unit,
        quantity: count,
        price: String(each.price),
      },
    ];
    return {
      ...place,
      currency_fk: IQD,
      payment_type: 'cash',
      account_fk: premises.cashes[0],
      lines,
      status: 'complete',
    };
  }
  const { act } = purchase;
  const payment = each.onAccount
    ? { payment_type: 'on_account', supplier_fk: pick(premises.suppliers, act.party) }
    : { payment_type: 'cash', account_fk: premises.cashes[act.foreign ? 1 : 0] };
  return {
    ...place,
    ...payment,
    purchase_fk: purchase.id,
    currency_fk: act.foreign ? USD : IQD,
    lines: [{ purchase_line_id: 1, quantity: count, bonus_quantity: each.boxes && act.count % 4 === 0 ? '1' : null }],
    status: 'complete',
  };
}
