/** Posting rules of sales and sale returns (docs/accounting.md, section 2). */

import type { Discount, PricedLine } from '../../domain/pricing/totals.ts';
import type { LeavingGoods, Sale } from '../../domain/sales/sale-events.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import {
  cashAccount,
  converted,
  type Entry,
  foreignMoney,
  type Move,
  moment,
  type Part,
  paidBy,
  paidTo,
} from './entry.ts';
import { baseUnits, coinOf, count, deal, inCoins, money, ratio, total } from './exact.ts';

export interface Priced {
  readonly gross: bigint;
  readonly discount: bigint;
  readonly net: bigint;
  readonly tax: bigint;
}

export interface Invoice {
  readonly lines: readonly PricedLine[];
  readonly discount: Discount | null;
  /** An additional discount in money, which rounds the total. */
  readonly rounded_discount?: string | null | undefined;
  readonly decimals?: number | undefined;
}

/**
 * Computes each line: price × quantity, item discount, share of the document's discount by net amount, tax. All amounts
 * are multiples of the smallest unit.
 */
export function pricedLines({ lines, discount: invoice, rounded_discount, decimals }: Invoice): Priced[] {
  const coin = coinOf(decimals);
  const off = (discount: Discount | null, of: bigint) => {
    if (discount === null) return 0n;
    const value = money(discount.value);
    return discount.type === 'percent' ? inCoins(of * value, 1_000_000n, coin) : value;
  };
  const gross = lines.map((line) => inCoins(money(line.price) * count(line.quantity), 1_000_000n, coin));
  const own = lines.map((line, index) => off(line.discount, gross[index] ?? 0n));
  const after = gross.map((amount, index) => amount - (own[index] ?? 0n));
  const shares = deal(
    off(invoice, total(after)) + money(rounded_discount),
    after.map((amount) => (amount > 0n ? amount : 0n)),
    coin,
  );
  const nets = after.map((amount, index) => amount - (shares[index] ?? 0n));
  const owed = nets.map((net, index) => net * money(lines[index]?.tax_percent));
  // Older documents have no decimals; their tax was computed for each line separately.
  const taxes =
    decimals === undefined
      ? owed.map((tax) => inCoins(tax, 1_000_000n, coin))
      : deal(inCoins(total(owed), 1_000_000n, coin), owed, coin);
  return lines.map((_, index) => ({
    gross: gross[index] ?? 0n,
    discount: (own[index] ?? 0n) + (shares[index] ?? 0n),
    net: nets[index] ?? 0n,
    tax: taxes[index] ?? 0n,
  }));
}

const toStep = (amount: bigint, step: string | null) =>
  step === null || money(step) === 0n ? amount : ratio(amount, money(step)) * money(step);

/** `before` is the prepaid amount. */
export function saleCompleted(sale: Sale, before = 0n): Entry {
  const outlet = sale.outlet_fk;
  const system = sale.system_currency_fk;
  const priced = pricedLines(sale);
  const delivery = money(sale.delivery_charge);
  const exact = total(priced.flatMap(({ net, tax }) => [net, tax])) + delivery;
  const due = saleDue(sale);
  const credit = total((sale.promotions ?? []).map(({ amount }) => money(amount)));
  const advance = sale.payment_type === 'on_account' ? 0n : credit;
  const parts: Part[] = [
    ...priced.flatMap(({ gross, discount, tax }): Part[] => [
      { outlet, account: 'sales', amount: -gross },
      { outlet, account: 'sales-discounts', amount: discount },
      { outlet, account: 'output-tax', amount: -tax },
    ]),
    { outlet, account: 'delivery-income', amount: -delivery },
    { outlet, account: 'rounding', amount: exact - due },
    { outlet, ...paidTo(sale), amount: due - before },
    { outlet, account: 'customer-advances', party: `customer-${sale.customer_fk}`, amount: before },
    { outlet, account: 'sales-discounts', amount: credit },
    { outlet, account: 'customer-advances', party: `customer-${sale.customer_fk}`, amount: -advance },
    { outlet, ...paidTo(sale), amount: advance - credit },
  ];
  const costs = sale.costs.flatMap((cost) =>
    converted(
      [
        { outlet, account: 'delivery-expense', amount: money(cost.amount) },
        { outlet, ...paidBy(cost), amount: -money(cost.amount) },
      ],
      { ...cost, system_currency_fk: system },
    ),
  );
  const lines = [...converted(parts, sale), ...costs];
  return {
    at: moment(sale.date, sale.time, 'out'),
    lines,
    moves: [
      ...goodsOut(sale).map((move) => (sale.awaits_delivery ? staying(move) : move)),
      ...foreignMoney(lines, system),
    ],
  };
}

/** Goods that are no longer stock, and stand in the inventory until they are delivered. */
const staying = (move: Move): Move => ({ ...move, undelivered: -move.count });

interface Leaving {
  readonly date?: string;
  readonly time?: string | null;
  readonly leaves?: LeavingGoods;
}

/** Sold goods leave the inventory; undefined when they were never counted with it. */
const leaving =
  (when: 'in' | 'out') =>
  ({ date, time, leaves }: Leaving): Entry | undefined => {
    if (date === undefined || leaves === undefined) return undefined;
    const moves = leaves.lines.map(
      (line): Move => ({
        name: `leaves ${line.line_id}`,
        pool: { item: line.item_fk, inventory: leaves.inventory_fk },
        count: 0n,
        undelivered: -count(line.quantity),
        worth: { by: 'average' },
        carried: 0n,
        against: 'cost-of-goods-sold',
        outlet: leaves.outlet_fk,
      }),
    );
    return { at: moment(date, time, when), lines: [], moves };
  };

