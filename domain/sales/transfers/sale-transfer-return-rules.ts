/** Rules of a sale transfer return: the data copied from the transfer or the records, and the checks of sending. */

import { arrivedOf } from '../../batches/arrived.ts';
import type { WrittenLine } from '../../catalogue/line-items.ts';
import type { Facts } from '../../deciding/facts.ts';
import { type InUnit, inUnitOf, numberedReturns, returnPosition } from '../../pricing/returned-quantities.ts';
import { checkLeft } from '../../pricing/returned-shares.ts';
import { isOnItsWay, type TransitState } from '../../stock/transit/transit.ts';
import type { OnItsWay } from '../../stock/transit/transit-events.ts';
import { arrivedInAll, transitLines, transitPlace } from '../../stock/transit/transit-rules.ts';
import { namedBatches, type OfSeveral } from '../../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../../values/quantity.ts';
import { Issues } from '../../values/refusal.ts';
import {
  checkCopied,
  checkCopiedTerms,
  completeLines,
  inReturnedUnits,
  inUnit,
  originLine,
  returnCurrency,
  unitFields,
} from '../goods-return.ts';
import { type PricedTransitLine, SALE_TRANSFER, type SaleTransfer } from './sale-transfer-events.ts';
import type { SaleTransferReturnInput } from './sale-transfer-return.schema.ts';
import type { SaleTransferReturn, SaleTransferReturnLine } from './sale-transfer-return-events.ts';
import { checkOutlets, checkTransferPrices } from './sale-transfer-rules.ts';

/** `before` is the draft that is changed. */
export function transferReturnFacts(
  input: SaleTransferReturnInput,
  facts: Facts,
  before?: SaleTransferReturn,
): SaleTransferReturn {
  const issues = new Issues();
  const place = transitPlace(input, facts, issues);
  checkOutlets(input, issues);
  const transfer = transferOf(input, facts, issues);
  const isNamed = Boolean(input.sale_transfer_fk);
  const origin = { document: transfer?.data, isNamed, differs: 'not_of_the_transfer', direction: 'in' } as const;
  const currency = returnCurrency(input, origin, facts, issues);
  const of = { lines: transfer?.data.lines ?? [], before: before?.lines };
  const own = inReturnedUnits(input.lines, 'sale_transfer_line_id', of, facts, issues);
  if (transfer) {
    checkCopiedTerms(input, transfer.data, 'not_of_the_transfer', issues);
    checkCopied(input.lines, 'sale_transfer_line_id', own, 'not_of_the_transfer', issues);
  }
  const lines = input.sale_transfer_fk
    ? linesOf(input, transfer, own, facts, issues)
    : enteredLines(input.lines, facts, issues, before?.lines);
  issues.throwIfAny();
  const { sale_transfer_fk = null, reference_number = null, note = null } = input;
  return { ...place, ...currency, sale_transfer_fk, reference_number, note, lines };
}

type Places = Pick<SaleTransferReturnInput, 'outlet_fk' | 'to_outlet_fk' | 'date' | 'sale_transfer_fk'>;

/** The returned transfer; its goods are sent from its receiver to its sender, not before they were received. */
function transferOf(input: Places, facts: Facts, issues: Issues): OnItsWay<SaleTransfer> | undefined {
  if (!input.sale_transfer_fk) return undefined;
  const state = facts.document<TransitState<SaleTransfer>>(SALE_TRANSFER, input.sale_transfer_fk);
  if (!state) issues.add('sale_transfer_fk', 'unknown_document');
  else if (!isOnItsWay(state) || state.receipts.length === 0) issues.add('sale_transfer_fk', 'nothing_received');
  if (!state || !isOnItsWay(state)) return undefined;
  const { outlet_fk, to_outlet_fk } = state.data;
  if (input.outlet_fk !== to_outlet_fk) issues.add('outlet_fk', 'not_of_the_transfer');
  if (input.to_outlet_fk !== outlet_fk) issues.add('to_outlet_fk', 'not_of_the_transfer');
  const first = state.receipts[0]?.date ?? '';
  if (input.date < first) issues.add('date', 'before_it_was_received', { value: first });
  return state;
}

function linesOf(
  input: SaleTransferReturnInput,
  transfer: OnItsWay<SaleTransfer> | undefined,
  own: readonly PricedTransitLine[],
  facts: Facts,
  issues: Issues,
): SaleTransferReturnLine[] {
  if (!transfer || !input.sale_transfer_fk) return [];
  const typed = numberedReturns(input.lines).map((line) => ({
    ...line,
    ...unitFields(own.find(({ line_id }) => line_id === line.sale_transfer_line_id)),
  }));
  return linesOfTransfer(typed, input.sale_transfer_fk, transfer, facts, issues);
}

type ReturnedLine = Pick<SaleTransferReturnLine, 'line_id' | 'quantity'> &
  InUnit &
  OfSeveral & {
    readonly note?: string | null;
    readonly sale_transfer_line_id?: number | null;
  };

/** Refuses lines that the transfer does not have, and quantities above the received ones less earlier returns. */
function linesOfTransfer(
  lines: readonly ReturnedLine[],
  transferId: number,
  transfer: OnItsWay<SaleTransfer>,
  facts: Facts,
  issues: Issues,
): SaleTransferReturnLine[] {
  const arrived = arrivedInAll(transfer);
  return lines.flatMap((line, index): SaleTransferReturnLine[] => {
    const sent = transfer.data.lines[originLine(lines, index, 'sale_transfer_line_id', transfer.data.lines, issues)];
    if (!sent) return [];
    const { returned_before, counted_in } = returnPosition(`${SALE_TRANSFER}-${transferId}`, sent, line, facts);
    const { item_fk, unit_fk, unit_factor, price } = inUnit(sent, line);
    const came = arrivedOf(sent, arrived);
    const left = counted_in
      ? inUnitOf(toQuantity(came - quantity(returned_before)), unit_factor)
      : toQuantity(inUnitOf(came, unit_factor) - quantity(returned_before));
    checkLeft(line.quantity, left, `lines.${index}.quantity`, 'more_than_received', issues);
    return [
      {
        line_id: line.line_id,
        item_fk,
        unit_fk,
        unit_factor,
        quantity: printQuantity(quantity(line.quantity)),
        ...namedBatches(line),
        price,
        note: line.note === undefined ? sent.note : line.note,
        sale_transfer_line_id: sent.line_id,
        returned_before,
        ...(counted_in ? { counted_in } : {}),
      },
    ];
  });
}

/** Lines of a return without a transfer. */
function enteredLines(
  lines: SaleTransferReturnInput['lines'],
  facts: Facts,
  issues: Issues,
  written: readonly WrittenLine[] | undefined,
): SaleTransferReturnLine[] {
  const complete = completeLines(lines, 'sale_transfer_line_id', 'return_without_transfer', issues);
  if (!complete) return [];
  return transitLines(complete, facts, issues, written).map(({ line, goods }) => ({
    ...goods,
    price: line.price,
    note: line.note ?? null,
    sale_transfer_line_id: null,
    returned_before: '0',
  }));
}

/** The sent return: earlier returned quantities are read again, because they may have changed since the entry. */
export function sentReturn(of: SaleTransferReturn, facts: Facts): SaleTransferReturn {
  const issues = new Issues();
  const transfer = transferOf(of, facts, issues);
  const lines = transfer ? linesOfTransfer(of.lines, of.sale_transfer_fk ?? 0, transfer, facts, issues) : of.lines;
  issues.throwIfAny();
  return checkTransferPrices({ ...of, lines });
}
