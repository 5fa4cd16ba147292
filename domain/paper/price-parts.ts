/**
 * The amounts above the total of a priced paper: each part once, and tax by percentage. Pure; the server and tills use
 * the same function.
 */
import { type DocumentBody, goodsLinesOf, totalsOf } from '../documents/document-amounts.ts';
import { membersOf } from '../values/members.ts';
import { add, type Money, printMoney, ZERO } from '../values/money.ts';

export interface PricePart {
  /** `gross`, `item_discount`, `invoice_discount`, `tax`, `delivery`, `rounding` */
  readonly name: string;
  /** Decimal text; deductions are negative. */
  readonly value: string;
  /** Only for a tax. */
  readonly percent?: string;
}

export function priceParts(body: DocumentBody): readonly PricePart[] {
  const { gross, itemDiscount, invoiceDiscount, delivery, rounding, total } = totalsOf(body);
  const part = (name: string, amount: Money, sign = ''): PricePart[] =>
    amount === ZERO ? [] : [{ name, value: `${sign}${printMoney(amount)}` }];
  return [
    ...(gross === total ? [] : part('gross', gross)),
    ...part('item_discount', itemDiscount, '-'),
    ...part('invoice_discount', invoiceDiscount, '-'),
    ...taxesOf(body),
    ...part('delivery', delivery),
    ...part('rounding', rounding),
  ];
}

/** One part for each tax percentage, in order of appearance. */
function taxesOf(body: DocumentBody): readonly PricePart[] {
  const lines = goodsLinesOf(body);
  const byPercent = new Map<string, Money>();
  totalsOf(body).lines.forEach(({ tax }, index) => {
    if (tax === ZERO) return;
    const { tax_percent } = membersOf(lines[index]);
    const percent = typeof tax_percent === 'string' ? tax_percent : '';
    byPercent.set(percent, add(byPercent.get(percent) ?? ZERO, tax));
  });
  return [...byPercent].map(([percent, amount]) => ({
    name: 'tax',
    value: printMoney(amount),
    ...(percent === '' ? {} : { percent }),
  }));
}
