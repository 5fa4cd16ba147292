/**
 * A receipt while it is sold: lines, customer, discount, note, and what was taken off it again. Pure: every change gives a new
 * cart. What it comes to is worked out by `priced-cart.ts`, which holds no state of its own.
 */
import { printQuantity, quantity, readQuantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import type { Discount } from '../../../domain/sales/totals.ts';
import { type Batch, isSameBatch, NO_BATCH } from '../../../domain/stock/batch.ts';
import type { TillCustomer, TillItem } from '../device/catalogue-rows.ts';
import { usualUnit } from './goods.ts';

export interface CartLine {
  /** Stable within the receipt; the number of its line on the server too. */
  readonly line_id: number;
  readonly item: TillItem;
  readonly unit_fk: number;
  readonly quantity: string;
  /** What the cashier typed; null where the listed price counts. */
  readonly price: string | null;
  /** What the cashier typed; null where only promotions may give one. */
  readonly discount: Discount | null;
  readonly note: string | null;
  /** The batch that was scanned or chosen; without one what expires first is sold. */
  readonly batch?: Batch | null;
}

/** When something was done at the till, in the shop's day and time, and by whom. */
export interface Stamp {
  readonly date: string;
  readonly time: string;
  readonly cashier_fk: number;
}

/** A line that was taken off again, or as much of it as was. */
export interface RemovedLine {
  readonly line: CartLine;
  /** Null until the sale is on the screen again (`stamped`). */
  readonly at: Stamp | null;
}

/** Who allowed with their PIN what the cashier may not do alone. */
export interface Approval {
  readonly user_id: number;
  readonly name: string;
  readonly rights: readonly string[];
}

export interface Cart {
  readonly lines: readonly CartLine[];
  readonly customer: TillCustomer | null;
  readonly discount: Discount | null;
  readonly note: string | null;
  readonly removed: readonly RemovedLine[];
  /** Promotions that the customer does not want. */
  readonly declined: readonly number[];
  readonly approval: Approval | null;
  /** The refund that this receipt is the other half of, or the receipt that it corrects. */
  readonly replaces: Replaced | null;
}

export interface Replaced {
  /** Of the receipt that is replaced; the id where the server gave one already. */
  readonly uuid: string | null;
  readonly id: number | null;
  readonly number: string;
}

export const EMPTY_CART: Cart = {
  ...{ lines: [], customer: null, discount: null, note: null, removed: [], declined: [] },
  ...{ approval: null, replaces: null },
};

export const isEmpty = ({ lines, customer, note, replaces }: Cart): boolean =>
  lines.length === 0 && customer === null && note === null && replaces === null;

const nextId = ({ lines }: Cart): number => Math.max(0, ...lines.map(({ line_id }) => line_id)) + 1;

/** A scan of goods that stand on the receipt already, as they are, raises that line; anything else is a line of its own. */
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
    ...{ line_id: nextId(cart), item, unit_fk: unit, quantity: count },
    ...{ price: null, discount: null, note: null },
    ...(batch ? { batch } : {}),
  };
  return { ...cart, lines: [...cart.lines, line] };
}

/** The line that a change has added or made larger: the one that keys change next. */
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

/** What a change takes off a receipt is kept with it: who sells for less than was scanned leaves a trace. */
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

/** Whatever was taken off now has its moment. */
export const stamped = (cart: Cart, stamp: () => Stamp): Cart =>
  cart.removed.every(({ at }) => at)
    ? cart
    : { ...cart, removed: cart.removed.map((removed) => (removed.at ? removed : { ...removed, at: stamp() })) };

/** With what was taken off another cart before. */
export const withRemoved = (cart: Cart, before: Pick<Cart, 'removed'>): Cart => ({
  ...cart,
  removed: [...before.removed, ...cart.removed],
});

/** Nothing on it any more; what stood on it is kept with whatever is sold next. */
export function emptied(cart: Cart): Cart {
  const removed = cart.lines.map((line) => removedOf(line, line.quantity));
  return { ...EMPTY_CART, removed: [...cart.removed, ...removed] };
}

export type QuantityProblem = 'not_a_number' | 'not_above_zero' | 'too_many_decimals' | 'too_large';
/** A quantity with more digits is a barcode that was typed into the wrong field. */
const WHOLE_DIGITS_MAX = 6;

/** What is wrong with a typed quantity; undefined when nothing is. `text` has Latin digits. */
export function quantityProblem(text: string, decimals: number): QuantityProblem | undefined {
  const value = readQuantity(text);
  if (value === undefined) return /^\d+\.\d{7,}$/.test(text) ? 'too_many_decimals' : 'not_a_number';
  if (value <= 0n) return 'not_above_zero';
  const [whole = '', fraction = ''] = printQuantity(value).split('.');
  if (whole.length > WHOLE_DIGITS_MAX) return 'too_large';
  return fraction.length > decimals ? 'too_many_decimals' : undefined;
}

/** How much of each line goes to another receipt. */
export interface Share {
  readonly line_id: number;
  readonly quantity: string;
}

/** Two receipts of one: the second has what is named, the first the rest. Both keep the customer; nothing counts as removed, and what was removed before goes with the rest. */
export function split(cart: Cart, shares: readonly Share[]): { readonly rest: Cart; readonly other: Cart } {
  const of = (line: CartLine) => quantity(shares.find(({ line_id }) => line_id === line.line_id)?.quantity ?? '0');
  const parted = (countOf: (line: CartLine) => bigint) =>
    cart.lines.flatMap((line) => {
      const count = countOf(line);
      return count > 0n ? [{ ...line, quantity: printQuantity(toQuantity(count)) }] : [];
    });
  const least = (line: CartLine) => (of(line) < quantity(line.quantity) ? of(line) : quantity(line.quantity));
  return {
    rest: { ...cart, lines: parted((line) => quantity(line.quantity) - least(line)) },
    other: { ...EMPTY_CART, customer: cart.customer, lines: parted(least) },
  };
}
