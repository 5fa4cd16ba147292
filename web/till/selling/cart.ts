/**
 * The cart of a receipt: lines, customer, discount, note, and removed lines. Pure: every change returns a new cart.
 * `priced-cart.ts` computes its totals, without state.
 */

import type { Discount } from '../../../domain/pricing/totals.ts';
import { discountsLeft } from '../../../domain/till/receipts/discounts-left.ts';
import { type Batch, type BatchQuantity, isSameBatch, NO_BATCH } from '../../../domain/values/batch.ts';
import { money, printMoney, subtract } from '../../../domain/values/money.ts';
import { printQuantity, quantity, readQuantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { TillCustomer, TillItem } from '../device/catalogue/catalogue-rows.ts';
import { usualUnit } from './goods.ts';
import type { KeptGift } from './promotions.ts';

export interface CartLine {
  /** Stable within the receipt; also the id of its line on the server. */
  readonly line_id: number;
  readonly item: TillItem;
  readonly unit_fk: number;
  readonly quantity: string;
  /** Typed price; null for the listed price. */
  readonly price: string | null;
  /** Typed discount; null when only promotions may give one. */
  readonly discount: Discount | null;
  readonly note: string | null;
  /** The scanned or chosen batch; without one the first to expire is sold. */
  readonly batch?: Batch | null;
  /** Batches that the corrected receipt sold on this line; they are sold again while the quantity is the same. */
  readonly again?: readonly BatchQuantity[];
  /** The free goods in the quantity that the corrected receipt gave. */
  readonly gift?: KeptGift;
}

/** The shop's date and time of an action, and its cashier. */
export interface Stamp {
  readonly date: string;
  readonly time: string;
  readonly cashier_fk: number;
}

/** A removed line, or the removed part of it. */
export interface RemovedLine {
  readonly line: CartLine;
  /** Null until `stamped` sets it, when the sale is on a screen. */
  readonly at: Stamp | null;
}

/** A supervisor's PIN approval for this receipt, as the supervisor saw it. */
export interface Approval {
  readonly user_id: number;
  readonly name: string;
  /** Rights for prices and discounts; empty when only credit was approved. */
  readonly rights: readonly string[];
  /** UUID of the entry that is approved, and the ticket that proves it; absent in approvals of former versions. */
  readonly entry?: string;
  readonly ticket?: string | undefined;
  /** Credit above the customer's limit; absent when none was approved. */
  readonly credit?: ApprovedCredit;
}

/** Credit up to `amount`, in the system currency, for one customer. */
export interface ApprovedCredit {
  readonly customer_fk: number;
  readonly amount: string;
}

export interface Cart {
  readonly lines: readonly CartLine[];
  readonly customer: TillCustomer | null;
  readonly discount: Discount | null;
  readonly note: string | null;
  readonly removed: readonly RemovedLine[];
  /** Promotions that the customer declined. */
  readonly declined: readonly number[];
  readonly approval: Approval | null;
  /** The refund that this receipt is exchanged for, or the receipt that it corrects. */
  readonly replaces: Replaced | null;
}

export interface Replaced {
  /** UUID of the replaced receipt; `id` if the server has assigned one. */
  readonly uuid: string | null;
  readonly id: number | null;
  readonly number: string;
}

export const EMPTY_CART: Cart = {
  lines: [],
  customer: null,
  discount: null,
  note: null,
  removed: [],
  declined: [],
  approval: null,
  replaces: null,
};

export const isEmpty = ({ lines, customer, note, replaces }: Cart): boolean =>
  lines.length === 0 && customer === null && note === null && replaces === null;

const nextId = ({ lines }: Cart): number => Math.max(0, ...lines.map(({ line_id }) => line_id)) + 1;

/** A scan of an item with an unchanged line raises that line; otherwise it adds one. */
export function withItem(
  cart: Cart,
  item: TillItem,
  {
    unit = usualUnit(item),
    count = '1',
    apart = false,
    batch,
  }: { unit?: number | undefined; count?: string; apart?: boolean; batch?: Batch | undefined } = {},
): Cart {
  if (unit === undefined) return cart;
  const same = cart.lines.findLast(
    (line) =>
      line.item.id === item.id &&
      line.unit_fk === unit &&
      line.price === null &&
      line.note === null &&
      isSameBatch(line.batch ?? NO_BATCH, batch ?? NO_BATCH),
  );
  if (same && !apart) return withLine(cart, same.line_id, { quantity: sumOf(same.quantity, count) });
  const line: CartLine = {
    line_id: nextId(cart),
    item,
    unit_fk: unit,
    quantity: count,
    price: null,
    discount: null,
    note: null,
    ...(batch ? { batch } : {}),
  };
  return { ...cart, lines: [...cart.lines, line] };
}

/** The line that a change added or raised, which becomes the selected one. */
export const grownLine = (before: Cart, after: Cart): number | undefined =>
  after.lines.findLast((line) => {
    const known = before.lines.find(({ line_id }) => line_id === line.line_id);
    return known === undefined || quantity(known.quantity) < quantity(line.quantity);
  })?.line_id;

const sumOf = (one: string, other: string): string => printQuantity(toQuantity(quantity(one) + quantity(other)));

export function withLine(cart: Cart, id: number, change: Partial<Omit<CartLine, 'line_id' | 'item'>>): Cart {
  const lines = cart.lines.map((line) => (line.line_id === id ? { ...line, ...change } : line));
  return { ...cart, lines, removed: [...cart.removed, ...lessened(cart, lines)] };
}

/** Records removed quantities in the cart, because lines removed before payment must leave a trace. */
function lessened(before: Cart, lines: readonly CartLine[]): readonly RemovedLine[] {
  return before.lines.flatMap((line) => {
    const now = lines.find(({ line_id, unit_fk }) => line_id === line.line_id && unit_fk === line.unit_fk);
    const less = quantity(line.quantity) - (now ? quantity(now.quantity) : quantity(line.quantity));
    return less > 0n ? [removedOf(line, printQuantity(toQuantity(less)))] : [];
  });
}

const removedOf = (line: CartLine, count: string): RemovedLine => ({ line: { ...line, quantity: count }, at: null });

export function withoutLine(cart: Cart, id: number): Cart {
  const line = cart.lines.find(({ line_id }) => line_id === id);
  if (!line) return cart;
  const lines = cart.lines.filter(({ line_id }) => line_id !== id);
  return { ...cart, lines, removed: [...cart.removed, removedOf(line, line.quantity)] };
}

/** The changed cart: other lines, another discount or another customer end the approval of the former ones. */
export function withApprovalOf(before: Cart, after: Cart): Cart {
  const { approval, lines, discount, customer } = after;
  const isSame = lines === before.lines && discount === before.discount && customer === before.customer;
  return isSame || approval === null || approval !== before.approval ? after : { ...after, approval: null };
}

/** Stamps the removed lines that have no time yet. */
export const stamped = (cart: Cart, stamp: () => Stamp): Cart =>
  cart.removed.every(({ at }) => at)
    ? cart
    : { ...cart, removed: cart.removed.map((removed) => (removed.at ? removed : { ...removed, at: stamp() })) };

/** Adds the removed lines of an earlier cart. */
export const withRemoved = (cart: Cart, before: Pick<Cart, 'removed'>): Cart => ({
  ...cart,
  removed: [...before.removed, ...cart.removed],
});

/** An empty cart that keeps its former lines as removed ones, for the next sale. */
export function emptied(cart: Cart): Cart {
  const removed = cart.lines.map((line) => removedOf(line, line.quantity));
  return { ...EMPTY_CART, removed: [...cart.removed, ...removed] };
}

export type QuantityProblem = 'not_a_number' | 'not_above_zero' | 'too_many_decimals' | 'too_large';
/** A longer quantity is a barcode typed into the wrong field. */
const WHOLE_DIGITS_MAX = 6;

/** The error of a typed quantity; undefined for a valid one. `text` has Latin digits. */
export function quantityProblem(text: string, decimals: number): QuantityProblem | undefined {
  const value = readQuantity(text);
  if (value === undefined) return /^\d+\.\d{7,}$/.test(text) ? 'too_many_decimals' : 'not_a_number';
  if (value <= 0n) return 'not_above_zero';
  const [whole = '', fraction = ''] = printQuantity(value).split('.');
  if (whole.length > WHOLE_DIGITS_MAX) return 'too_large';
  return fraction.length > decimals ? 'too_many_decimals' : undefined;
}

/** The quantity of each line that goes to another receipt. */
export interface Share {
  readonly line_id: number;
  readonly quantity: string;
}

/** The lines of a cart with their prices and discounts. */
interface PricedLines {
  readonly lines: Parameters<typeof discountsLeft>[0]['lines'];
}

/**
 * Splits a cart: the second has the given quantities, the first the rest. Both keep the customer, the declined promotions
 * and their share of the discounts, so that together they cost as much; the split removes nothing, and earlier removed
 * lines stay with the rest.
 */
export function split(
  cart: Cart,
  shares: readonly Share[],
  { lines: priced }: PricedLines,
  decimals: number,
): { readonly rest: Cart; readonly other: Cart } {
  const of = (line: CartLine) => quantity(shares.find(({ line_id }) => line_id === line.line_id)?.quantity ?? '0');
  const least = (line: CartLine) => (of(line) < quantity(line.quantity) ? of(line) : quantity(line.quantity));
  const taken = cart.lines.map((line) => ({ line: line.line_id, quantity: printQuantity(toQuantity(least(line))) }));
  const left = discountsLeft({ lines: priced, discount: cart.discount }, taken, decimals);
  const remainingOf = ({ line_id, discount }: CartLine) => discount && (left.ofLines.get(line_id) ?? null);
  const parted = (countOf: (line: CartLine) => bigint, discountOf: (line: CartLine) => Discount | null) =>
    cart.lines.flatMap((line) => {
      const count = countOf(line);
      if (count <= 0n) return [];
      return [{ ...line, quantity: printQuantity(toQuantity(count)), discount: discountOf(line) }];
    });
  return {
    rest: {
      ...cart,
      discount: left.ofReceipt,
      lines: parted((line) => quantity(line.quantity) - least(line), remainingOf),
    },
    other: {
      ...EMPTY_CART,
      customer: cart.customer,
      declined: cart.declined,
      discount: withoutPart(cart.discount, left.ofReceipt),
      lines: parted(least, (line) => withoutPart(line.discount, remainingOf(line))),
    },
  };
}

/** A percentage is unchanged, an amount is reduced by the part. */
function withoutPart(discount: Discount | null, part: Discount | null): Discount | null {
  if (discount?.type !== 'amount') return discount;
  const value = subtract(money(discount.value), money(part?.value ?? '0'));
  return value > 0n ? { type: 'amount', value: printMoney(value) } : null;
}
