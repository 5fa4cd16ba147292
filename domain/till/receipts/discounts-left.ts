/** The remaining discounts of a receipt after partial refunds: a percentage is unchanged, an amount is reduced. */
import { partOf } from '../../pricing/returned-shares.ts';
import { type Discount, documentTotals } from '../../pricing/totals.ts';
import { type Money, money, printMoney, smallestUnit, subtract, sum } from '../../values/money.ts';
import { inBaseUnits, quantity, toQuantity } from '../../values/quantity.ts';

interface DiscountedLine {
  readonly line_id: number;
  readonly quantity: string;
  /** Number of base units in one unit; absent where all quantities of a line are in one unit. */
  readonly unit_factor?: string;
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
  readonly unit_factor?: string;
}

export interface DiscountsLeft {
  readonly ofReceipt: Discount | null;
  /** By line number; null for a line without a discount. */
  readonly ofLines: ReadonlyMap<number, Discount | null>;
}

/** `back` are the refunded quantities, each with the number of its line and its unit. */
export function discountsLeft(
  { lines, discount }: DiscountedReceipt,
  back: readonly Returned[],
  decimals: number,
): DiscountsLeft {
  const unit = smallestUnit(decimals);
  const priced = lines.map((line) => ({
    quantity: line.quantity,
    bonus_quantity: null,
    price: line.price,
    discount: line.discount ?? null,
    tax_percent: null,
  }));
  const totals = documentTotals({ lines: priced, discount, delivery_charge: null, rounding_step: null, decimals });
  const inBase = (of: Omit<Returned, 'line'>) => inBaseUnits(quantity(of.quantity), quantity(of.unit_factor ?? '1'));
  const countOf = (id: number) =>
    toQuantity(back.filter(({ line }) => line === id).reduce((all, one) => all + inBase(one), 0n));
  const remainingOf = (amount: Money, line: DiscountedLine): Money =>
    subtract(amount, partOf(amount, countOf(line.line_id), inBase(line), unit));
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
