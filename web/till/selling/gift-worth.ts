/** Gifts that stay although what earned them comes back: their worth is kept, or a supervisor leaves them to the customer. */

import { customerPrice } from '../../../domain/catalogue/customer-price.ts';
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import type { GivingDocument, OwedGift } from '../../../domain/sales/gifts-owed.ts';
import { giftTerms, newlyOwed, worthToKeep } from '../../../domain/sales/returned-gifts.ts';
import type { RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { add, lesser, type Money, money, printMoney, subtract, sum, ZERO } from '../../../domain/values/money.ts';
import { inBaseUnits, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { RefundedPart, SoldReceipt } from '../device/server-receipt.ts';
import { factorOf, type Terms } from './goods.ts';
import { paidBack, type Returnable, type Returned, refundLines, refundTotal } from './refund.ts';

type RefundLine = RefundEntry['lines'][number];

/** A refund of returned quantities, with the receipt and its earlier refunds. */
interface Returning {
  readonly receipt: SoldReceipt;
  readonly refunds: readonly RefundedPart[];
  readonly lines: readonly Returnable[];
  readonly returned: Returned;
}

export interface StayingGifts {
  /** The gifts that stay because of this refund. */
  readonly gifts: readonly OwedGift[];
  /** What is kept for them; negative for gifts that come back after their worth was kept. */
  readonly worth: Money;
  /** What earlier refunds kept. */
  readonly before: Money;
}

export function stayingGifts({ receipt, refunds, lines, returned }: Returning, terms: Terms): StayingGifts {
  const document = givingDocument(receipt, terms);
  const countOf = (key: number, of: 'before' | 'now'): bigint => {
    const line = lines.find((each) => each.key === key);
    const before = quantity(line?.before ?? '0');
    const count = of === 'before' ? before : before + quantity(returned.get(key) ?? '0');
    return inBaseUnits(toQuantity(count), quantity(line?.line.unit_factor ?? '1'));
  };
  const at = (of: 'before' | 'now') => (line: number) => ({
    sold: toQuantity(countOf(line, of)),
    bonus: toQuantity(countOf(freeKey(lines, line), of)),
  });
  const returns = { before: at('before'), now: at('now') };
  const before = keptBefore(lines, refunds, terms);
  const buyer = { customer_fk: receipt.customer_fk ?? null, date: terms.day, currency_fk: terms.currency_fk };
  const listed = (item_fk: number, unit_fk: number) => customerPrice({ item_fk, unit_fk }, buyer, terms.facts);
  const known = giftTerms(terms.facts);
  return {
    gifts: newlyOwed(document, returns, known),
    worth: worthToKeep(document, { ...returns, kept: before, listed }, known),
    before,
  };
}

const freeKey = (lines: readonly Returnable[], line: number): number =>
  lines.find((each) => each.isFree && each.line.line_id === line)?.key ?? 0;

function givingDocument({ lines, discount }: SoldReceipt, terms: Terms): GivingDocument {
  const factor = (item: number, unit: number) => {
    const data = terms.facts.record<ItemData>('item', item)?.data;
    return data ? factorOf(data, unit) : '1';
  };
  return {
    outlet_fk: terms.outlet_fk,
    date: terms.day,
    discount: discount ?? null,
    decimals: terms.decimals,
    currency_fk: terms.currency_fk,
    system_currency_fk: terms.currency_fk,
    delivery_charge: null,
    rounding_step: null,
    lines: lines.map((line) => ({
      line_id: line.line_id,
      item_fk: line.item_fk,
      unit_fk: line.unit_fk,
      quantity: line.quantity,
      unit_factor: factor(line.item_fk, line.unit_fk),
      price: line.price,
      tax_percent: null,
      bonus_quantity: line.bonus_quantity ?? null,
      promotion_fk: line.promotion_fk ?? null,
      discount: line.discount ?? null,
    })),
  };
}

/** The value of the goods of earlier refunds, less what was paid for them; zero where an amount is not known. */
function keptBefore(lines: readonly Returnable[], refunds: readonly RefundedPart[], terms: Terms): Money {
  const paid = refunds.flatMap((refund) => refund.lines.map(({ total_amount }) => total_amount));
  const known = paid.filter((amount) => amount !== undefined);
  if (known.length < paid.length) return ZERO;
  const before = new Map(lines.map(({ key, before: count }) => [key, count]));
  const parts = lines.map((each) => ({ ...each, before: '0' }));
  const kept = subtract(refundTotal(refundLines(parts, before, terms.decimals)), sum(known.map(money)));
  return kept > 0n ? kept : ZERO;
}

/** The refunded lines, with the worth of gifts taken off their amounts, or added to those of the gifts that come back. */
export function lessWorth(lines: readonly RefundLine[], worth: Money): readonly RefundLine[] {
  if (worth < 0n) {
    const at = lines.findIndex(({ bonus_quantity }) => bonus_quantity);
    return lines.map((line, index) =>
      index === at ? { ...line, total_amount: printMoney(subtract(money(line.total_amount), worth)) } : line,
    );
  }
  let rest = worth;
  return lines.map((line) => {
    const total = money(line.total_amount);
    const part = rest < total ? rest : total;
    if (part <= 0n) return line;
    rest = subtract(rest, part);
    return {
      ...line,
      discount_amount: printMoney(subtract(money(line.discount_amount), subtract(ZERO, part))),
      total_amount: printMoney(subtract(total, part)),
    };
  });
}

/** Everything that a refund does: its lines, its payments, and the gifts that stay. */
export interface RefundOf extends StayingGifts {
  readonly lines: readonly RefundLine[];
  readonly payments: ReturnType<typeof paidBack>;
}

/** `isLeft`: a supervisor leaves the gifts to the customer; otherwise their worth is kept. */
export function refundOf(
  {
    found: { receipt, refunds },
    lines,
    returned,
    isLeft,
  }: { found: Pick<Returning, 'receipt' | 'refunds'>; isLeft: boolean } & Pick<Returning, 'lines' | 'returned'>,
  terms: Terms,
  account: number,
): RefundOf {
  const staying = stayingGifts({ receipt, refunds, lines, returned }, terms);
  const back = refundLines(lines, returned, terms.decimals);
  const wanted = isLeft && staying.worth > 0n ? ZERO : lesser(staying.worth, refundTotal(back));
  const worth = { now: wanted, inAll: add(staying.before, wanted) };
  return {
    ...staying,
    lines: lessWorth(back, wanted),
    payments: paidBack({ lines, returned, receipt, refunds, worth }, terms, account),
  };
}
