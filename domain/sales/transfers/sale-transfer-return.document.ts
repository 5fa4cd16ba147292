/** The sale transfer return as a document: its number, its postings, and its claims on the transfer. */

import type { Claim } from '../../deciding/claim.ts';
import { RULES } from '../../entries/rules.ts';
import { SALE_TRANSFER_RETURN_PAPERS } from '../../paper/goods-papers.ts';
import { postPricedReceived, postSaleTransferReturnSent } from '../../posting/sale-transfer.ts';
import { positionOf, returnedBatchClaims, returnedClaims, returnedPrefix } from '../../pricing/returned-quantities.ts';
import { HELD_TRANSIT, RETURNED_BATCHES } from '../../schemas/held.schema.ts';
import { fields, list } from '../../schemas/held-fields.schema.ts';
import { declareTransit } from '../../stock/transit/transit.document.ts';
import { isOnItsWay } from '../../stock/transit/transit.ts';
import { SALE_TRANSFER } from './sale-transfer-events.ts';
import { SaleTransferReturnBody } from './sale-transfer-return.schema.ts';
import { saleTransferReturn } from './sale-transfer-return.ts';
import { SALE_TRANSFER_RETURN, type SaleTransferReturn } from './sale-transfer-return-events.ts';

export const saleTransferReturnDocument = declareTransit({
  kind: SALE_TRANSFER_RETURN,
  resource: 'sale_transfer_returns',
  folder: 'sales',
  decider: saleTransferReturn,
  ratesAreGiven: (data) => data['sale_transfer_fk'] !== null,
  body: SaleTransferReturnBody,
  papers: SALE_TRANSFER_RETURN_PAPERS,
  held: {
    ...HELD_TRANSIT,
    data: fields('', { ...RETURNED_BATCHES, lines: list('unit_factor returned_before counted_in') }),
  },
  prefix: 'TSR-',
  postSent: postSaleTransferReturnSent,
  postReceived: postPricedReceived,
  sentRule: RULES.pricedSent,
  receivedRule: RULES.pricedReceived,
  claims: (before, after) => {
    // An arrival does not change the returned quantities.
    if (isOnItsWay(before) === isOnItsWay(after)) return [];
    return [
      ...(isOnItsWay(before) ? returnedOf(before.data, 'given_back') : []),
      ...(isOnItsWay(after) ? returnedOf(after.data, 'returned') : []),
    ];
  },
  saysWhere: true,
  levels: (input) =>
    input['sale_transfer_fk'] ? [returnedPrefix(`${SALE_TRANSFER}-${input['sale_transfer_fk']}`)] : [],
});

function returnedOf(of: SaleTransferReturn, direction: 'returned' | 'given_back'): Claim[] {
  if (of.sale_transfer_fk === null) return [];
  const lines = of.lines.map((line) => ({
    line: line.sale_transfer_line_id ?? 0,
    unit_factor: line.unit_factor,
    quantity: line.quantity,
    bonus_quantity: null,
    ...positionOf({ ...line, bonus_returned_before: '0' }),
  }));
  const origin = `${SALE_TRANSFER}-${of.sale_transfer_fk}`;
  return [...returnedClaims(origin, lines, direction), ...returnedBatchClaims(origin, of.returned_batches, direction)];
}
