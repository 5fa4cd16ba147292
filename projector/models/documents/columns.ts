/**
 * The list columns of a document, for all kinds. Documents use the same field names for the same facts (documents.md),
 * so each column is read from the fields that exist.
 */

import { deliveredGoods } from '../../../domain/documents/delivered-goods.ts';
import {
  baseQuantityOf,
  countOf,
  type DocumentBody,
  goodsLinesOf,
  inSystemCurrency,
  priceOf,
  totalsOf,
} from '../../../domain/documents/document-amounts.ts';
import type { OwnParts } from '../../../domain/documents/own-parts.ts';
import type { OpenItemChange } from '../../../domain/entries/open-item.ts';
import type { DocumentTotals } from '../../../domain/pricing/totals.ts';
import { foldForSearch } from '../../../domain/values/folding.ts';
import { objectsOf } from '../../../domain/values/members.ts';
import { type Money, printMoney, subtract, sum, toMoney, ZERO } from '../../../domain/values/money.ts';
import { inBaseUnits, printQuantity, quantity } from '../../../domain/values/quantity.ts';
import { telephoneKey } from '../../../domain/values/telephone.ts';
import type { Cell } from '../../rows/table.ts';

export interface DocumentColumns {
  readonly party: string | null;
  readonly currency: number | null;
  /** In the order of the table's columns from `status` to `search`. */
  readonly cells: readonly Cell[];
  readonly lines: readonly (readonly Cell[])[];
}

/** What the document's own postings have done with its amount. */
export interface Posted {
  /** The changes of its open item. */
  readonly own: readonly OpenItemChange[];
  readonly parts: OwnParts | undefined;
}

export function documentColumns(body: DocumentBody, posted: Posted): DocumentColumns {
  const totals = totalsOf(body);
  const party = partyOf(body);
  const currency = id(body, 'currency_fk');
  const parts = partsOf(posted, totals.total, party, currency);
  const cells = [
    text(body, 'status'),
    text(body, 'number'),
    text(body, 'date'),
    id(body, 'outlet_fk'),
    id(body, 'inventory_fk'),
    party,
    id(body, 'currency_fk'),
    text(body, 'rate'),
    text(body, 'payment_type'),
    printMoney(totals.gross),
    printMoney(toMoney(totals.itemDiscount + totals.invoiceDiscount)),
    printMoney(totals.tax),
    printMoney(totals.net),
    printMoney(totals.total),
    printMoney(inSystemCurrency(totals.total, body)),
    ...[parts.due, parts.costs, parts.returned, parts.allowed, parts.notDue, parts.notComing].map(printMoney),
    duesOf(posted, party, currency),
    receivedStatus(body),
    text(body, 'reference_number'),
    text(body, 'note'),
    searchText(body),
  ];
  return { party, currency, cells, lines: lineCells(body, party, totals) };
}

/** Folded words, and on a line of its own the telephone of the order, as in the search text of a record. */
function searchText(body: DocumentBody): string {
  const words = foldForSearch(
    ['number', 'reference_number', 'note', 'serial_number', 'given_number', 'brought_by']
      .map((name) => text(body, name) ?? '')
      .join(' '),
  );
  const telephone = text(body, 'customer_mobile');
  return telephone === null ? words : [`${words} `, telephoneKey(telephone), ''].join('\n');
}

/** Total and costs beside it are what is due, what went back before that, what is not due yet, and what will not come. */
function partsOf({ own, parts = NO_PARTS }: Posted, total: Money, party: string | null, currency: number | null) {
  const opened = own.filter((change) => change.party === party && change.currency === currency && change.amount > 0n);
  const due = sum([parts.atOnce, ...opened.map(({ amount }) => amount)]);
  const { goods, returned, allowed, notComing } = parts;
  const common = { due, returned, allowed, notComing };
  if (goods === undefined) return { ...common, costs: ZERO, notDue: ZERO };
  return { ...common, costs: subtract(due, goods), notDue: subtract(total, sum([goods, returned, notComing])) };
}

const NO_PARTS: OwnParts = { atOnce: ZERO, returned: ZERO, allowed: ZERO, notComing: ZERO };

function duesOf({ own }: Posted, party: string | null, currency: number | null): string | null {
  const opened = own.filter(
    (change) =>
      change.party === party && change.currency === currency && change.amount > 0n && change.due !== undefined,
  );
  const byDay = Map.groupBy(opened, ({ due }) => due ?? '');
  const dues = [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = dues.map(([day, of]) => ({ day, amount: printMoney(sum(of.map(({ amount }) => amount))) }));
  return parts.length === 0 ? null : JSON.stringify(parts);
}

function lineCells(body: DocumentBody, party: string | null, totals: DocumentTotals): Cell[][] {
  return goodsLinesOf(body).map((line, index) => [
    line.line_id,
    text(body, 'status'),
    text(body, 'date'),
    party,
    id(body, 'outlet_fk'),
    id(body, 'inventory_fk'),
    id(body, 'currency_fk'),
    line.item_fk,
    line.unit_fk ?? null,
    printQuantity(baseQuantityOf(line)),
    priceOf(body, line.line_id, line.price),
    printMoney(totals.lines[index]?.net ?? ZERO),
    printMoney(totals.lines[index]?.tax ?? ZERO),
  ]);
}

function partyOf(body: DocumentBody): string | null {
  const named = text(body, 'party');
  if (named !== null) return named;
  const [customer, supplier] = [id(body, 'customer_fk'), id(body, 'supplier_fk')];
  if (customer !== null) return `customer-${customer}`;
  return supplier === null ? null : `supplier-${supplier}`;
}

/** Delivery status of a sale, or receipt status of a purchase: not, partially, or completely. */
function receivedStatus(body: DocumentBody): string | null {
  if (body['delivered'] !== undefined) return deliveryStatus(body);
  const receipts = body['receipts'] === undefined ? undefined : objectsOf(body['receipts']);
  const counted = receipts && (receipts.at(-1)?.['after'] ?? []);
  if (!counted) return null;
  const received = new Map(objectsOf(counted).map((line) => [line['line_id'], line]));
  if ([...received.values()].every((line) => quantity(String(line['quantity'])) === 0n)) return 'not_received';
  const all = goodsLinesOf(body).every((line) => {
    const { quantity: count = '0', unit_factor } = received.get(line.line_id) ?? {};
    const own = quantity(String(count));
    if (typeof unit_factor !== 'string') return own >= countOf(line);
    return inBaseUnits(own, quantity(unit_factor)) >= baseQuantityOf(line);
  });
  return all ? 'received' : 'partially_received';
}

/** Of a sale: goods that were returned before they were delivered are no longer to be delivered. */
function deliveryStatus(body: DocumentBody): string {
  const became = deliveredGoods(body);
  const lines = goodsLinesOf(body).map((line) => ({ line, ...became(line) }));
  const isDone = lines.every(({ line, delivered, returned }) => delivered + returned >= baseQuantityOf(line));
  if (isDone && lines.some(({ delivered, returned }) => delivered + returned > 0n)) return 'received';
  return lines.every(({ delivered }) => delivered === 0n) ? 'not_received' : 'partially_received';
}

function text(body: DocumentBody, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' ? value : null;
}

function id(body: DocumentBody, name: string): number | null {
  const value = body[name];
  return typeof value === 'number' ? value : null;
}
