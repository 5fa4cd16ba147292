/** The corrected copy of a receipt: its goods, promotions and payments. Pure. */

import { type Discount, documentTotals } from '../../../domain/pricing/totals.ts';
import { discountsLeft } from '../../../domain/till/receipts/discounts-left.ts';
import type { BatchQuantity } from '../../../domain/values/batch.ts';
import { isObject, type Members, numbersOf, objectsOf } from '../../../domain/values/members.ts';
import { type Money, printMoney, readMoney } from '../../../domain/values/money.ts';
import { readQuantity } from '../../../domain/values/quantity.ts';
import type { LineLeft } from './receipt-left.ts';

/** The typed values of a line. */
export interface TypedLine {
  readonly line: LineLeft;
  readonly quantity: string;
  readonly price: string;
  /** Which of its batches are sold again, where that is a choice. */
  readonly batches?: readonly BatchQuantity[] | null;
}

interface SoldLine {
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
  readonly batches: readonly BatchQuantity[] | null;
}

export interface SoldAgain {
  /** In the form of a receipt's body. */
  readonly lines: readonly (Members & SoldLine)[];
  readonly discount: Discount | null;
  readonly promotions: readonly { readonly promotion_fk: number }[];
  readonly total: Money;
}

/** Undefined while a typed amount is invalid, or no line is left. */
export function soldAgain(
  receipt: Members,
  typed: readonly TypedLine[],
  { promoted, decimals }: { readonly promoted: boolean; readonly decimals: number },
): SoldAgain | undefined {
  const isReadable = (line: TypedLine) =>
    (readQuantity(line.quantity) ?? -1n) >= 0n && readMoney(line.price) !== undefined;
  if (!typed.every(isReadable)) return undefined;
  const rest = discountsLeft(discountedIn(receipt), backOf(receipt), decimals);
  const lines = typed.flatMap((each) => lineOf(each, promoted, rest.ofLines.get(each.line.line_id) ?? null));
  if (lines.length === 0) return undefined;
  const ofLines = new Set(numbersOf(objectsOf(receipt['lines']).map(({ promotion_fk }) => promotion_fk)));
  const ofReceipt = numbersOf(objectsOf(receipt['promotions']).map(({ promotion_fk }) => promotion_fk)).filter(
    (id) => !ofLines.has(id),
  );
  const discount = !promoted && ofReceipt.length > 0 ? null : rest.ofReceipt;
  const { total } = documentTotals({ lines, discount, delivery_charge: null, rounding_step: null, decimals });
  const promotions = promoted ? ofReceipt.map((promotion_fk) => ({ promotion_fk })) : [];
  return { lines, discount, promotions, total };
}

/** Unchanged except quantity and price; without promotions also without their discounts. */
function lineOf(typed: TypedLine, promoted: boolean, left: Discount | null) {
  const { line, quantity: count, price, batches = null } = typed;
  const { fields, bonusLeft } = line;
  const { promotion_fk } = fields;
  const isPromised = typeof promotion_fk === 'number';
  const bonus = isPromised && !promoted ? null : bonusLeft;
  if ((readQuantity(count) ?? 0n) === 0n && bonus === null) return [];
  return [
    {
      item_fk: fields['item_fk'],
      unit_fk: fields['unit_fk'],
      note: textOf(fields['note']),
      quantity: count,
      price,
      batches,
      bonus_quantity: bonus,
      tax_percent: textOf(fields['tax_percent']),
      discount: isPromised && !promoted ? null : left,
      ...(isPromised && promoted ? { promotion_fk } : {}),
    },
  ];
}

const discountedIn = (receipt: Members) => ({
  discount: discountOf(receipt['discount']),
  lines: objectsOf(receipt['lines']).map((line) => ({
    line_id: Number(line['line_id']),
    unit_factor: textOf(line['unit_factor']) ?? '1',
    quantity: textOf(line['quantity']) ?? '0',
    price: textOf(line['price']) ?? '0',
    discount: discountOf(line['discount']),
  })),
});

const backOf = (receipt: Members) =>
  objectsOf(receipt['refunds'])
    .flatMap((refund) => objectsOf(refund['lines']))
    .map((line) => ({
      line: Number(line['line_id']),
      unit_factor: textOf(line['unit_factor']) ?? '1',
      quantity: textOf(line['quantity']) ?? '0',
    }));

const isDiscount = (value: unknown): value is Discount => isObject(value) && typeof value['value'] === 'string';
const discountOf = (value: unknown): Discount | null => (isDiscount(value) ? value : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Typed amounts; cash by the account of the drawer. */
export interface TypedPayments {
  readonly credit: string;
  readonly app: string;
  readonly reference: string;
  readonly cash: readonly { readonly account_fk: number; readonly amount: string }[];
}

/** In the form of a receipt's body; methods without an amount are omitted. */
export function paymentsOf({ credit, app, reference, cash }: TypedPayments): readonly Members[] {
  const isPaid = ({ amount }: { readonly amount: string }) => amount !== '' && readMoney(amount) !== 0n;
  return [
    ...cash.map(({ account_fk, amount }) => ({ method: 'cash', amount, account_fk })),
    { method: 'app', amount: app, ...(reference.trim() ? { reference_number: reference.trim() } : {}) },
    { method: 'credit', amount: credit },
  ].filter(isPaid);
}

/** Empty for zero. */
export const shownAmount = (amount: Money): string => (amount === 0n ? '' : printMoney(amount));
