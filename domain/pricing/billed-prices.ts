/**
 * Bills with prices of their own (docs/decisions/0124). The supplier is owed what the bill says. The difference to the
 * price of the purchase is value of the goods at their receipt: it is shared like a later cost (later-costs.ts), so
 * costing moves the part of goods that left since.
 */

import type { Bill, BilledLine, BilledPrice, Purchase, PurchaseLine, Receipt } from '../purchasing/purchase-events.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { add, type Money, money, printMoney, smallestUnit, subtract, sum, toMoney, ZERO } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import {
  exactly,
  type InBoth,
  type LineValue,
  lineValues,
  portion,
  purchaseTotals,
  receivedOf,
  wholeOf,
} from './purchase-values.ts';
import { type Part, partOf } from './returned-shares.ts';
import type { LineTotals } from './totals.ts';

/** The purchase at the prices of a bill; discounts and taxes of its lines and its total are the purchase's. */
export function atPrices(purchase: Purchase, prices: readonly BilledPrice[] | undefined): Purchase {
  if (prices === undefined) return purchase;
  const priced = new Map(prices.map(({ line_id, price }) => [line_id, price]));
  return {
    ...purchase,
    lines: purchase.lines.map((line) => ({ ...line, price: priced.get(line.line_id) ?? line.price })),
  };
}

/** What a bill changes of the value of a line of a receipt, in the purchase's currency. */
export interface PriceDifference {
  readonly receipt: number;
  readonly line_id: number;
  readonly amount: Money;
}

/** In the order of the receipts and their lines; a difference of zero is left out. */
export function priceDifferences(
  purchase: Purchase,
  { prices, receipts }: Pick<Bill, 'prices' | 'receipts'>,
): PriceDifference[] {
  if (prices === undefined) return [];
  const [bought, billed] = [lineValues(purchase), lineValues(atPrices(purchase, prices))];
  return receipts.flatMap((receipt) =>
    bought.flatMap((value, index): PriceDifference[] => {
      const now = billed[index] ?? value;
      const amount = subtract(worthOf(now, receipt, purchase), worthOf(value, receipt, purchase));
      return amount === ZERO ? [] : [{ receipt: receipt.receipt, line_id: value.line.line_id, amount }];
    }),
  );
}

/** The part of a line in a receipt as its goods are worth it: with tax that is not recoverable. */
function worthOf({ line, whole, net, tax }: LineValue, { before, after }: Receipt, { decimals }: Purchase): Money {
  const [from, to] = [receivedOf(line, before), receivedOf(line, after)];
  const part = (of: InBoth) => portion(of, from, to, whole, smallestUnit(decimals)).foreign;
  return line.tax_recoverable ? part(net) : add(part(net), part(tax));
}

/** The amounts of the lines as they are owed, when a bill has prices of its own; what is not billed is as it was bought. */
export function billedLines(purchase: Purchase, bills: readonly Bill[]): BilledLine[] | undefined {
  const priced = bills.filter(({ prices }) => prices !== undefined);
  if (priced.length === 0) return undefined;
  const bought = purchaseTotals(purchase).lines;
  const changed = priced.map((bill) => ({ bill, totals: purchaseTotals(atPrices(purchase, bill.prices)).lines }));
  return purchase.lines.map((line, index) => {
    const own = bought[index];
    const amounts = changed.map(({ bill, totals }) => {
      const [now, before] = [totals[index], own].map((of) => of && owedFor(of, line, bill, purchase));
      return { now: now ?? NONE, before: before ?? NONE };
    });
    const inAll = (of: keyof typeof NONE, whole: Money) =>
      amounts.reduce((total, { now, before }) => add(total, subtract(now[of], before[of])), whole);
    const gross = inAll('gross', own?.gross ?? ZERO);
    return {
      line_id: line.line_id,
      price: lastPrice(line, priced),
      gross_amount: printMoney(gross),
      discount_amount: printMoney(subtract(gross, inAll('net', own?.net ?? ZERO))),
      tax_amount: printMoney(inAll('tax', own?.tax ?? ZERO)),
    };
  });
}

const NONE = { gross: ZERO, net: ZERO, tax: ZERO };