export const saleDelivered = leaving('out');

/** Goods that were returned before their delivery are stock from the moment of their return. */
export const returnedUndelivered = leaving('in');

type GoodsLine = Pick<
  Sale['lines'][number],
  'line_id' | 'item_fk' | 'item_type' | 'unit_factor' | 'quantity' | 'bonus_quantity'
>;

/** The account of the cost of free goods, as the event of the document states it. */
const costOfFree = (of: Pick<Sale, 'free_goods_cost'>): string =>
  of.free_goods_cost === undefined ? 'promotion-cost' : 'cost-of-goods-sold';

export function goodsOut(
  of: Pick<Sale, 'inventory_fk' | 'outlet_fk' | 'free_goods_cost'> & { readonly lines: readonly GoodsLine[] },
): Move[] {
  const { lines, inventory_fk: inventory, outlet_fk: outlet } = of;
  const goods = lines.filter((line) => line.item_type === 'goods');
  const out = (line: GoodsLine, quantity: string | null, name: string, against: string): Move => ({
    name,
    pool: { item: line.item_fk, inventory },
    count: -baseUnits(quantity, line.unit_factor),
    worth: { by: 'average' },
    carried: 0n,
    against,
    outlet,
  });
  return [
    ...goods.map((line) => out(line, line.quantity, `line ${line.line_id}`, 'cost-of-goods-sold')),
    ...goods.map((line) => out(line, line.bonus_quantity, `free ${line.line_id}`, costOfFree(of))),
  ].filter((move) => move.count !== 0n);
}

/** The total of a sale: what is kept for it when it is paid. */
export function saleDue(sale: Sale): bigint {
  const exact = total(pricedLines(sale).flatMap(({ net, tax }) => [net, tax])) + money(sale.delivery_charge);
  return toStep(exact, sale.rounding_step);
}

/** The value of returned goods, before the refund is rounded. */
export const returnWorth = ({ lines }: SaleReturn): bigint =>
  total(lines.map((line) => money(line.gross_amount) - money(line.discount_amount) + money(line.tax_amount)));

/**
 * What a return pays: with what earlier returns of the sale were rounded by, rounded; between nothing and what is left of
 * the money that was kept, in notes. Older returns were rounded by themselves.
 */
export function returnDue(of: SaleReturn): bigint {
  const exact = returnWorth(of);
  const { rounding_step: step, rounding_before, refundable_amount } = of;
  const due = toStep(exact - (step === null ? 0n : money(rounding_before)), step);
  if (refundable_amount === undefined) return due;
  const kept = money(refundable_amount);
  const most = step === null ? kept : kept - (kept % money(step));
  const least = due < most ? due : most;
  return least < 0n ? 0n : least;
}

export function saleReturnCompleted(back: SaleReturn): Entry {
  const outlet = back.outlet_fk;
  const exact = returnWorth(back);
  const due = returnDue(back);
  const party = `customer-${back.customer_fk}`;
  const settled = money(back.settled_amount);
  const payer: Part[] =
    back.payment_type === 'on_account'
      ? [
          {
            ...{ outlet, account: 'receivable', party, amount: -settled },
            ...{ open: money(back.open_amount), leftOver: money(back.left_over) },
          },
          { outlet, account: 'customer-advances', party, amount: settled - due },
        ]
      : [{ outlet, account: cashAccount(back.account_type, back.account_fk), amount: -due }];
  const parts: Part[] = [
    ...back.lines.flatMap((line): Part[] => [
      { outlet, account: 'sales-returns', amount: money(line.gross_amount) },
      { outlet, account: 'sales-discounts', amount: -money(line.discount_amount) },
      { outlet, account: 'output-tax', amount: money(line.tax_amount) },
    ]),
    { outlet, account: 'rounding', amount: due - exact },
    ...payer,
  ];
  const lines = converted(parts, back);
  return {
    at: moment(back.date, back.time, 'in'),
    lines,
    moves: [...goodsBack(back), ...foreignMoney(lines, back.system_currency_fk)],
  };
}

/** What came back before, where parts in several units add up to the cost of the line of the sale. */
const goneBefore = (line: SaleReturn['lines'][number], name: string) =>
  line.counted_in ? { before: count(name === 'line' ? line.returned_before : line.bonus_returned_before) } : {};

/**
 * Goods come back at the cost that the line of the sale recorded, and follow its restatement; without a sale, at the
 * present average.
 */
function goodsBack(of: SaleReturn): Move[] {
  const { lines, inventory_fk: inventory, outlet_fk: outlet, sale_fk } = of;
  const goods = lines.filter((line) => line.item_type === 'goods');
  const back = (line: SaleReturn['lines'][number], quantity: string | null, name: string, against: string): Move => ({
    name: `${name} ${line.line_id}`,
    pool: { item: line.item_fk, inventory },
    count: baseUnits(quantity, line.unit_factor),
    worth:
      sale_fk === null || line.sale_line_id === null
        ? { by: 'average' }
        : { by: 'same', as: `sale-${sale_fk} ${name} ${line.sale_line_id}`, ...goneBefore(line, name) },
    carried: 0n,
    against,
    outlet,
  });
  return [
    ...goods.map((line) => back(line, line.quantity, 'line', 'cost-of-goods-sold')),
    ...goods.map((line) => back(line, line.bonus_quantity, 'free', costOfFree(of))),
  ].filter((move) => move.count !== 0n);
}
