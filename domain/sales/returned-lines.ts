/**
 * The lines of a sale return. A return of a sale copies item and price from the sale's line, and takes cumulative
 * shares of its discounts, promotion credit and tax, so that parts add up exactly to the sale. Without a sale all
 * fields are entered.
 */

import { lineItems } from '../catalogue/line-items.ts';
import { checkLeft, returnedKey, shareOf } from '../catalogue/returned-quantities.ts';
import { defined } from '../kernel/defined.ts';
import type { Facts } from '../kernel/facts.ts';
import { type Money, printMoney, smallestUnit, sum, ZERO } from '../kernel/money.ts';
import { quantity, toQuantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import { completeLines, originLine, returnedAmounts, withoutOrigin } from './goods-return.ts';
import { creditedShares } from './promotion-result.ts';
import type { Sale, SaleLine } from './sale.ts';
import type { SaleReturnInput } from './sale-return.schema.ts';
import type { SaleReturn, SaleReturnLine } from './sale-return-events.ts';
import { BONUS_LINE, documentTotals, type LineTotals } from './totals.ts';

type ReturnedLine = Pick<SaleReturnLine, 'line_id' | 'quantity' | 'bonus_quantity' | 'batches'> & {
  readonly sale_line_id?: number | null;
  readonly note?: string | null;
};

/** Refuses lines that the sale does not have, and quantities above the sold ones less earlier returns. */
export function linesOfSale(
  lines: readonly ReturnedLine[],
  saleId: number,
  sale: Sale,
  facts: Facts,
  issues: Issues,
): SaleReturnLine[] {
  const totals = documentTotals(sale);
  const credited = creditedShares(sale.promotions, totals.lines, sale.decimals);
  const returned = (line: number) => facts.level(returnedKey(`sale-${saleId}`, line));
  return lines.flatMap((line, index): SaleReturnLine[] => {
    const at = originLine(lines, index, 'sale_line_id', sale.lines, issues);
    const [sold, amounts] = [sale.lines[at], totals.lines[at]];
    if (!sold || !amounts) return [];
    const before = returned(sold.line_id);
    const bonusBefore = returned(sold.line_id + BONUS_LINE);
    const check = (count: string, whole: string, already: string, field: string) => {
      const left = toQuantity(quantity(whole) - quantity(already));
      checkLeft(count, left, `lines.${index}.${field}`, 'more_than_sold', issues);
    };
    check(line.quantity, sold.quantity, before, 'quantity');
    check(line.bonus_quantity ?? '0', sold.bonus_quantity ?? '0', bonusBefore, 'bonus_quantity');
    return [
      {
        ...line,
        note: line.note === undefined ? sold.note : line.note,
        ...soldAs(sold),
        ...shares(line, { before, unit: smallestUnit(sale.decimals) }, sold, amounts, credited[at] ?? ZERO),
        returned_before: before,
        bonus_returned_before: bonusBefore,
      },
    ];
  });
}

function soldAs(sold: SaleLine) {
  const { line_id: sale_line_id, item_fk, item_type, unit_fk, unit_factor, price, discount, tax_percent } = sold;
  return { sale_line_id, item_fk, item_type, unit_fk, unit_factor, price, discount, tax_percent };
}

/** The difference of two cumulative shares of the line's amounts. */
function shares(
  line: ReturnedLine,
  { before, unit }: { readonly before: string; readonly unit: Money },
  sold: SaleLine,
  { gross, itemDiscount, invoiceDiscount, tax }: LineTotals,
  credited: Money,
) {
  const share = (amount: Money) => printMoney(shareOf(amount, before, line.quantity, sold.quantity, unit));
  return {
    gross_amount: share(gross),
    discount_amount: share(sum([itemDiscount, invoiceDiscount, credited])),
    tax_amount: share(tax),
  };
}

/** Lines of a return without a sale. */
export function enteredLines(
  lines: SaleReturnInput['lines'],
  { discount, decimals }: Pick<SaleReturn, 'discount' | 'decimals'>,
  facts: Facts,
  issues: Issues,
): SaleReturnLine[] {
  const complete = completeLines(lines, 'sale_line_id', 'return_without_sale', issues);
  if (!complete) return [];
  const entered = lineItems(complete, facts, issues).map(({ line, line_id, item_type, unit_factor }) => ({
    line_id,
    sale_line_id: null,
    item_type,
    unit_factor,
    ...withoutOrigin(line),
    tax_percent: line.tax_percent ?? null,
    note: line.note ?? null,
  }));
  const totals = documentTotals({ lines: entered, discount, delivery_charge: null, rounding_step: null, decimals });
  return entered.map((line, index) => ({ ...line, ...returnedAmounts(defined(totals.lines[index])) }));
}
