/**
 * The goods of a transfer (docs/accounting.md, section 4). They keep their cost in transit, calculated by costing:
 *
 *   sent      debit  in transit      at the moving average of the sending inventory
 *             credit inventory
 *   received  debit  inventory       the received goods, at the cost of sending
 *             debit  shrinkage       the missing goods
 *             credit in transit
 *
 * A person who is charged for missing goods owes them, the moment they are written off or afterwards:
 *
 *   charged   debit  staff receivable
 *             credit shrinkage
 *
 * Goods in transit are in the books of the sending outlet, and missing goods are its loss. Partial arrivals take the
 * difference of two cumulative shares, so that nothing remains in transit at the end. Missing goods are moved in and
 * out again, because only a pool can lose goods.
 */

import { arrivedOf, sentOf } from '../batches/arrived.ts';
import { ARRIVAL_STEP, MISSING } from '../batches/arriving-batches.ts';
import type { SystemKey } from '../chart/chart.ts';
import { contraOf } from '../entries/between-outlets.ts';
import { type Movement, type Posting, posting, reversed } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import type { Arrival, Charge, Transit, TransitLine } from '../stock/transit/transit-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, ZERO } from '../values/money.ts';
import { NO_QUANTITY, type Quantity, toQuantity } from '../values/quantity.ts';

/** The person who is charged for missing goods owes them to the sender, whose loss is less by as much. */
export function chargedLines(
  { outlet_fk: outlet, system_currency_fk: currency }: Transit,
  { charged_user_fk, charged_amount = '0' }: Pick<Arrival, 'charged_user_fk' | 'charged_amount'>,
): EntryLine[] {
  if (charged_user_fk === undefined) return [];
  const line = (account: SystemKey, amount: Money): EntryLine => {
    return { account: { key: account }, outlet, base: amount, foreign: amount, currency, rate: undefined };
  };
  const amount = money(charged_amount);
  return [{ ...line('staff-receivable', amount), party: `user-${charged_user_fk}` }, line('shrinkage', negate(amount))];
}

type OfTransfer = Charge & { readonly transfer: Transit };

/** A charge after the write-off, at the end of its day. */
export const postCharge = ({ transfer, ...charge }: OfTransfer): Posting =>
  posting(effectiveTime(charge.date, null, 'out'), chargedLines(transfer, charge));

/** The goods are a loss of the sender again. */
export const postChargeReversed = (of: OfTransfer): Posting => reversed(postCharge(of));

/** `valued` is the cost of the issued goods; by default the moving average. */
export function goodsSent(
  transit: Transit,
  valued: (line: TransitLine) => Movement['valued'] = () => ({ by: 'average' }),
): Movement[] {
  return transit.lines.map((line) => ({
    line: line.line_id,
    pool: { kind: 'stock', item: line.item_fk, inventory: transit.inventory_fk },
    quantity: toQuantity(-sentOf(line)),
    valued: valued(line),
    posted: ZERO,
    contra: { key: 'in-transit' },
    outlet: transit.outlet_fk,
  }));
}

/**
 * `document` is the stream of the transfer; `through` balances the two outlets when the goods move between their
 * books.
 */
export function goodsReceived(
  transit: Transit,
  arrival: Arrival,
  document: string,
  through: SystemKey = 'inter-outlet',
): Movement[] {
  return transit.lines.flatMap((line) => {
    const first = (arrival.receipt + 1) * ARRIVAL_STEP + line.line_id;
    const before = arrivedOf(line, arrival.before);
    const missing = arrivedOf(line, arrival.missing);
    const gone = toQuantity(arrivedOf(line, arrival.after) + missing);
    /** `after` is the cumulative quantity of the sent goods before this part. */
    const move = (number: number, count: bigint, after: Quantity, key: SystemKey): Movement[] =>
      count === 0n
        ? []
        : [
            {
              line: number,
              pool: { kind: 'stock', item: line.item_fk, inventory: transit.to_inventory_fk },
              quantity: toQuantity(count),
              valued: { by: 'sameCostAs', document, line: line.line_id, ...(after === NO_QUANTITY ? {} : { after }) },
              posted: ZERO,
              contra: contraOf({ key }, transit.outlet_fk, transit.to_outlet_fk, through),
              varianceTo: { key: 'purchase-variance' },
              outlet: transit.to_outlet_fk,
            },
          ];
    return [...move(first, gone - before, before, 'in-transit'), ...move(first + MISSING, -missing, gone, 'shrinkage')];
  });
}
