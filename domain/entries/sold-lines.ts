/** The lines that a sale or a receipt posts whatever the payment: revenue, discounts, tax, and issued goods. */

import type { AccountRef } from '../chart/chart.ts';
import type { FreeGoods } from '../pricing/free-goods.ts';
import { BONUS_LINE, type DocumentTotals } from '../pricing/totals.ts';
import type { SaleLine } from '../sales/sale-events.ts';
import { negate, sum, ZERO } from '../values/money.ts';
import { inBaseUnits, NO_QUANTITY, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import type { DocumentLine, Movement } from './entry.ts';
import { taken } from './entry-line.ts';

export interface Sold extends FreeGoods {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly lines: readonly SaleLine[];
}

/** Price × quantity, both discounts gross in a contra account, and tax, in the document's currency. */
export function soldLines(sold: Sold, totals: DocumentTotals): DocumentLine[] {
  const outlet = sold.outlet_fk;
  return sold.lines.flatMap((line, index): DocumentLine[] => {
    const amounts = totals.lines[index];
    if (!amounts) return [];
    const common = { outlet, item: line.item_fk, line: line.line_id };
    return [
      { ...common, account: { key: 'sales' }, amount: negate(amounts.gross) },
      { ...common, account: { key: 'sales-discounts' }, amount: sum([amounts.itemDiscount, amounts.invoiceDiscount]) },
      {
        ...common,
        ...taken(line.tax_percent, negate(amounts.net)),
        account: { key: 'output-tax' },
        amount: negate(amounts.tax),
      },
    ];
  });
}

/** The account of the cost of free goods, as the document stores it. */
export const freeGoodsAccount = ({ free_goods_cost }: FreeGoods): AccountRef => ({
  key: free_goods_cost === 'cost_of_goods_sold' ? 'cost-of-goods-sold' : 'promotion-cost',
});

/** Goods leave at the moving average; the cost of bonus goods is posted to the account that the document stores. */
export function goodsSold(sold: Sold): Movement[] {
  const issue = (line: SaleLine, count: Quantity, contra: AccountRef, id: number): Movement[] =>
    count === NO_QUANTITY
      ? []
      : [
          {
            line: id,
            pool: { kind: 'stock', item: line.item_fk, inventory: sold.inventory_fk },
            quantity: toQuantity(-inBaseUnits(count, quantity(line.unit_factor))),
            valued: { by: 'average' },
            posted: ZERO,
            contra,
            outlet: sold.outlet_fk,
          },
        ];
  return sold.lines
    .filter((line) => line.item_type === 'goods')
    .flatMap((line) => [
      ...issue(line, quantity(line.quantity), { key: 'cost-of-goods-sold' }, line.line_id),
      ...issue(line, quantity(line.bonus_quantity ?? '0'), freeGoodsAccount(sold), line.line_id + BONUS_LINE),
    ]);
}
