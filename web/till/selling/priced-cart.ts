/**
 * The totals of a cart: prices, promotions, totals and exceeded limits, computed with the domain functions that the
 * server uses. Pure: equal carts and terms give equal results.
 */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import { add, type Money, printMoney, ZERO } from '../../../domain/kernel/money.ts';
import { type Issue, Issues } from '../../../domain/kernel/refusal.ts';
import { checkPrices } from '../../../domain/sales/price-rules.ts';
import { checkPricedLines } from '../../../domain/sales/priced-lines.ts';
import type { AppliedPromotion } from '../../../domain/sales/sale-events.ts';
import { type Discount, type DocumentTotals, documentTotals, type LineTotals } from '../../../domain/sales/totals.ts';
import type { BatchQuantity } from '../../../domain/stock/batch.ts';
import { largeDiscounts } from '../../../domain/till/till-limits.ts';
import type { TillPromotion } from '../device/catalogue-rows.ts';
import type { Cart, CartLine } from './cart.ts';
import { batchesOfLines } from './cart-batches.ts';
import { factorOf, type Terms, taxPercentOf } from './goods.ts';
import { type PriceReason, priceOf } from './listed.ts';
import { type Earned, earnedBy, type FreeGoods, type PromotableLine, percentOff } from './promotions.ts';

export interface PricedLine extends PromotableLine {
  /** The cashier's editable line; undefined for free goods of a promotion. */
  readonly own: CartLine | undefined;
  readonly item: ItemData;
  readonly bonus_quantity: string | null;
  readonly promotion: TillPromotion | undefined;
  readonly note: string | null;
  readonly reason: PriceReason;
}

export interface PricedCart {
  readonly lines: readonly (PricedLine & {
    readonly amounts: LineTotals;
    readonly total: Money;
    readonly batches: readonly BatchQuantity[];
  })[];
  readonly discount: Discount | null;
  readonly totals: DocumentTotals;
  readonly promotions: readonly AppliedPromotion[];
  /** The promotion that gives the discount of the whole receipt. */
  readonly invoicePromotion: TillPromotion | undefined;
  /** Issues that must be fixed before payment. */
  readonly problems: readonly Issue[];
  /** Issues that a supervisor may approve by PIN. */
  readonly beyond: readonly Issue[];
}

/** Line ids of free goods are above those of scanned ones. */
const FREE_LINE = 90_000;

export function pricedCart(cart: Cart, terms: Terms): PricedCart {
  const customer = cart.customer?.id ?? null;
  const sold = cart.lines.map((line) => soldLine(line, customer, terms));
  const earned = earnedBy(sold, cart.discount, cart.declined, terms);
  const lines = [...sold.map((line) => withDiscount(line, earned)), ...earned.free.map(freeLine)];
  const discount = cart.discount ?? discountOf(earned.invoice);
  const priced = { lines, discount, delivery_charge: null, rounding_step: null, decimals: terms.decimals };
  const totals = documentTotals(priced);
  const sale = {
    ...{ ...priced, customer_fk: customer, date: terms.day, currency_fk: terms.currency_fk },
    promotions: earned.applied,
    lines: lines.map(({ promotion, ...line }) => ({ ...line, ...(promotion && { promotion_fk: promotion.id }) })),
  };
  const problems = new Issues();
  if (lines.length > 0) checkPricedLines(priced, totals, problems);
  const batches = batchesOfLines(lines, terms);
  lines.forEach(({ reason }, index) => {
    if (reason.kind === 'unknown') problems.add(`lines.${index}.price`, 'no_price');
    const issue = batches[index]?.issue;
    if (issue) problems.add(`lines.${index}.batches`, issue.message, issue.params);
  });
  const limits = new Issues();
  checkPrices(sale, totals, terms.facts, limits);
  const given = lines.map(({ own, promotion }, index) => ({
    ...(totals.lines[index] ?? NO_AMOUNTS),
    decided: {
      ofLine: own !== undefined && promotion === undefined,
      ofInvoice: own !== undefined && cart.discount !== null,
    },
  }));
  const beyond = [...limits.list, ...largeDiscounts(given, terms.discount_limit, terms.facts)];
  return {
    ...{ discount, totals, promotions: earned.applied, invoicePromotion: cart.discount ? undefined : earned.invoice },
    lines: lines.map((line, index) => {
      const amounts = totals.lines[index] ?? NO_AMOUNTS;
      const total = add(amounts.net, amounts.tax);
      return { ...line, amounts, total, batches: batches[index]?.batches ?? [] };
    }),
    problems: problems.list,
    beyond,
  };
}

const NO_AMOUNTS: LineTotals = {
  ...{ gross: ZERO, itemDiscount: ZERO, invoiceDiscount: ZERO, roundedDiscount: ZERO },
  ...{ net: ZERO, tax: ZERO },
};

function soldLine(line: CartLine, customer: number | null, terms: Terms): PricedLine {
  const { price, reason } = priceOf(line, customer, terms);
  return {
    ...{ own: line, item: line.item, price, reason, promotion: undefined },
    ...{ line_id: line.line_id, item_fk: line.item.id, unit_fk: line.unit_fk, note: line.note },
    unit_factor: factorOf(line.item, line.unit_fk),
    ...{ quantity: line.quantity, bonus_quantity: null, discount: line.discount },
    tax_percent: taxPercentOf(line.item, terms),
  };
}

function withDiscount(line: PricedLine, { discounts }: Earned): PricedLine {
  const promotion = discounts.get(line.line_id);
  return promotion ? { ...line, promotion, discount: discountOf(promotion) } : line;
}

const discountOf = (promotion: TillPromotion | undefined): Discount | null =>
  promotion ? percentOff(promotion) : null;

const freeLine = ({ promotion, item_fk, item, unit_fk, quantity }: FreeGoods, index: number): PricedLine => ({
  ...{ own: undefined, item, promotion, line_id: FREE_LINE + index, item_fk, unit_fk },
  unit_factor: factorOf(item, unit_fk),
  ...{ quantity: '0', bonus_quantity: quantity, price: '0', discount: null, tax_percent: null, note: null },
  reason: { kind: 'promised', promotion: promotion.title },
});

/** The total, as decimal text. */
export const totalText = ({ totals }: PricedCart): string => printMoney(totals.total);
