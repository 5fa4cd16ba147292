/**
 * Goods that are sent back with their credit awaited (docs/accounting.md, section 3, docs/decisions/0207). They keep their
 * cost in the books, calculated by costing, as goods in transit do:
 *
 *   sent      debit  supplier claims     at what the goods cost in the books
 *             credit inventory
 *   credited  debit  payable             the part of the credit note that settles the purchase's own debt, and
 *             debit  supplier advances   the rest, a credit with the supplier
 *             credit input tax           the recoverable tax of what is credited
 *             credit supplier claims     all of the cost
 *             debit or credit purchase variance the rest: what is not credited, and other prices
 *   came back debit  inventory           at the cost at which the goods left
 *             credit supplier claims
 *
 * Goods that do not come back are moved in and out again, because only a pool can lose goods: so the claim is empty also
 * when their cost changes later.
 */
import { ARRIVAL_STEP, MISSING } from '../batches/arriving-batches.ts';
import type { SystemKey } from '../chart/chart.ts';
import { type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import { type EntryLine, taken } from '../entries/entry-line.ts';
import { partOf } from '../pricing/returned-shares.ts';
import { returnTotals } from '../pricing/sale-return-totals.ts';
import type { CreditedReturn, PurchaseReturn } from '../purchasing/purchase-return-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, sum, ZERO } from '../values/money.ts';
import { type Quantity, toQuantity } from '../values/quantity.ts';
import { goods, inDocument, inSystem, openItems, whoPays } from './purchase-return.ts';

/** The goods leave, and nothing is owed less. */
export function postSentAwaiting(of: PurchaseReturn): Posting {
  const movements = of.lines.map((line): Movement => {
    const { posted: _, contra: _variance, ...movement } = goods(of, line);
    return { ...movement, posted: ZERO, contra: { key: 'supplier-claims' } };
  });
  return withBatches(posting(effectiveTime(of.date, of.time, 'out'), [], movements), of);
}

/** `document` is the stream of the return, under which a credit with the supplier is open. */
export function postSupplierCredit(credit: CreditedReturn, document: string): Posting {
  const { date, time, amount } = credit;
  const { open_amount, settled_amount, left_over } = credit;
  const of: PurchaseReturn = {
    ...credit.purchase_return,
    open_amount,
    settled_amount,
    ...(left_over === undefined ? {} : { left_over }),
  };
  const total = money(amount);
  const lines = total === ZERO ? [] : [...whoPays(of, total), ...taxes(of, total)];
  const rest = negate(sum(lines.map(({ base }) => base)));
  const entry = posting(
    effectiveTime(date, time, 'in'),
    [...lines, { ...inSystem(of, rest), account: { key: 'purchase-variance' } }],
    movements(of, document, credit.goods_came_back === true),
    total === ZERO ? [] : openItems({ ...of, date }, document, total),
  );
  return withBatches(entry, credit);
}

/** The tax that the supplier takes back: the part of each line that is credited. */
function taxes(of: PurchaseReturn, credited: Money): EntryLine[] {
  const { total } = returnTotals({ ...of, rounding_step: null });
  const share = (amount: string): Money =>
    partOf(money(amount), toQuantity(credited), toQuantity(total), money('0.0001'));
  return of.lines
    .filter(({ tax_recoverable }) => tax_recoverable)
    .map((line) => ({
      ...inDocument(of, negate(share(line.tax_amount)), negate(share(line.tax_base))),
      item: line.item_fk,
      line: line.line_id,
      ...taken(line.tax_percent, negate(share(line.net_base))),
      account: { key: 'input-tax' },
    }));
}

function movements(of: PurchaseReturn, document: string, cameBack: boolean): Movement[] {
  return of.lines.flatMap((line) => {
    const sent = goods(of, line);
    const count = toQuantity(-sent.quantity);
    const move = (number: number, quantity: Quantity, after: Quantity | undefined, key: SystemKey): Movement => ({
      line: number,
      pool: sent.pool,
      quantity,
      valued: { by: 'sameCostAs', document, line: line.line_id, ...(after === undefined ? {} : { after }) },
      posted: ZERO,
      contra: { key },
      varianceTo: { key: 'purchase-variance' },
      outlet: of.outlet_fk,
    });
    const back = move(ARRIVAL_STEP + line.line_id, count, undefined, 'supplier-claims');
    return cameBack
      ? [back]
      : [back, move(ARRIVAL_STEP + MISSING + line.line_id, sent.quantity, count, 'purchase-variance')];
  });
}
