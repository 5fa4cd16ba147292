/**
 * What a sale transfer posts (docs/accounting.md, section 4). When it is sent, the goods go into transit at the moving
 * average; returned goods leave at the cost of the transfer's line. When it is received:
 *
 *   in the sender's books     debit  inter-outlet      the price of the received goods
 *                             credit sale transfers    the price
 *                             debit  sale transfers    the cost
 *                             credit in transit        the cost
 *   in the receiver's books   debit  sale transfers    the price
 *                             credit inter-outlet      the price
 *                             debit  inventory         the cost
 *                             credit sale transfers    the cost
 *
 * Both accounts end at zero in the company: goods are moved at cost, without profit.
 */

import { arrivedOf } from '../batches/arrived.ts';
import { type Posting, posting, withBatches } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import type { PricedTransit, SaleTransfer } from '../sales/transfers/sale-transfer-events.ts';
import type { SaleTransferReturn } from '../sales/transfers/sale-transfer-return-events.ts';
import type { Arrival, Arrived } from '../stock/transit/transit-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { extend, type Money, money, negate, smallestUnit, subtract, sum, toMoney } from '../values/money.ts';
import { inBaseUnits, quantity, toQuantity } from '../values/quantity.ts';
import { convert, rate } from '../values/rate.ts';
import { chargedLines, goodsReceived, goodsSent } from './transit.ts';

export function postSaleTransferSent(transfer: SaleTransfer): Posting {
  const sent = posting(effectiveTime(transfer.date, transfer.time, 'out'), [], goodsSent(transfer));
  return withBatches(sent, transfer);
}

export function postSaleTransferReturnSent(of: SaleTransferReturn): Posting {
  const document = `sale_transfer-${of.sale_transfer_fk}`;
  const movements = goodsSent(of, ({ line_id }) => {
    const own = of.lines.find((line) => line.line_id === line_id);
    const line = own?.sale_transfer_line_id ?? null;
    if (!own || line === null) return { by: 'average' };
    const { counted_in, returned_before, quantity: count, unit_factor } = own;
    const factor = quantity(unit_factor);
    const after = counted_in
      ? toQuantity(quantity(returned_before) + inBaseUnits(quantity(count), factor))
      : inBaseUnits(toQuantity(quantity(returned_before) + quantity(count)), factor);
    return { by: 'sameCostAs', document, line, after };
  });
  return withBatches(posting(effectiveTime(of.date, of.time, 'out'), [], movements), of);
}

/** `document` is the stream of the transfer, or of its return. */
export function postPricedReceived(
  { transfer, ...arrival }: Arrival & { readonly transfer: PricedTransit },
  document: string,
): Posting {
  const received = posting(
    effectiveTime(arrival.date, arrival.time, 'in'),
    [...priceLines(transfer, arrival), ...chargedLines(transfer, arrival)],
    goodsReceived(transfer, arrival, document, 'sale-transfers'),
    [],
    transfer.system_currency_fk,
  );
  return withBatches(received, arrival);
}

/** The price of this arrival: the difference of the cumulative prices, so that parts add up exactly. */
function priceLines(transfer: PricedTransit, { before, after }: Arrival): EntryLine[] {
  const [earlier, now] = [priceOf(transfer, before), priceOf(transfer, after)];
  const foreign = subtract(now, earlier);
  const base = subtract(inSystem(transfer, now), inSystem(transfer, earlier));
  const isForeign = transfer.currency_fk !== transfer.system_currency_fk && transfer.rate !== null;
  const line = {
    account: { key: 'sale-transfers' },
    currency: transfer.currency_fk,
    rate: isForeign ? rate(transfer.rate) : undefined,
  } as const;
  return [
    { ...line, outlet: transfer.outlet_fk, base: negate(base), foreign: negate(foreign) },
    { ...line, outlet: transfer.to_outlet_fk, base, foreign },
  ];
}

function priceOf({ lines, decimals }: PricedTransit, arrived: readonly Arrived[]): Money {
  const unit = smallestUnit(decimals);
  return sum(
    arrived.map((of) => {
      const line = lines.find(({ line_id }) => line_id === of.line_id);
      const price = money(line?.price ?? '0');
      if (!line || of.unit_factor === undefined) return extend(price, quantity(of.quantity), unit);
      return toMoney(divideRounded(price * arrivedOf(line, [of]), quantity(line.unit_factor) * unit) * unit);
    }),
  );
}

function inSystem({ currency_fk, system_currency_fk, rate: at }: PricedTransit, amount: Money): Money {
  return convert(amount, currency_fk, system_currency_fk, at === null ? undefined : rate(at));
}
