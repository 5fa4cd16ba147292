/** The remaining discounts of a receipt after partial refunds: a percentage is unchanged, an amount is reduced. */
import { shareOf } from '../catalogue/returned-quantities.ts';
import { type Money, money, printMoney, smallestUnit, subtract, sum } from '../kernel/money.ts';
import { printQuantity, quantity, toQuantity } from '../kernel/quantity.ts';
import { type Discount, documentTotals } from '../sales/totals.ts';

interface DiscountedLine {
  readonly line_id: number;
  readonly quantity: string;
  readonly price: string;
  readonly discount?: Discount | null;
}

interface DiscountedReceipt {
  readonly lines: readonly DiscountedLine[];
  readonly discount: Discount | null;
}

interface Returned {
  readonly line: number | null;
  readonly quantity: string;
}

export interface DiscountsLeft {
  readonly ofReceipt: Discount | null;
  /** By line number; null for a line without a discount. */
  readonly ofLines: ReadonlyMap<number, Discount | null>;
}

/** `back` returns the refunded quantity of a line by its number, in the line's unit; null when there is none. */
export function discountsLeft(
  { lines, discount }: DiscountedReceipt,
  back: readonly Returned[],
  decimals: number,
): DiscountsLeft {
  const unit = smallestUnit(decimals);
  const priced = lines.map((line) => ({
    ...{ quantity: line.quantity, bonus_quantity: null, price: line.price },
    ...{ discount: line.discount ?? null, tax_percent: null },
  }));
  const totals = documentTotals({ lines: priced, discount, delivery_charge: null, rounding_step: null, decimals });
  const countOf = (id: number): string =>
    printQuantity(
      toQuantity(back.filter(({ line }) => line === id).reduce((all, one) => all + quantity(one.quantity), 0n)),
    );
  const remainingOf = (amount: Money, { line_id, quantity: whole }: DiscountedLine): Money =>
    subtract(amount, shareOf(amount, '0', countOf(line_id), whole, unit));
  const shares = lines.map((line, index) => remainingOf(totals.lines[index]?.invoiceDiscount ?? money('0'), line));
  return {
    ofReceipt: rest(discount, () => sum(shares)),
    ofLines: new Map(
      lines.map((line) => [line.line_id, rest(line.discount ?? null, (value) => remainingOf(value, line))]),
    ),
  };
}

function rest(discount: Discount | null, left: (value: Money) => Money): Discount | null {
  if (discount?.type !== 'amount') return discount;
  const value = left(money(discount.value));
  return value > 0n ? { type: 'amount', value: printMoney(value) } : null;
}
