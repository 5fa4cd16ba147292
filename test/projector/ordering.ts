/** Purchase orders, purchases that are made from them, and purchase returns. */
import type { Act } from './acts.ts';
import { IQD, type Premises, USD } from './shop.ts';

export interface Entered {
  readonly kind: string;
  readonly id: number;
  readonly act: Act;
}

/** Dinars; or dollars at the rate of a record, or at a typed one. */
function currencyOf({ foreign, count }: Act, { rates }: Premises): object {
  if (!foreign) return { currency_fk: IQD };
  const rate = count % 3 === 1 ? { rate_fk: pick(rates, count >> 2) } : { rate: String(1450 + count * 3) };
  return { currency_fk: USD, ...rate };
}
const pick = <Value>(from: readonly Value[], number: number): Value => from[number % from.length] as Value;

export function orderOf(premises: Premises, act: Act, place: object): object {
  return {
    ...place,
    ...currencyOf(act, premises),
    supplier_fk: pick(premises.suppliers, act.party),
    lines: [
      {
        item_fk: premises.items[act.items[0] ?? 0],
        unit_fk: premises.unit,
        quantity: '20',
        price: String(act.price),
      },
    ],
    status: 'bill',
  };
}

export function advanceOf(premises: Premises, order: Act, act: Act, date: string): object {
  const account_fk = premises.cashes[order.foreign ? 1 : 0];
  const own = { payment_id: (act.of % 5) + 1, amount: String(act.price * 3), account_fk, date };
  // The rate of its day, or of a record, or a typed one.
  if (!order.foreign || act.count % 3 === 0) return own;
  return {
    ...own,
    ...(act.count % 3 === 1 ? { rate_fk: pick(premises.rates, act.of) } : { rate: String(1440 + act.of) }),
  };
}

/**
 * A purchase of a part of an order, in cash or on account, in the currency of the order or another, received at once or
 * later.
 */
export function purchaseOfOrder(premises: Premises, order: Entered, act: Act, place: object): object {
  const own = act.boxes ? order.act : { ...order.act, foreign: act.foreign, count: act.count };
  const paid = act.onAccount
    ? { payment_type: 'on_account' }
    : { payment_type: 'cash', account_fk: premises.cashes[own.foreign ? 1 : 0] };
  return {
    ...place,
    ...currencyOf(own, premises),
    ...paid,
    purchase_order_fk: order.id,
    supplier_fk: pick(premises.suppliers, order.act.party),
    lines: [
      {
        item_fk: premises.items[order.act.items[0] ?? 0],
        unit_fk: premises.unit,
        quantity: String((act.count % 9) + 1),
        price: String(act.price),
        order_line_id: 1,
      },
    ],
    status: 'complete',
    receive: act.of % 3 !== 0,
  };
}

/** Pieces of a box that was bought, or a part of a box of pieces that were. */
function inOtherUnit({ items, unit, box }: Premises, { boxes, items: [item = 0] }: Act, count: string): object {
  return { item_fk: items[item], ...(boxes ? { unit_fk: unit, quantity: count } : { unit_fk: box, quantity: '0.25' }) };
}

/** A return of a purchase, some days after it; or a return without a purchase. */
export function purchaseReturnOf(premises: Premises, purchase: Entered | undefined, value: Act, place: object): object {
  const count = String((value.count % 3) + 1);
  if (!purchase) {
    const lines = [
      {
        item_fk: premises.items[value.items[0] ?? 0],
        unit_fk: premises.unit,
        quantity: count,
        price: String(value.price),
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
  const payment = value.onAccount
    ? {
        payment_type: 'on_account',
        supplier_fk: pick(premises.suppliers, act.party),
        credit_awaited: value.price % 3 === 0,
      }
    : { payment_type: 'cash', account_fk: premises.cashes[act.foreign ? 1 : 0] };
  return {
    ...place,
    ...payment,
    purchase_fk: purchase.id,
    currency_fk: act.foreign ? USD : IQD,
    lines: [
      {
        purchase_line_id: 1,
        ...(value.price % 5 === 0 ? inOtherUnit(premises, act, count) : { quantity: count }),
        bonus_quantity: value.boxes && act.count % 4 === 0 ? '1' : null,
      },
    ],
    status: 'complete',
  };
}
