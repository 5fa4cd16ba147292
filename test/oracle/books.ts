/**
 * The books worked out from nothing: everything that was known at a position, without what was taken back, in the
 * order in which it takes effect. Slow and obvious; it shares no code with domain/posting, domain/costing or the
 * projector, and takes from the domain only the shapes of the stored facts.
 */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { SaleTransfer } from '../../domain/sales/sale-transfer.ts';
import type { StockTransfer } from '../../domain/stock/stock-transfer.ts';
import type { Arrival } from '../../domain/stock/transit.ts';
import { expenseCompleted, incomeCompleted, journalPosted, moneyTransferred, openingFinished } from './cash.ts';
import { type Known, valued } from './costs.ts';
import type { Entry, Line } from './entry.ts';
import { adjusted, arrived, countApproved, disposed, made, sent, soldOverArrived } from './goods.ts';
import { capitalMoved, dividendDeclared, dividendPaid, remittancePaid, remittanceSent } from './owners.ts';
import {
  advancePaid,
  advanceReversed,
  CUSTOMERS,
  laterAllocation,
  SUPPLIERS,
  transactionCompleted,
} from './parties.ts';
import { costApplied, purchaseBilled, purchaseCompleted, purchaseReturned, received } from './purchases.ts';
import { saleCompleted, saleReturnCompleted } from './sales.ts';
import {
  drawerClosed,
  drawerOpened,
  drawerUnclosed,
  paidOutOfDrawer,
  payrollApproved,
  payrollPaid,
  receiptCompleted,
  receiptRefunded,
} from './till.ts';

type Rule = (data: never, document: string, nameOf: (account: number) => string) => Entry | undefined;

type Came<Of> = Arrival & { readonly transfer: Of };

/** What each fact does to the books. */
const RULES: Readonly<Record<string, Rule>> = {
  'sale.completed': saleCompleted,
  'sale_return.completed': saleReturnCompleted,
  'purchase.completed': purchaseCompleted,
  'purchase.received': (data) => received(data, true),
  'purchase.received_unbilled': (data) => received(data, false),
  'purchase.billed': purchaseBilled,
  'purchase.cost_applied': costApplied,
  'purchase_return.completed': purchaseReturned,
  'purchase_order.paid': advancePaid,
  'purchase_order.payment_reversed': advanceReversed,
  'purchase_order.advance_allocated': (data) => laterAllocation(SUPPLIERS, data),
  'customer_transaction.completed': (data) => transactionCompleted(CUSTOMERS, data),
  'customer_transaction.allocated': (data) => laterAllocation(CUSTOMERS, data),
  'supplier_transaction.completed': (data) => transactionCompleted(SUPPLIERS, data),
  'supplier_transaction.allocated': (data) => laterAllocation(SUPPLIERS, data),
  'expense.completed': expenseCompleted,
  'income.completed': incomeCompleted,
  'cash_transfer.completed': (data, document) => moneyTransferred(data, document),
  'general_journal.posted': (data, _, nameOf) => journalPosted(data, nameOf),
  'opening_balance.finished': openingFinished,
  'direct_adjustment.completed': adjusted,
  'inventory_adjustment.approved': countApproved,
  'asset_disposal.approved': disposed,
  'stock_transfer.sent': sent,
  'stock_transfer.received': (data: Came<StockTransfer>, document) => arrived(data.transfer, data, document),
  'sale_transfer.sent': sent,
  'sale_transfer.received': (data: Came<SaleTransfer>, document) => soldOverArrived(data.transfer, data, document),
  'capital_transaction.completed': capitalMoved,
  'dividend.approved': dividendDeclared,
  'dividend.paid': dividendPaid,
  'remittance.approved': remittanceSent,
  'remittance.paid': remittancePaid,
  'pos_sale.completed': receiptCompleted,
  'pos_sale.refunded': receiptRefunded,
  'drawer.opened': drawerOpened,
  'drawer.paid_out': paidOutOfDrawer,
  'drawer.closed': drawerClosed,
  'drawer.unclosed': drawerUnclosed,
  'payroll.approved': payrollApproved,
  'payroll.paid': payrollPaid,
  'conversion.completed': made,
  'production.completed': made,
};

/** Takes back everything that the document has in the books. */
const TAKES_BACK =
  /^(?!quotation|purchase_order).*\.(returned_to_draft|reversed|disapproved|returned_to_pending|reopened)$/;
/** Says nothing about the books: drafts, records, and what is only said about a document. */
const SILENT =
  /^(drawer\.(counted|approved)|(sale|purchase|purchase_order)\.(closed|opened)|.*\.(registered|amended|retired|restored|drafted|draft_changed|discarded|entered|changed|done|billed|purchased|purchase_taken_back|delivered|sale_prices_set|returned_to_draft|held|held_again))$/;

