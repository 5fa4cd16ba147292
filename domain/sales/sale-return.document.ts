/** The sale return as a document: its number, its postings, and its claims on the sale. */

import type { Facts } from '../deciding/facts.ts';
import type { Following } from '../documents/document.ts';
import type { DraftedState } from '../documents/drafted.ts';
import { declareDrafted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { SALE_RETURN_PAPERS } from '../paper/goods-papers.ts';
import { postSaleReturn } from '../posting/sale-return.ts';
import { claimsOfReturn, returnedPrefix } from '../pricing/returned-quantities.ts';
import { returnTotals } from '../pricing/sale-return-totals.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import { HELD_OF_PRICED_LINE, RETURNED_BATCHES } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { SALE, type SaleCommand, type SaleState, sale } from './sale.ts';
import { SaleReturnBody } from './sale-return.schema.ts';
import { saleReturn } from './sale-return.ts';
import { SALE_RETURN, type SaleReturn } from './sale-return-events.ts';

export const saleReturnDocument = declareDrafted({
  kind: SALE_RETURN,
  resource: 'sale_returns',
  folder: 'sales',
  decider: saleReturn,
  ratesAreGiven: (data) => data['sale_fk'] !== null,
  body: SaleReturnBody,
  papers: SALE_RETURN_PAPERS,
  held: {
    data: fields(
      `sale_date account_type paid_amount paid_currency_fk rounding_step rounding_before refundable_amount settled_amount open_amount left_over salesman_fk
      free_goods_cost`,
      {
        ...RETURNED_BATCHES,
        lines: list(
          `${HELD_OF_PRICED_LINE} gross_amount discount_amount tax_amount returned_before bonus_returned_before counted_in`,
        ),
      },
    ),
  },
  carriedAt: 'in',
  post: postSaleReturn,
  rule: RULES.saleReturn,
  prefix: 'SR-',
  claims: claimsOfReturn(
    (state: DraftedState<SaleReturn>) =>
      state.status === 'complete'
        ? {
            origin: SALE,
            id: state.data.sale_fk,
            lines: state.data.lines,
            returned_batches: state.data.returned_batches,
            refunded: returnTotals(state.data),
          }
        : undefined,
    (line) => line.sale_line_id,
  ),
  // Customer and currency are those of the sale, even when the return omits them.
  openItems: (input, named) => {
    const sale = input['payment_type'] === 'on_account' ? named(`${SALE}-${input['sale_fk']}`) : undefined;
    if (!sale?.['customer_fk']) return undefined;
    return { party: `customer-${sale['customer_fk']}`, currency: Number(sale['currency_fk']) };
  },
  follows: (before, after, facts, stream) => deliveriesOfSale(before, after, facts, stream),
  levels: (input) => (input['sale_fk'] ? [returnedPrefix(`${SALE}-${input['sale_fk']}`)] : []),
});

/** What the return changes in the deliveries of its sale, of which some may still be due. */
function deliveriesOfSale(
  before: DraftedState<SaleReturn>,
  after: DraftedState<SaleReturn>,
  facts: Facts,
  stream: string,
): Following[] {
  const [was, is] = [before, after].map((state) => (state.status === 'complete' ? state.data : undefined));
  const sale_return_fk = Number(stream.slice(SALE_RETURN.length + 1));
  const commands: SaleCommand[] = [];
  if (was && !is) commands.push({ type: 'take_back_return', sale_return_fk });
  if (is && !was) commands.push({ type: 'return_undelivered', of: { sale_return_fk, ...returnOfSale(is) } });
  const id = (is ?? was)?.sale_fk ?? null;
  const state = id === null ? undefined : facts.document<SaleState>(SALE, id);
  if (id === null || !state || !commands.some((command) => sale.decide(command, state, facts).length > 0)) return [];
  return [{ kind: SALE, id, existing: true, commands }];
}

function returnOfSale({ inventory_fk, date, time, came_from, lines, returned_batches = [] }: SaleReturn) {
  return {
    inventory_fk,
    date,
    time,
    isBrought: came_from === 'customer',
    lines: lines.map(({ sale_line_id, quantity: count, bonus_quantity, unit_factor }) => {
      const back = toQuantity(quantity(count) + quantity(bonus_quantity ?? '0'));
      const line_id = sale_line_id ?? 0;
      const of_batches = returned_batches.filter(({ origin_line_id }) => origin_line_id % BONUS_LINE === line_id);
      return { line_id, quantity: printQuantity(inBaseUnits(back, quantity(unit_factor))), of_batches };
    }),
  };
}
