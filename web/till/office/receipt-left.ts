/** The refundable rest of a posted receipt: its lines, and the amount of each payment method. */

import { batchesOfLine } from '../../../domain/batches/line-batches.ts';
import { remainingOf } from '../../../domain/batches/returned-batches.ts';
import type { InUnit } from '../../../domain/pricing/returned-quantities.ts';
import { BONUS_LINE } from '../../../domain/pricing/totals.ts';
import { inUnit } from '../../../domain/sales/goods-return.ts';
import { totalOf } from '../../../domain/till/receipts/part-refund.ts';
import type { PosPayment, RefundedLine } from '../../../domain/till/receipts/pos-sale-events.ts';
import { baseAmountOf } from '../../../domain/till/receipts/pos-sale-rules.ts';
import { backOf, countedFor } from '../../../domain/till/receipts/refunded-lines.ts';
import {
  type BatchQuantity,
  isSameBatch,
  mergedBatches,
  movedBatches,
  sumOfBatches,
} from '../../../domain/values/batch.ts';
import { type Members, objectsOf } from '../../../domain/values/members.ts';
import {
  add,
  lesser,
  type Money,
  money,
  printMoney,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../../../domain/values/money.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import { listThatFits } from '../../shared/api/wire.ts';
import { readQuantity } from '../../shared/document/model/goods/quantities.ts';

export interface LineLeft {
  readonly line_id: number;
  /** The line, with the unit and the price of the quantities below: after pieces of a box came back, those of a piece. */
  readonly fields: Members;
  /** Sold and not returned quantity; the same for bonus. Null: nothing. */
  readonly left: string | null;
  readonly bonusLeft: string | null;
  /** The batches of both together, in base units; empty for goods without batches. */
  readonly batches: readonly BatchQuantity[];
}

/** `chosen` are other units than those of the receipt, by the number of the line. */
export function linesLeft(data: Members, chosen: ReadonlyMap<number, InUnit> = new Map()): readonly LineLeft[] {
  const refunds = refundsOf(data);
  return objectsOf(data['lines']).flatMap((fields): LineLeft[] => {
    const line = goodsOf(fields);
    const [sold, back] = [backOf([{ lines: [line] }], line.line_id), backOf(refunds, line.line_id)];
    const base = { sold: sold.sold - back.sold, bonus: sold.bonus - back.bonus };
    if (base.sold <= 0n && base.bonus <= 0n) return [];
    const unit = chosen.get(line.line_id);
    const { unit_fk, unit_factor, ...left } = countedFor({ ...line, ...unit }, base, refunds);
    const { price } = inUnit({ ...line, price: textOr0(fields['price']) }, { unit_fk, unit_factor });
    return [
      {
        line_id: line.line_id,
        fields: { ...fields, unit_fk, unit_factor, price },
        left: base.sold > 0n ? left.quantity : null,
        bonusLeft: base.bonus > 0n ? (left.bonus_quantity ?? null) : null,
        batches: batchesLeft(data, fields, back.sold + back.bonus),
      },
    ];
  });
}

/** `before` are the base units of the line that came back. */
function batchesLeft(data: Members, line: Members, before: bigint): readonly BatchQuantity[] {
  const back = batchesBack(data, line);
  const left = remainingOf(batchesOfLine(data, line), before, (batch) =>
    printQuantity(toQuantity(sumOfBatches(back.filter((other) => isSameBatch(other, batch))))),
  );
  return left.filter(({ quantity }) => quantity !== '0');
}

const batchesBack = (data: Members, line: Members): readonly BatchQuantity[] =>
  objectsOf(data['refunds'])
    .flatMap(movedBatches)
    .filter(({ move_line_id }) => move_line_id % BONUS_LINE === line['line_id']);

const refundsOf = (data: Members) =>
  objectsOf(data['refunds']).map(({ lines }) => ({ lines: objectsOf(lines).map(goodsOf) }));

const goodsOf = (fields: Members) => ({
  line_id: Number(fields['line_id']),
  item_fk: Number(fields['item_fk']),
  unit_fk: Number(fields['unit_fk']),
  unit_factor: typeof fields['unit_factor'] === 'string' ? fields['unit_factor'] : '1',
  quantity: textOr0(fields['quantity']),
  bonus_quantity: textOr0(fields['bonus_quantity']),
});

export interface CameBack {
  readonly line_id: number;
  readonly fields: Members;
  /** Bonus included, in the unit in `fields`. */
  readonly quantity: string;
  /** In base units. */
  readonly batches: readonly BatchQuantity[];
}

/** The lines of which refunds took something back, with all of it together. */
export function linesBack(data: Members): readonly CameBack[] {
  const refunds = refundsOf(data);
  return objectsOf(data['lines']).flatMap((fields): CameBack[] => {
    const line = goodsOf(fields);
    const back = backOf(refunds, line.line_id);
    if (back.sold + back.bonus === 0n) return [];
    const all = countedFor(line, { sold: back.sold + back.bonus, bonus: 0n }, refunds);
    const batches = mergedBatches(batchesBack(data, fields));
    return [{ line_id: line.line_id, fields: { ...fields, unit_fk: all.unit_fk }, quantity: all.quantity, batches }];
  });
}

/** What refunds of parts took back, in the system currency. */
export const returnedAmount = (data: Members): string =>
  printMoney(
    sum(
      objectsOf(data['refunds']).map(({ lines }) =>
        totalOf(
          listThatFits<RefundedLine>(lines, {
            line_id: 'number',
            quantity: 'string',
            gross_amount: 'string',
            discount_amount: 'string',
            tax_amount: 'string',
          }),
        ),
      ),
    ),
  );

/** Typed quantities of a refund, by field and line; the rest of the receipt where nothing was typed. */
export type TypedCounts = Readonly<Record<string, string>>;
export const countName = (field: CountField, line_id: number): string => `${field} ${line_id}`;
export type CountField = 'quantity' | 'bonus_quantity';

export const countOf = (line: LineLeft, field: CountField, typed: TypedCounts): string =>
  typed[countName(field, line.line_id)] ?? (field === 'quantity' ? line.left : line.bonusLeft) ?? '0';

/** The batches that a person chose of a line, by its number. */
export type ChosenBatches = ReadonlyMap<number, readonly BatchQuantity[]>;

/** What of a line comes back, bonus included, in the unit in its fields; undefined while it is no quantity. */
export function countBack(line: LineLeft, typed: TypedCounts): string | undefined {
  const [sold, bonus] = [countOf(line, 'quantity', typed), countOf(line, 'bonus_quantity', typed)].map(readQuantity);
  return sold === undefined || bonus === undefined ? undefined : printQuantity(toQuantity(sold + bonus));
}

/** Whether a person has to say of which of its batches a part of a line is: of one batch it is anyway. */
export function isChoice(line: LineLeft, count: string | undefined): boolean {
  const base = baseOf(line, count);
  return line.batches.length > 1 && base > 0n && base < sumOfBatches(line.batches);
}

/** Whether that is said. */
export const isChosen = (line: LineLeft, count: string | undefined, chosen: ChosenBatches): boolean =>
  !isChoice(line, count) || sumOfBatches(chosen.get(line.line_id) ?? []) === baseOf(line, count);

const baseOf = ({ fields }: LineLeft, count = '0'): bigint =>
  inBaseUnits(readQuantity(count) ?? toQuantity(0n), quantity(goodsOf(fields).unit_factor));

/** The batches of what is meant of a line: the chosen ones, or all of them. None where they are not known as a whole. */
export function batchesSaid(line: LineLeft, count: string | undefined, chosen: ChosenBatches) {
  const batches = isChoice(line, count) ? (chosen.get(line.line_id) ?? []) : ofOneChoice(line, baseOf(line, count));
  return batches.length > 0 ? { batches: [...batches] } : {};
}

function ofOneChoice({ batches }: LineLeft, base: bigint): readonly BatchQuantity[] {
  const [only] = batches;
  if (base === sumOfBatches(batches)) return batches;
  if (!only || batches.length > 1 || base <= 0n || base > quantity(only.quantity)) return [];
  return [{ ...only, quantity: printQuantity(toQuantity(base)) }];
}

/** The lines that a refund names; undefined for all that is left of the receipt. */
export function refundedLines(lines: readonly LineLeft[], typed: TypedCounts, chosen: ChosenBatches = new Map()) {
  const isPositive = (text: string) => (readQuantity(text) ?? 0n) > 0n;
  const isWhole = (line: LineLeft) =>
    countOf(line, 'quantity', typed) === (line.left ?? '0') &&
    countOf(line, 'bonus_quantity', typed) === (line.bonusLeft ?? '0');
  if (lines.every(isWhole)) return undefined;
  return lines.flatMap((line) => {
    const [sold, bonus] = [countOf(line, 'quantity', typed), countOf(line, 'bonus_quantity', typed)];
    if (!isPositive(sold) && !isPositive(bonus)) return [];
    const { item_fk, unit_fk } = goodsOf(line.fields);
    return [
      {
        line_id: line.line_id,
        item_fk,
        unit_fk,
        quantity: sold,
        ...(isPositive(bonus) ? { bonus_quantity: bonus } : {}),
        ...batchesSaid(line, countBack(line, typed), chosen),
      },
    ];
  });
}

const textOr0 = (value: unknown): string => (typeof value === 'string' ? value : '0');

/** In the system currency. */
export interface Paid {
  readonly credit: Money;
  readonly app: Money;
  /** In all currencies, less the change. */
  readonly cash: Money;
}

/** The remaining amount of each payment method: payments less refunds. */
export function paidLeft(data: Members, system: number): Paid {
  const paidBy = (payments: unknown, method: PosPayment['method']): Money =>
    sum(
      listThatFits<PosPayment>(payments, { method: 'string', amount: 'string', currency_fk: 'number' })
        .filter((payment) => payment.method === method)
        .map((payment) => baseAmountOf(payment, system)),
    );
  const left = (method: PosPayment['method']): Money =>
    subtract(
      paidBy(data['payments'], method),
      sum(objectsOf(data['refunds']).map(({ payments }) => paidBy(payments, method))),
    );
  const change = money(textOr0(data['change_amount']));
  return { credit: left('credit'), app: left('app'), cash: subtract(left('cash'), change) };
}

/**
 * The default payments of a receipt that is sold again: those of the first one, with the difference in cash; `step` is
 * the rounding step of cash.
 */
export function paidAgain(before: Paid, total: Money, step: Money): Paid {
  const credit = lesser(before.credit, total);
  const app = lesser(before.app, subtract(total, credit));
  const due = subtract(total, add(credit, app));
  if (due <= 0n) return { credit, app, cash: ZERO };
  const back = subtract(before.cash, due);
  // Whole steps, rounded up to at least the amount due: the server computes the change.
  const steps = back >= 0n ? back / step : -((step - 1n - back) / step);
  return { credit, app, cash: subtract(before.cash, toMoney(steps * step)) };
}
