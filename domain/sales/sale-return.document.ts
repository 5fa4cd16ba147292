/** The sale return as a document: its number, what it has in the books, and what it claims of the sale. */
import type { Claim } from '../kernel/claim.ts';
import type { EffectiveDate } from '../kernel/effective-date.ts';
import { declareDrafted } from '../kernel/lifecycle.ts';
import { printQuantity, type Quantity, quantity } from '../kernel/quantity.ts';
import { postSaleReturn } from '../posting/sale-return.ts';
import { returnedKey, returnedPrefix } from './returned-lines.ts';
import { SaleReturnBody } from './sale-return.schema.ts';
import { SALE_RETURN, type SaleReturn, saleReturn } from './sale-return.ts';
import { BONUS_LINE } from './totals.ts';

export const saleReturnDocument = declareDrafted({
  kind: SALE_RETURN,
  resource: 'sale_returns',
  decider: saleReturn,
  body: SaleReturnBody,
  post: postSaleReturn,
  prefix: 'SR-',
  claims: (before, after) => [
    ...(before.status === 'complete' ? returnedQuantities(before.data, 'given_back') : []),
    ...(after.status === 'complete' ? returnedQuantities(after.data, 'returned') : []),
  ],
  openItems: (input) =>
    input['payment_type'] === 'on_account' && input['sale_fk'] && input['customer_fk'] && input['currency_fk']
      ? { party: `customer-${input['customer_fk']}`, currency: Number(input['currency_fk']) }
      : undefined,
  levels: (input) => (input['sale_fk'] ? [returnedPrefix(Number(input['sale_fk']))] : []),
});

const ANY_DAY = '1900-01-01' as EffectiveDate;

/**
 * What came back of each line of the sale. Shares were taken from what had come back before, so a return is
 * refused when another one came in between: the ceiling is what this one was reckoned with.
 */
function returnedQuantities(of: SaleReturn, direction: 'returned' | 'given_back'): Claim[] {
  const { sale_fk: sale } = of;
  if (sale === null) return [];
  const claim = (line: number, count: Quantity, before: Quantity, field: string): Claim[] => {
    if (count === 0n) return [];
    const common = { kind: 'level', key: returnedKey(sale, line), day: ANY_DAY, field } as const;
    const ceiling = printQuantity((before + count) as Quantity);
    return direction === 'returned'
      ? [{ ...common, delta: printQuantity(count), ceiling, message: 'returned_meanwhile' }]
      : [{ ...common, delta: printQuantity(-count as Quantity), message: 'protected' }];
  };
  return of.lines.flatMap((line, index) => {
    const id = line.sale_line_id ?? 0;
    const bonus = quantity(line.bonus_quantity ?? '0');
    return [
      ...claim(id, quantity(line.quantity), quantity(line.returned_before), `lines.${index}.quantity`),
      ...claim(id + BONUS_LINE, bonus, quantity(line.bonus_returned_before), `lines.${index}.bonus_quantity`),
    ];
  });
}
