/**
 * The lines of a sale return. A return of a sale copies item and price from the sale's line, and takes cumulative
 * shares of its discounts, promotion credit and tax, so that parts add up exactly to the sale. Without a sale all
 * fields are entered.
 */

import { asWritten, lineItems, type WrittenLine } from '../catalogue/line-items.ts';
import type { Facts } from '../deciding/facts.ts';
import { type InUnit, returnPosition } from '../pricing/returned-quantities.ts';
import { checkPartLeft, type Part, partShare, returnedPart } from '../pricing/returned-shares.ts';
import { documentTotals, type LineTotals } from '../pricing/totals.ts';
import { defined } from '../values/defined.ts';
import { type Money, printMoney, smallestUnit, sum, ZERO } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';
import { completeLines, inUnit, originLine, returnedAmounts, withoutOrigin } from './goods-return.ts';
import { creditedShares } from './promotion-result.ts';
import type { Sale, SaleLine } from './sale-events.ts';
import type { SaleReturnInput } from './sale-return.schema.ts';
import type { SaleReturn, SaleReturnLine } from './sale-return-events.ts';
import { taxOf } from './sale-rules.ts';

type ReturnedLine = Pick<SaleReturnLine, 'line_id' | 'quantity' | 'bonus_quantity' | 'batches'> &
  InUnit & {
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
  const unit = smallestUnit(sale.decimals);
  return lines.flatMap((line, index): SaleReturnLine[] => {
    const at = originLine(lines, index, 'sale_line_id', sale.lines, issues);
    const [sold, amounts] = [sale.lines[at], totals.lines[at]];
    if (!sold || !amounts) return [];
    const { note = sold.note, ...entered } = line;
    const back = {
      ...entered,
      ...soldAs(inUnit(sold, line)),
      ...returnPosition(`sale-${saleId}`, sold, line, facts),
      note,
    };
    const part = returnedPart(back, sold);
    checkPartLeft(part.paid, back, `lines.${index}.quantity`, 'more_than_sold', issues);
    checkPartLeft(part.bonus, back, `lines.${index}.bonus_quantity`, 'more_than_sold', issues);
    return [{ ...back, ...shares(part.paid, unit, amounts, credited[at] ?? ZERO) }];
  });
}

function soldAs(sold: SaleLine) {
  const { line_id: sale_line_id, item_fk, item_type, unit_fk, unit_factor, price, discount, tax_percent } = sold;
  return { sale_line_id, item_fk, item_type, unit_fk, unit_factor, price, discount, tax_percent };
}

/** The difference of two cumulative shares of the line's amounts. */
function shares(part: Part, unit: Money, { gross, itemDiscount, invoiceDiscount, tax }: LineTotals, credited: Money) {
  const share = (amount: Money) => printMoney(partShare(amount, part, unit));
  return {
    gross_amount: share(gross),
    discount_amount: share(sum([itemDiscount, invoiceDiscount, credited])),
    tax_amount: share(tax),
  };
}

/** Lines of a return without a sale: a line without a tax has that of its item on the day of the return. */
export function enteredLines(
  lines: SaleReturnInput['lines'],
  {
    date,
    discount,
    decimals,
    written,
  }: Pick<SaleReturn, 'date' | 'discount' | 'decimals'> & { readonly written?: readonly WrittenLine[] | undefined },
  facts: Facts,
  issues: Issues,
): SaleReturnLine[] {
  const complete = completeLines(lines, 'sale_line_id', 'return_without_sale', issues);
  if (!complete) return [];
  const items = lineItems(complete, facts, issues, asWritten(written));
  const entered = items.map(({ line, line_id, item_type, unit_factor }) => ({
    line_id,
    sale_line_id: null,
    item_type,
    unit_factor,
    ...withoutOrigin(line),
    tax_percent: line.tax_percent === undefined ? taxOf(line.item_fk, date, facts) : line.tax_percent,
    note: line.note ?? null,
  }));
  const totals = documentTotals({ lines: entered, discount, delivery_charge: null, rounding_step: null, decimals });
  return entered.map((line, index) => ({ ...line, ...returnedAmounts(defined(totals.lines[index])) }));
}
