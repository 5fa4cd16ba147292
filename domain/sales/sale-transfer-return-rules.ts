/** What a sale transfer return must be: how it takes its facts from the transfer or the records, and what sending asks. */
import { checkLeft, numberedReturns, returnedKey } from '../catalogue/returned-quantities.ts';
import { currencyLike, inSystemCurrency, type SettledCurrency, settleCurrency } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { printQuantity, quantity, toQuantity } from '../kernel/quantity.ts';
import { Issues } from '../kernel/refusal.ts';
import { isOnItsWay, type OnItsWay, type TransitState } from '../stock/transit.ts';
import { arrivedInAll, arrivedOf, transitLines, transitPlace } from '../stock/transit-rules.ts';
import { SALE_TRANSFER, type SaleTransfer } from './sale-transfer.ts';
import type { SaleTransferReturnInput } from './sale-transfer-return.schema.ts';
import type { SaleTransferReturn, SaleTransferReturnLine } from './sale-transfer-return-events.ts';
import { checkOutlets, checkTransferPrices } from './sale-transfer-rules.ts';

export function transferReturnFacts(input: SaleTransferReturnInput, facts: Facts): SaleTransferReturn {
  const issues = new Issues();
  const place = transitPlace(input, facts, issues);
  checkOutlets(input, issues);
  const transfer = transferOf(input, facts, issues);
  const currency = currencyOf(input, transfer?.data, facts, issues);
  const lines = linesOf(input, transfer, facts, issues);
  issues.throwIfAny();
  const { sale_transfer_fk = null, reference_number = null, note = null } = input;
  return { ...place, ...currency, sale_transfer_fk, reference_number, note, lines };
}

type Places = Pick<SaleTransferReturnInput, 'outlet_fk' | 'to_outlet_fk' | 'date' | 'sale_transfer_fk'>;

/** The transfer as it stands; goods go back the way they came, not before they did. */
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

/** What goes back is carried at the transfer's own rate: it takes back what the transfer brought. */
function currencyOf(
  input: SaleTransferReturnInput,
  transfer: SaleTransfer | undefined,
  facts: Facts,
  issues: Issues,
): SettledCurrency {
  if (transfer) {
    if (input.currency_fk && input.currency_fk !== transfer.currency_fk) {
      issues.add('currency_fk', 'not_of_the_transfer');
    }
    return currencyLike(transfer);
  }
  if (input.currency_fk) return settleCurrency({ ...input, currency_fk: input.currency_fk }, 'in', facts, issues);
  // A transfer that is not there is refused by itself: then its currency is not asked for.
  if (!input.sale_transfer_fk) issues.add('currency_fk', 'required');
  return inSystemCurrency(facts);
}

function linesOf(
  input: SaleTransferReturnInput,
  transfer: OnItsWay<SaleTransfer> | undefined,
  facts: Facts,
  issues: Issues,
): SaleTransferReturnLine[] {
  if (!input.sale_transfer_fk) return enteredLines(input.lines, facts, issues);
  if (!transfer) return [];
  return linesOfTransfer(numberedReturns(input.lines), input.sale_transfer_fk, transfer, facts, issues);
}

type ReturnedLine = Pick<SaleTransferReturnLine, 'line_id' | 'quantity'> & {
  readonly note?: string | null;
  readonly sale_transfer_line_id?: number | null;
};

/** Refuses lines that the transfer does not have, and more than arrived and has not gone back yet. */
function linesOfTransfer(
  lines: readonly ReturnedLine[],
  transferId: number,
  transfer: OnItsWay<SaleTransfer>,
  facts: Facts,
  issues: Issues,
): SaleTransferReturnLine[] {
  const arrived = arrivedInAll(transfer);
  return lines.flatMap((line, index): SaleTransferReturnLine[] => {
    const field = `lines.${index}`;
    const own = transfer.data.lines.find(
      (pricedTransitLine) => pricedTransitLine.line_id === line.sale_transfer_line_id,
    );
    if (!own) {
      issues.add(`${field}.sale_transfer_line_id`, 'unknown_line');
      return [];
    }
    if (lines.findIndex((returnedLine) => returnedLine.sale_transfer_line_id === own.line_id) !== index) {
      issues.add(`${field}.sale_transfer_line_id`, 'unique');
    }
    const before = facts.level(returnedKey(`${SALE_TRANSFER}-${transferId}`, own.line_id));
    const left = toQuantity(arrivedOf(own, arrived) - quantity(before));
    checkLeft(line.quantity, left, `${field}.quantity`, 'more_than_received', issues);
    const { item_fk, unit_fk, unit_factor, price } = own;
    return [
      {
        line_id: line.line_id,
        item_fk,
        unit_fk,
        unit_factor,
        quantity: printQuantity(quantity(line.quantity)),
        price,
        note: line.note === undefined ? own.note : line.note,
        sale_transfer_line_id: own.line_id,
        returned_before: before,
      },
    ];
  });
}

/** Lines without a transfer: every one says its item, unit and price. */
function enteredLines(lines: SaleTransferReturnInput['lines'], facts: Facts, issues: Issues): SaleTransferReturnLine[] {
  lines.forEach((line, index) => {
    for (const field of ['item_fk', 'unit_fk', 'price'] as const) {
      if (line[field] === undefined) issues.add(`lines.${index}.${field}`, 'required');
    }
    if (line.sale_transfer_line_id) issues.add(`lines.${index}.sale_transfer_line_id`, 'return_without_transfer');
  });
  const reported = lines.flatMap(({ item_fk, unit_fk, price, ...line }) =>
    item_fk === undefined || unit_fk === undefined || price === undefined ? [] : [{ ...line, item_fk, unit_fk, price }],
  );
  if (reported.length < lines.length) return [];
  return transitLines(reported, facts, issues).map(({ line, goods }) => ({
    ...goods,
    price: line.price,
    note: line.note ?? null,
    sale_transfer_line_id: null,
    returned_before: '0',
  }));
}

/** As it is sent: what had gone back is taken anew, because others may have returned of the same lines since it was entered. */
export function sentReturn(of: SaleTransferReturn, facts: Facts): SaleTransferReturn {
  const issues = new Issues();
  const transfer = transferOf(of, facts, issues);
  const lines = transfer ? linesOfTransfer(of.lines, of.sale_transfer_fk ?? 0, transfer, facts, issues) : of.lines;
  issues.throwIfAny();
  return checkTransferPrices({ ...of, lines });
}
