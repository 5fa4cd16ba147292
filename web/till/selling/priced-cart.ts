/**
 * The totals of a cart: prices, promotions, totals and exceeded limits, computed with the domain functions that the
 * server uses. Pure: equal carts and terms give equal results.
 */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import { type Discount, type DocumentTotals, documentTotals, type LineTotals } from '../../../domain/pricing/totals.ts';
import { checkPrices } from '../../../domain/sales/price-rules.ts';
import { checkPricedLines } from '../../../domain/sales/priced-lines.ts';
import type { AppliedPromotion } from '../../../domain/sales/sale-events.ts';
import { largeDiscounts } from '../../../domain/till/till-limits.ts';
import type { BatchQuantity } from '../../../domain/values/batch.ts';
import { add, type Money, printMoney, ZERO } from '../../../domain/values/money.ts';
import { printQuantity } from '../../../domain/values/quantity.ts';
import { type Issue, Issues } from '../../../domain/values/refusal.ts';
import type { TillPromotion } from '../device/catalogue/catalogue-rows.ts';
import type { Cart, CartLine } from './cart.ts';
import { batchesOfLines, issuesOfKits, shortBatches } from './cart-batches.ts';
import { type Gift, type ProposedGoods, paidOf } from './gifts.ts';
import { factorOf, type Terms, taxPercentOf, unitOfMoney } from './goods.ts';
import { type PriceReason, priceOf } from './listed.ts';
import { type Earned, earnedBy, type PromotableLine, percentOff } from './promotions.ts';

export interface PricedLine extends PromotableLine {
  /**
   * The cashier's editable line, of which `quantity` is paid and `bonus_quantity` is a gift; undefined for a gift out of a
   * line that another promotion reduces.
   */
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
  /** Free goods that the customer may have beside those on the counter. */
  readonly proposed: readonly ProposedGoods[];
  /** Issues that must be fixed before payment. */
  readonly problems: readonly Issue[];
  /** Issues that a supervisor may approve by PIN. */
  readonly beyond: readonly Issue[];
  /** Issues that the cashier tells the customer; nothing is held up by them. */
  readonly warnings: readonly Issue[];
}

/** Line ids of gifts on lines of their own are above those of scanned ones. */
export const FREE_LINE = 90_000;

export function pricedCart(cart: Cart, terms: Terms): PricedCart {
  const customer = cart.customer?.id ?? null;
  const sold = cart.lines.map((line) => soldLine(line, customer, terms));
  const earned = earnedBy(sold, cart.discount, cart.declined, terms);
  const lines = [...sold.map((line) => withPromotion(line, earned)), ...giftLines(sold, earned)];
  const discount = cart.discount ?? discountOf(earned.invoice);
  const priced = { lines, discount, delivery_charge: null, rounding_step: null, decimals: terms.decimals };
  const totals = documentTotals(priced);
  const sale = {
    ...priced,
    customer_fk: customer,
    date: terms.day,
    currency_fk: terms.currency_fk,
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
  const kits = issuesOfKits(lines, terms);
  const short = shortBatches(lines, batches, { ...terms, customer }).flatMap((ofLine, index) =>
    ofLine.map((issue): Issue => ({ ...issue, field: `lines.${index}.batches` })),
  );
  const limits = new Issues();
  checkPrices(sale, totals, terms.facts, limits);
  const given = lines.map(({ own, promotion, reason, price, quantity, bonus_quantity }, index) => ({
    ...(totals.lines[index] ?? NO_AMOUNTS),
    quantity,
    bonus_quantity,
    listed: reason.kind === 'typed' ? reason.listed : price,
    decided: {
      ofLine: own !== undefined && promotion?.reward_type !== 'get_discount',
      ofInvoice: own !== undefined && cart.discount !== null,
      isFree: false,
    },
  }));
  const beyond = [...limits.list, ...largeDiscounts(given, terms.discount_limit, unitOfMoney(terms), terms.facts)];
  return {
    discount,
    totals,
    promotions: earned.applied,
    invoicePromotion: cart.discount ? undefined : earned.invoice,
    proposed: earned.proposed,
    lines: lines.map((line, index) => {
      const amounts = totals.lines[index] ?? NO_AMOUNTS;
      const total = add(amounts.net, amounts.tax);
      return { ...line, amounts, total, batches: batches[index]?.batches ?? [] };
    }),
    problems: [...problems.list, ...kits.problems],
    beyond,
    warnings: [...short, ...kits.warnings],
  };
}

const NO_AMOUNTS: LineTotals = {
  gross: ZERO,
  itemDiscount: ZERO,
  invoiceDiscount: ZERO,
  roundedDiscount: ZERO,
  net: ZERO,
  tax: ZERO,
};

function soldLine(line: CartLine, customer: number | null, terms: Terms): PricedLine {
  const { price, reason } = priceOf(line, customer, terms);
  return {
    own: line,
    item: line.item,
    price,
    reason,
    promotion: undefined,
    line_id: line.line_id,
    item_fk: line.item.id,
    unit_fk: line.unit_fk,
    note: line.note,
    unit_factor: factorOf(line.item, line.unit_fk),
    quantity: line.quantity,
    bonus_quantity: null,
    discount: line.discount,
    tax_percent: taxPercentOf(line.item, terms),
    ...(line.gift ? { gift: line.gift } : {}),
  };
}

/** The discount that a promotion gives the paid goods of a line; without one, the line holds its first gift. */
function withPromotion(line: PricedLine, { discounts, gifts }: Earned): PricedLine {
  const reducing = discounts.get(line.line_id);
  const gift = reducing ? undefined : gifts.find(({ line_id }) => line_id === line.line_id);
  const paid = paidOf(line, gifts);
  return {
    ...line,
    quantity: printQuantity(paid),
    bonus_quantity: gift?.quantity ?? null,
    promotion: reducing ?? gift?.promotion,
    discount: paid <= 0n ? null : reducing ? discountOf(reducing) : line.discount,
  };
}

/** Gifts out of lines that name another promotion already, as lines of their own. */
function giftLines(sold: readonly PricedLine[], { discounts, gifts }: Earned): readonly PricedLine[] {
  const isHeld = (gift: Gift) =>
    !discounts.has(gift.line_id) && gifts.find(({ line_id }) => line_id === gift.line_id) === gift;
  return gifts
    .filter((gift) => !isHeld(gift))
    .flatMap(({ promotion, line_id, quantity }, index) => {
      const line = sold.find((each) => each.line_id === line_id);
      if (!line) return [];
      const free = { quantity: '0', bonus_quantity: quantity, discount: null, tax_percent: null, note: null };
      const reason = { kind: 'promised', promotion: promotion.title } as const;
      return [{ ...line, ...free, own: undefined, promotion, line_id: FREE_LINE + index, reason }];
    });
}

const discountOf = (promotion: TillPromotion | undefined): Discount | null =>
  promotion ? percentOff(promotion) : null;

/** The total, as decimal text. */
export const totalText = ({ totals }: PricedCart): string => printMoney(totals.total);