/** What a bill says for a line: its goods of these receipts, less those that went back before. */
function owedFor(of: LineTotals, line: PurchaseLine, { receipts, returned = [] }: Bill, { decimals }: Purchase) {
  const unit = smallestUnit(decimals);
  const [whole, gone] = [wholeOf(line), receivedOf(line, returned)];
  const paid = exactly(quantity(line.quantity), line.unit_factor);
  const came = (amount: Money) =>
    sum(
      receipts.map(({ before, after }) =>
        subtract(
          partOf(amount, receivedOf(line, after), whole, unit),
          partOf(amount, receivedOf(line, before), whole, unit),
        ),
      ),
    );
  const back = (amount: Money) => partOf(amount, gone, paid, unit);
  const backNet = subtract(back(of.gross), back(add(of.itemDiscount, of.invoiceDiscount)));
  return {
    gross: subtract(came(of.gross), back(of.gross)),
    net: subtract(came(of.net), backNet),
    tax: subtract(came(of.tax), back(of.tax)),
  };
}

/** The price of the last bill that has goods of the line. */
function lastPrice(line: PurchaseLine, priced: readonly Bill[]): string {
  const last = priced.findLast(({ receipts }) =>
    receipts.some(({ before, after }) => receivedOf(line, after) > receivedOf(line, before)),
  );
  return last?.prices?.find(({ line_id }) => line_id === line.line_id)?.price ?? line.price;
}

/** Goods of a line that were billed together, at the price of their bill. */
export interface BilledPart {
  readonly value: LineValue;
  readonly totals: LineTotals;
  /** Including bonus, as exact as `value.whole`. */
  readonly count: bigint;
}

/** The billed goods of each line, in the order of their receipts; undefined when all have the price of the purchase. */
export function billedParts(
  purchase: Purchase,
  receipts: readonly Receipt[],
  bills: readonly Bill[] = [],
): readonly (readonly BilledPart[])[] | undefined {
  if (bills.every(({ prices }) => prices === undefined)) return undefined;
  const priced = receipts.map((receipt) => {
    const bill = bills.find((bill) => bill.receipts.some((own) => own.receipt === receipt.receipt));
    const at = atPrices(purchase, bill?.prices);
    return { receipt, values: lineValues(at), totals: purchaseTotals(at).lines };
  });
  return purchase.lines.map((line, index) =>
    priced.flatMap(({ receipt, values, totals }): BilledPart[] => {
      const [value, own] = [values[index], totals[index]];
      const count = receivedOf(line, receipt.after) - receivedOf(line, receipt.before);
      return value && own && count > 0n ? [{ value, totals: own, count }] : [];
    }),
  );
}

/**
 * The share of an amount for the goods between two cumulative quantities, those of the first receipt first. Quantities
 * are parts of a whole in any unit: with bonus goods, or of paid goods only, to which the parts are reduced then.
 */
export function shareOfParts(
  parts: readonly BilledPart[],
  amountOf: (part: BilledPart) => Money,
  { before, count, whole: all }: Part,
  unit: Money,
): Money {
  const [only] = parts;
  const upTo = (at: bigint): Money => {
    if (only && parts.length === 1 && at === all) return amountOf(only);
    let passed = 0n;
    let total = 0n;
    for (const part of parts) {
      const left = at * part.value.whole - passed * all;
      const own = part.count * all;
      const taken = left < 0n ? 0n : left < own ? left : own;
      total += amountOf(part) * taken;
      passed += part.count;
    }
    const divisor = (only?.value.whole ?? 0n) * all;
    return divisor === 0n ? ZERO : toMoney(divideRounded(total, divisor * unit) * unit);
  };
  return subtract(upTo(before + count), upTo(before));
}

interface PricedReturn {
  readonly gross: Money;
  /** The returned quantity, in its unit. */
  readonly count: string;
  /** The price of the line of the purchase. */
  readonly own: string;
  /** A price of the line in the unit of the return. */
  readonly inItsUnit: (price: string) => string;
}

/** The price of returned goods: that of their bill, or what a unit of them was billed at where bills differ. */
export function priceOfParts(parts: readonly BilledPart[], { gross, count, own, inItsUnit }: PricedReturn): string {
  const prices = new Set(parts.map(({ value }) => money(value.line.price)));
  const [first] = parts;
  if (prices.size === 1 && first) return inItsUnit(first.value.line.price);
  const counted = quantity(count);
  return counted === 0n ? inItsUnit(own) : printMoney(toMoney(divideRounded(gross * 1_000_000n, counted)));
}
