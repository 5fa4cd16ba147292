/**
 * Refunded lines of a receipt at their paid amounts: differences of cumulative shares, so that all parts add up to the
 * whole.
 */
import { checkLeft, shareOf } from '../catalogue/returned-quantities.ts';
import { type Money, printMoney, smallestUnit, sum } from '../kernel/money.ts';
import { NO_QUANTITY, printQuantity, type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { Returns } from '../sales/returned-gifts.ts';
import type { SaleLine } from '../sales/sale.ts';
import { documentTotals } from '../sales/totals.ts';
import type { PosSale, RefundedLine } from './pos-sale-events.ts';

export interface NamedLine {
  readonly line_id: number;
  readonly quantity: string;
  readonly bonus_quantity?: string | null;
}

type Refunds = readonly { readonly lines: readonly NamedLine[] }[];

/** The refunded quantities of a line, in its unit. */
export function backOf(refunds: Refunds, line: number): { readonly sold: Quantity; readonly bonus: Quantity } {
  const lines = refunds.flatMap((refund) => refund.lines).filter(({ line_id }) => line_id === line);
  const total = (counts: readonly string[]) => toQuantity(counts.reduce((whole, count) => whole + quantity(count), 0n));
  return {
    sold: total(lines.map((of) => of.quantity)),
    bonus: total(lines.map((of) => of.bonus_quantity ?? '0')),
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
    sold: toQuantity(quantity(line.quantity) - back.sold),
    bonus: toQuantity(quantity(line.bonus_quantity ?? '0') - back.bonus),
  };
};

export const isAllBack = (receipt: PosSale, refunds: Refunds): boolean =>
  receipt.lines.every((line) => {
    const left = notBack(line, refunds);
    return left.sold <= 0n && left.bonus <= 0n;
  });

/** All lines with their unrefunded quantities. */
export function linesLeft(receipt: PosSale, refunds: Refunds): readonly NamedLine[] {
  return receipt.lines.flatMap((line): NamedLine[] => {
    const left = notBack(line, refunds);
    if (left.sold <= 0n && left.bonus <= 0n) return [];
    return [
      {
        line_id: line.line_id,
        quantity: printQuantity(left.sold > 0n ? left.sold : NO_QUANTITY),
        bonus_quantity: left.bonus > 0n ? printQuantity(left.bonus) : null,
      },
    ];
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
    const [count, bonus] = [quantity(named.quantity), quantity(named.bonus_quantity ?? '0')];
    if (count + bonus === 0n) issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
    const left = notBack(sold, refunds);
    checkLeft(named.quantity, left.sold, `lines.${index}.quantity`, 'more_than_sold', issues);
    checkLeft(named.bonus_quantity ?? '0', left.bonus, `lines.${index}.bonus_quantity`, 'more_than_sold', issues);
    const before = printQuantity(backOf(refunds, sold.line_id).sold);
    const share = (amount: Money) => printMoney(shareOf(amount, before, named.quantity, sold.quantity, unit));
    return [
      {
        ...soldAs(sold),
        quantity: named.quantity,
        bonus_quantity: bonus > 0n ? printQuantity(bonus) : null,
        gross_amount: share(amounts.gross),
        discount_amount: share(sum([amounts.itemDiscount, amounts.invoiceDiscount])),
        tax_amount: share(amounts.tax),
      },
    ];
  });
}

const soldAs = ({ line_id, item_fk, item_type, unit_fk, unit_factor, price, tax_percent }: SaleLine) => ({
  ...{ line_id, item_fk, item_type, unit_fk, unit_factor, price },
  ...(tax_percent ? { tax_percent } : {}),
});