interface Fact {
  readonly event: RecordedEvent;
  readonly data: object;
}

/** What was said up to a position and not taken back by then. */
function standing(events: readonly RecordedEvent[], known: bigint): Fact[] {
  const facts = new Map<string, Fact[]>();
  for (const event of events) {
    if (event.position > known) break;
    const of = facts.get(event.stream) ?? [];
    if (TAKES_BACK.test(event.type)) facts.set(event.stream, []);
    else if (event.type.endsWith('unallocated')) facts.set(event.stream, unallocated(of, event));
    else if (RULES[event.type]) facts.set(event.stream, [...of, { event, data: event.data as object }]);
    else if (!SILENT.test(event.type)) throw new Error(`the oracle does not know ${event.type}`);
  }
  return [...facts.values()].flat();
}

/** An allocation that was taken back is forgotten; the one numbered 0 came with the money. */
function unallocated(facts: readonly Fact[], { data }: RecordedEvent): Fact[] {
  const { allocation_id: id } = data as { readonly allocation_id: number };
  const kept = facts.filter((fact) => (fact.data as { allocation_id?: number }).allocation_id !== id);
  if (kept.length < facts.length) return kept;
  return facts.map((fact) =>
    fact.event.type.endsWith('.completed') ? { ...fact, data: { ...fact.data, allocations: [] } } : fact,
  );
}

export interface Books {
  /** `account`, `outlet`, `currency`, with their balances. */
  readonly ledger: Readonly<Record<string, string>>;
  /** `item inventory`: quantity and value. */
  readonly stock: Readonly<Record<string, string>>;
  /** `party currency`: what it owes us (or is owed, below zero), in that currency and in the books. */
  readonly parties: Readonly<Record<string, string>>;
}

/** `at` is a moment like `2026-03-05T23:59:59.9`: everything that takes effect until then counts. */
export function booksAt(
  events: readonly RecordedEvent[],
  at: string,
  known: bigint,
  nameOf: (account: number) => string = String,
): Books {
  const entries = standing(events, known).flatMap(({ event, data }): Known[] => {
    const entry = RULES[event.type]?.(data as never, event.stream, nameOf);
    return entry ? [{ ...entry, document: event.stream, position: event.position, system: systemOf(data) }] : [];
  });
  const moves = valued(entries).filter((each) => each.at <= at);
  const own = entries.filter((each) => each.at <= at).flatMap((each) => [...each.lines, ...betweenOutlets(each)]);
  const lines = [...own, ...moves.flatMap((each) => each.lines)];
  return {
    ledger: sums(lines, ({ account, outlet, currency, base, foreign }) => [
      `${account}, ${outlet}, ${currency}`,
      foreign,
      base,
    ]),
    stock: sums(moves, ({ move: { pool }, count, value }) => [
      'cash' in pool ? undefined : `${pool.item} ${pool.inventory}`,
      count,
      value,
    ]),
    parties: sums(lines, ({ party, currency, foreign, base }) => [party && `${party} ${currency}`, foreign, base]),
  };
}

/** Of the facts, or of the document that they carry. */
function systemOf(data: object): number {
  const own = data as { readonly system_currency_fk?: number };
  const carried = ['purchase', 'transfer', 'dividend', 'remittance', 'payroll', 'receipt', 'taken_back'];
  const [document] = carried.flatMap((name) => (data as Record<string, object>)[name] ?? []);
  return own.system_currency_fk ?? systemOf(document ?? {});
}

/** What an outlet gave to another is a claim on it. */
function betweenOutlets({ lines, system: currency }: Known): Line[] {
  const outlets = [...new Set(lines.map(({ outlet }) => outlet))];
  return outlets.map((outlet): Line => {
    const given = lines.filter((line) => line.outlet === outlet).reduce((sum, { base }) => sum - base, 0n);
    return { account: 'inter-outlet', outlet, currency, base: given, foreign: given };
  });
}

/** `key`: the two sums, without those that are both nothing. */
function sums<Of>(
  all: readonly Of[],
  of: (each: Of) => readonly [string | undefined, bigint, bigint],
): Record<string, string> {
  const found = new Map<string, readonly [bigint, bigint]>();
  for (const each of all) {
    const [key, a, b] = of(each);
    if (key === undefined) continue;
    const [x, y] = found.get(key) ?? [0n, 0n];
    found.set(key, [x + a, y + b]);
  }
  return Object.fromEntries(
    [...found].filter(([, [a, b]]) => a !== 0n || b !== 0n).map(([key, sum]) => [key, sum.join(' ')]),
  );
}
