/**
 * Refunded lines of a receipt at their paid amounts: differences of cumulative shares, so that all parts add up to the
 * whole.
 */
import type { InUnit } from '../../pricing/returned-quantities.ts';
import { checkPartLeft, partShare } from '../../pricing/returned-shares.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { inUnit } from '../../sales/goods-return.ts';
import type { Returns } from '../../sales/returned-gifts.ts';
import type { SaleLine } from '../../sales/sale-events.ts';
import { namedBatches, type OfSeveral } from '../../values/batch.ts';
import { type Money, printMoney, smallestUnit, sum } from '../../values/money.ts';
import {
  inBaseUnits,
  NO_QUANTITY,
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  quantity,
  toQuantity,
} from '../../values/quantity.ts';
import type { Issues } from '../../values/refusal.ts';
import type { PosSale, RefundedLine } from './pos-sale-events.ts';

/** A line of a receipt of which something comes back, in any unit of its item, and the batches that a person named. */
export interface NamedLine extends InUnit, OfSeveral {
  readonly line_id: number;
  readonly quantity: string;
  readonly bonus_quantity?: string | null;
}

type Refunds = readonly { readonly lines: readonly NamedLine[] }[];

const inBase = (count: string | null | undefined, { unit_factor }: Pick<InUnit, 'unit_factor'>): Quantity =>
  inBaseUnits(quantity(count ?? '0'), quantity(unit_factor));

/** The refunded quantities of a line, in base units. */
export function backOf(refunds: Refunds, line: number): { readonly sold: Quantity; readonly bonus: Quantity } {
  const lines = refunds.flatMap((refund) => refund.lines).filter(({ line_id }) => line_id === line);
  const total = (counts: readonly Quantity[]) => toQuantity(counts.reduce((whole, count) => whole + count, 0n));
  return {
    sold: total(lines.map((of) => inBase(of.quantity, of))),
    bonus: total(lines.map((of) => inBase(of.bonus_quantity, of))),
  };
}

/** The refunded quantities before a refund of these lines, and with it. */
export const returnsOf = (refunds: Refunds, lines: readonly NamedLine[]): Returns => ({
  before: (line) => backOf(refunds, line),
  now: (line) => backOf([...refunds, { lines }], line),
});

const notBack = (line: SaleLine, refunds: Refunds) => {
  const back = backOf(refunds, line.line_id);
  return {
    sold: toQuantity(inBase(line.quantity, line) - back.sold),
    bonus: toQuantity(inBase(line.bonus_quantity, line) - back.bonus),
  };
};

export const isAllBack = (receipt: PosSale, refunds: Refunds): boolean =>
  receipt.lines.every((line) => {
    const left = notBack(line, refunds);
    return left.sold <= 0n && left.bonus <= 0n;
  });

/** Base units of a line in its own unit where that is exact, otherwise in a unit in which a part of it came back. */
export function countedFor(
  line: InUnit & { readonly line_id: number },
  base: { readonly sold: bigint; readonly bonus: bigint },
  refunds: Refunds,
): NamedLine {
  const back = refunds.flatMap(({ lines }) => lines.filter(({ line_id }) => line_id === line.line_id));
  const [sold, bonus] = [base.sold, base.bonus].map((count) => toQuantity(count > 0n ? count * QUANTITY_ONE : 0n));
  const isExact = ({ unit_factor }: InUnit) =>
    [sold, bonus].every((count = NO_QUANTITY) => count % quantity(unit_factor) === 0n);
  const smallest = [...back].sort((a, b) => Number(quantity(a.unit_factor) - quantity(b.unit_factor))).at(0);
  const { unit_fk, unit_factor } = [line, ...back].find(isExact) ?? smallest ?? line;
  const count = (of = NO_QUANTITY) => printQuantity(toQuantity(of / quantity(unit_factor)));
  const free = bonus ? count(bonus) : null;
  return { line_id: line.line_id, unit_fk, unit_factor, quantity: count(sold), bonus_quantity: free };
}

/** All lines with their unrefunded quantities. */
export function linesLeft(receipt: PosSale, refunds: Refunds): readonly NamedLine[] {
  return receipt.lines.flatMap((line): NamedLine[] => {
    const left = notBack(line, refunds);
    return left.sold <= 0n && left.bonus <= 0n ? [] : [countedFor(line, left, refunds)];
  });
}

/** Adds issues for lines that the receipt does not have, and for quantities above the unrefunded ones. */
export function refundedLines(
  lines: readonly NamedLine[],
  receipt: PosSale,
  refunds: Refunds,
  issues: Issues,
): readonly RefundedLine[] {
  const totals = documentTotals(receipt);
  const unit = smallestUnit(receipt.decimals);
  return lines.flatMap((named, index): RefundedLine[] => {
    const at = receipt.lines.findIndex(({ line_id }) => line_id === named.line_id);
    const [sold, amounts] = [receipt.lines[at], totals.lines[at]];
    if (!sold || !amounts) {
      issues.add(`lines.${index}.line_id`, 'unknown_line');
      return [];
    }
    const isTwice = lines.findIndex(({ line_id }) => line_id === named.line_id) < index;
    if (isTwice) issues.add(`lines.${index}.line_id`, 'unique');
    const now = backOf([{ lines: [named] }], named.line_id);
    if (now.sold + now.bonus === 0n) issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
    const before = backOf(refunds, sold.line_id);
    const part = { before: before.sold, count: now.sold, whole: inBase(sold.quantity, sold) };
    const bonus = { before: before.bonus, count: now.bonus, whole: inBase(sold.bonus_quantity, sold) };
    const counted = { unit_factor: named.unit_factor, counted_in: 'base_units' } as const;
    checkPartLeft(part, counted, `lines.${index}.quantity`, 'more_than_sold', issues);
    checkPartLeft(bonus, counted, `lines.${index}.bonus_quantity`, 'more_than_sold', issues);
    const share = (amount: Money) => printMoney(partShare(amount, part, unit));
    return [
      {
        ...soldAs(inUnit(sold, named)),
        ...namedBatches({ batches: named.batches }),
        quantity: named.quantity,
        bonus_quantity: now.bonus > 0n ? (named.bonus_quantity ?? null) : null,
        gross_amount: share(amounts.gross),
        discount_amount: share(sum([amounts.itemDiscount, amounts.invoiceDiscount])),
        tax_amount: share(amounts.tax),
      },
    ];
  });
}

const soldAs = ({ line_id, item_fk, item_type, unit_fk, unit_factor, price, tax_percent }: SaleLine) => ({
  line_id,
  item_fk,
  item_type,
  unit_fk,
  unit_factor,
  price,
  ...(tax_percent ? { tax_percent } : {}),
});
