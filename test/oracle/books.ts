/**
 * The oracle: computes the books from the log, independently of the program. It reads the events up to a position,
 * drops those that are reversed, and values all movements in the order of effect, from the beginning each time. It
 * shares no code with domain/posting, domain/costing or the projector, and imports only the types of events from the
 * domain.
 */
import type { RuleChange } from '../../domain/costing/rules.ts';
import type { Settlement } from '../../domain/debts/settlement-events.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { RateCorrection } from '../../domain/documents/rate-correction.ts';
import type { Recalculation } from '../../domain/ledger/recalculation.ts';
import type { PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import type { SaleTransfer } from '../../domain/sales/transfers/sale-transfer-events.ts';
import type { SaleTransferReturn } from '../../domain/sales/transfers/sale-transfer-return-events.ts';
import type { StockTransfer } from '../../domain/stock/transit/stock-transfer.ts';
import type { Arrival } from '../../domain/stock/transit/transit-events.ts';
import { creditTaken, sentAwaiting } from './awaited.ts';
import { type BookedLater, bookedLater, less } from './booked-later.ts';
import {
  expenseCompleted,
  incomeCompleted,
  itemOpened,
  journalPosted,
  moneyTransferred,
  openingFinished,
} from './cash.ts';
import { claimAnswered, claimExchanged } from './claims.ts';
import { righted } from './corrections.ts';
import { type Known, type Valued, valued } from './costs.ts';
import type { Entry, Line } from './entry.ts';
import {
  adjusted,
  arrived,
  chargedLater,
  chargeTakenBack,
  countApproved,
  disposed,
  made,
  sent,
  sentBack,
  soldOverArrived,
} from './goods.ts';
import { orderCancelled, orderDelivered, orderPaid } from './orders.ts';
import { capitalMoved, dividendDeclared, dividendPaid, remittancePaid, remittanceSent, taxPaid } from './owners.ts';
import {
  advancePaid,
  advanceReversed,
  CUSTOMERS,
  laterAllocation,
  reversedOn,
  SUPPLIERS,
  settled,
  transactionCompleted,
} from './parties.ts';
import {
  appSettled,
  assetBought,
  assetGone,
  commissionApproved,
  commissionPaid,
  depreciated,
  revalued,
  yearClosed,
} from './periods.ts';
import {
  costApplied,
  costEntered,
  costShared,
  landedCompleted,
  purchaseBilled,
  purchaseCompleted,
  purchaseReturned,
  received,
} from './purchases.ts';
import { backOn, transferredBack } from './reversed.ts';
import { returnedUndelivered, saleCompleted, saleDelivered, saleReturnCompleted } from './sales.ts';
import {
  drawerClosed,
  drawerOpened,
  drawerUnclosed,
  paidIntoDrawer,
  paidOutOfDrawer,
  partRefunded,
  payrollApproved,
  payrollCorrected,
  payrollPaid,
  receiptCompleted,
  receiptRefunded,
  returnedToTill,
} from './till.ts';

type NameOf = (account: number) => string;
type Rule = (data: never, document: string, nameOf: NameOf) => Entry | readonly Entry[] | undefined;

type Came<Of> = Arrival & { readonly transfer: Of };

/** The posting rule of each event type that posts. */
const RULES: Readonly<Record<string, Rule>> = {
  'sale.completed': (data) => saleCompleted(data),
  'sale.delivered': saleDelivered,
  'sale.returned_undelivered': returnedUndelivered,
  'online_order.ordered': orderPaid,
  'online_order.delivered': orderDelivered,
  'online_order.cancelled': orderCancelled,
  'sale_return.completed': saleReturnCompleted,
  'purchase.completed': purchaseCompleted,
  'purchase.received': (data) => received(data, true),
  'purchase.received_unbilled': (data) => received(data, false),
  'purchase.billed': purchaseBilled,
  'purchase.cost_applied': costApplied,
  'purchase.cost_entered': costEntered,
  'purchase.cost_shared': costShared,
  'landed_cost.completed': landedCompleted,
  'purchase_return.completed': (data: PurchaseReturn) =>
    data.credit_awaited ? sentAwaiting(data) : purchaseReturned(data),
  'purchase_return.credited': creditTaken,
  'purchase_order.paid': advancePaid,
  'purchase_order.payment_reversed': advanceReversed,
  'purchase_order.advance_allocated': (data) => laterAllocation(SUPPLIERS, data),
  'customer_transaction.completed': (data) => transactionCompleted(CUSTOMERS, data),
  'customer_transaction.allocated': (data) => laterAllocation(CUSTOMERS, data),
  'customer_transaction.reversed_on': (data) => reversedOn(CUSTOMERS, data),
  'supplier_transaction.reversed_on': (data) => reversedOn(SUPPLIERS, data),
  'supplier_transaction.completed': (data) => transactionCompleted(SUPPLIERS, data),
  'supplier_transaction.allocated': (data) => laterAllocation(SUPPLIERS, data),
  'settlement.completed': settled,
  'settlement.reversed_on': backOn(settled),
  'expense.completed': expenseCompleted,
  'income.completed': incomeCompleted,
  'cash_transfer.completed': (data, document) => moneyTransferred(data, document),
  'cash_transfer.reversed_on': transferredBack,
  'general_journal.posted': (data, _, nameOf) => journalPosted(data, nameOf),
  'opening_balance.finished': openingFinished,
  'opening_item.completed': itemOpened,
  'direct_adjustment.completed': adjusted,
  'inventory_adjustment.approved': countApproved,
  'asset_disposal.approved': disposed,
  'warranty_claim.exchanged': claimExchanged,
  'warranty_claim.came_back': claimAnswered,
  'stock_transfer.sent': sent,
  'stock_transfer.received': (data: Came<StockTransfer>, document) => arrived(data.transfer, data, document),
  'sale_transfer.sent': sent,
  'sale_transfer.received': (data: Came<SaleTransfer>, document) => soldOverArrived(data.transfer, data, document),
  'sale_transfer_return.sent': sentBack,
  'sale_transfer_return.received': (data: Came<SaleTransferReturn>, document) =>
    soldOverArrived(data.transfer, data, document),
  'stock_transfer.charged': chargedLater,
  'stock_transfer.charge_reversed': chargeTakenBack,
  'sale_transfer.charged': chargedLater,
  'sale_transfer.charge_reversed': chargeTakenBack,
  'sale_transfer_return.charged': chargedLater,
  'sale_transfer_return.charge_reversed': chargeTakenBack,
  'tax_payment.completed': taxPaid,
  'tax_payment.reversed_on': backOn(taxPaid),
  'capital_transaction.completed': capitalMoved,
  'capital_transaction.reversed_on': backOn(capitalMoved),
  'dividend.approved': dividendDeclared,
  'dividend.paid': dividendPaid,
  'remittance.approved': remittanceSent,
  'remittance.paid': remittancePaid,
  'pos_sale.completed': receiptCompleted,
  'pos_sale.refunded': receiptRefunded,
  'pos_sale.part_refunded': partRefunded,
  'pos_sale.returned': returnedToTill,
  'drawer.opened': drawerOpened,
  'drawer.paid_in': paidIntoDrawer,
  'drawer.paid_out': paidOutOfDrawer,
  'drawer.closed': drawerClosed,
  'drawer.unclosed': drawerUnclosed,
  'payroll.approved': payrollApproved,
  'payroll.paid': payrollPaid,
  'payroll.corrected': payrollCorrected,
  'conversion.completed': made,
  'production.completed': made,
  'app_settlement.completed': appSettled,
  'app_settlement.reversed_on': backOn(appSettled),
  'asset_purchase.completed': assetBought,
  'depreciation.completed': depreciated,
  'asset_sale.completed': assetGone,
  'salesman_commission.approved': commissionApproved,
  'salesman_commission.paid': commissionPaid,
  'revaluation.posted': (data, _, nameOf) => revalued(data, nameOf),
  'year_close.closed': (data, _, nameOf) => yearClosed(data, nameOf),
};

/** Event types that reverse all postings of a document. */
const TAKES_BACK =
  /^(?!quotation|purchase_order|online_order).*\.(returned_to_draft|reversed|disapproved|returned_to_pending|reopened)$/;
/** Event types that reverse one posting of a document, with the type of the reversed event. */
const TAKES_BACK_ONE: Readonly<Record<string, string>> = {
  'online_order.returned_to_confirmed': 'online_order.delivered',
  'purchase_return.credit_taken_back': 'purchase_return.credited',
  'warranty_claim.exchange_undone': 'warranty_claim.exchanged',
  'warranty_claim.answer_undone': 'warranty_claim.came_back',
};
/** Event types of goods that leave after their sale; a corrected rate leaves them as they are. */
const LEAVES = /^sale\.(delivered|returned_undelivered)$/;
/** Event types without postings: events of drafts and records, and transitions that change no balance. */
const SILENT =
  /^((quotation|item_pricing|payment_reminder|batch_correction|batch_hold)\.\w+|warranty_claim\.(received|sent|closed|step_undone)|recalculation\.(asked|committed|discarded)|year_close\.(started|broken_off)|online_order\.(changed|confirmed|given_to_driver|returned_to_pending)|drawer\.(counted|approved)|(sale|purchase|purchase_order)\.(closed|opened)|.*\.(registered|amended|retired|restored|drafted|draft_changed|discarded|entered|changed|done|billed|purchased|purchase_taken_back|delivered|sale_prices_set|returned_to_draft|held|held_again|attached|revised))$/;

/** Whether a type matches; each type is matched once, because the whole log is read again after every command. */
function perType(pattern: RegExp): (type: string) => boolean {
  const known = new Map<string, boolean>();
  return (type) => inMap(known, type, () => pattern.test(type));
}
const takesBack = perType(TAKES_BACK);
const isSilent = perType(SILENT);
const saysRule = perType(/^(system_setting\.(registered|amended)|recalculation\.committed)$/);

export interface Fact {
  readonly type: string;
  readonly stream: string;
  /**
   * The position by which events of one effective time are ordered. A corrected rate replaces it by the position of the
   * correction.
   */
  readonly position: bigint;
  /** The position of the event itself. */
  readonly said: bigint;
  readonly data: object;
}

/** Returns the posting events up to the position `known` that are not reversed by then, with corrected rates. */
export function standing(events: readonly RecordedEvent[], known: bigint): Fact[] {
  const facts = new Map<string, Fact[]>();
  const settling = new Map<string, number | null>();
  for (const event of events) {
    if (event.position > known) break;
    const { stream, type, position } = event;
    const of = facts.get(stream) ?? [];
    const fact = { type, stream, position, said: position, data: event.data as object };
    const one = TAKES_BACK_ONE[type];
    if (type === 'settlement.completed') settling.set(stream, (event.data as Settlement).customer_fk);
    if (takesBack(type)) facts.set(stream, []);
    else if (one)
      facts.set(
        stream,
        of.filter((fact) => fact.type !== one),
      );
    else if (type.endsWith('.rate_corrected')) {
      const correction = event.data as RateCorrection;
      const right = of.map((fact) =>
        LEAVES.test(fact.type) ? fact : { ...fact, position, data: righted(fact.data, stream, correction, settling) },
      );
      facts.set(stream, right.toSorted(byPayment));
    } else if (type === 'purchase.cost_withdrawn') facts.set(stream, withoutCost(of, event));
    else if (type === 'sale.return_taken_back') facts.set(stream, withoutReturn(of, event));
    else if (type.endsWith('unallocated')) facts.set(stream, unallocated(of, event));
    else if (RULES[type]) facts.set(stream, [...of, fact]);
    else if (!isSilent(type)) throw new Error(`the oracle does not know ${type}`);
  }
  return [...facts.values()].flat();
}

/**
 * The advance payments of an order have one position after a correction. Those of one moment take effect in the order
 * of their numbers.
 */
function byPayment(a: Fact, b: Fact): number {
  const number = ({ data }: Fact) => (data as { readonly payment_id?: number }).payment_id ?? 0;
  return number(a) - number(b);
}

/** Removes the money of a later cost that is taken back; other events take its value back. */
function withoutCost(facts: readonly Fact[], { data }: RecordedEvent): Fact[] {
  const { cost_id } = data as { readonly cost_id: number };
  return facts.filter((fact) => (fact.data as { cost?: { cost_id: number } }).cost?.cost_id !== cost_id);
}

/** Goods that were returned before their delivery wait for it again. */
function withoutReturn(facts: readonly Fact[], { data }: RecordedEvent): Fact[] {
  const back = ({ sale_return_fk }: { readonly sale_return_fk?: number }) => sale_return_fk;
  return facts.filter((fact) => fact.type !== 'sale.returned_undelivered' || back(fact.data) !== back(data as object));
}

/** Removes an allocation that is reversed. The allocation with the number 0 is part of the event of the payment. */
function unallocated(facts: readonly Fact[], { data }: RecordedEvent): Fact[] {
  const { allocation_id: id } = data as { readonly allocation_id: number };
  const kept = facts.filter((fact) => (fact.data as { allocation_id?: number }).allocation_id !== id);
  if (kept.length < facts.length) return kept;
  return facts.map((fact) =>
    fact.type.endsWith('.completed') ? { ...fact, data: { ...fact.data, allocations: [] } } : fact,
  );
}

export interface Books {
  /** By `account, outlet, currency`: the balance in that currency and in the system currency. */
  readonly ledger: Readonly<Record<string, string>>;
  /** By `item inventory`: quantity and value. */
  readonly stock: Readonly<Record<string, string>>;
  /** By `item inventory`: what is sold and not delivered. */
  readonly undelivered: Readonly<Record<string, string>>;
  /**
   * By `party currency`: the balance in that currency and in the system currency; above zero the party owes the
   * business.
   */
  readonly parties: Readonly<Record<string, string>>;
}

/**
 * Returns the books as `valuedAt` says, in which nothing is written into closed days: what an event for a receipt of a
 * closed day changes before the first open day is booked on that day (docs/decisions/0123), the value of stock from its
 * first moment on.
 */
export function booksAt(
  events: readonly RecordedEvent[],
  at: string,
  known: bigint,
  nameOf: (account: number) => string = String,
): Books {
  const later = bookedLater(events, known, TAKES_BACK);
  const now = valuedAt(events, at, known, nameOf);
  const without = (left: readonly BookedLater[]) => {
    const before = left.map(({ position }) => valuedAt(events, at, position - 1n, nameOf));
    const after = left.map(({ position }) => valuedAt(events, at, position, nameOf));
    return less([now, ...before], after);
  };
  const books = without(later.filter(({ from }) => at < from));
  const { stock } = without(later.filter(({ from }) => at.slice(0, 10) < from.slice(0, 10)));
  return { ...books, stock };
}

/**
 * Returns the books as at `at`, a moment like `2026-03-05T23:59:59.9` (inclusive), as known at the position `known`.
 * `nameOf` returns the name of an account by its number.
 */
function valuedAt(events: readonly RecordedEvent[], at: string, known: bigint, nameOf: NameOf): Books {
  const { entries, moves: all } = worked(events, known, nameOf);
  const moves = all.filter((valued) => valued.at <= at);
  const own = entries.filter((entry) => entry.at <= at).flatMap((entry) => [...entry.lines, ...betweenOutlets(entry)]);
  const lines = [...own, ...moves.flatMap((move) => move.lines)];
  return {
    ledger: sums(lines, ({ account, outlet, currency, base, foreign }) => [
      `${account}, ${outlet}, ${currency}`,
      foreign,
      base,
    ]),
    stock: sums(moves.flatMap(onShelves), (onShelf) => onShelf),
    undelivered: sums(moves, ({ move: { pool }, undelivered }) => [
      'cash' in pool ? undefined : `${pool.item} ${pool.inventory}`,
      undelivered,
      0n,
    ]),
    parties: sums(lines, ({ party, currency, foreign, base }) => [party && `${party} ${currency}`, foreign, base]),
  };
}

/**
 * Returns the changes of quantity and value by `item inventory`: of the movement, and of inventories that share its
 * average.
 */
function onShelves({ move: { pool }, count, value, shared }: Valued): (readonly [string, bigint, bigint])[] {
  if ('cash' in pool) return [];
  const others = shared.map((value) => [`${pool.item} ${value.inventory}`, 0n, value.value] as const);
  return [[`${pool.item} ${pool.inventory}`, count, value], ...others];
}

interface Worked {
  readonly facts: readonly Fact[];
  readonly entries: readonly Known[];
  readonly moves: readonly Valued[];
}

/** Returns the events in force at the position `known`, their entries, and their movements with values. */
export function worked(events: readonly RecordedEvent[], known: bigint, nameOf: NameOf): Worked {
  const facts = standing(events, known);
  const entries = facts.flatMap((fact): Known[] =>
    entriesOf(fact, nameOf).map((entry) => {
      const { stream: document, position, said, data } = fact;
      return { ...entry, document, position, said, system: systemOf(data) };
    }),
  );
  return { facts, entries, moves: valued(entries, rulesAt(events, known, nameOf)) };
}

/** Entries of events that were computed before, by the names of the accounts, the data, and what they were data of. */
const computed = new WeakMap<NameOf, WeakMap<object, Map<string, readonly Entry[]>>>();

/** Returns the entries that an event posts; empty when its type has no posting rule. Stored data never change. */
export function entriesOf(fact: Pick<Fact, 'type' | 'stream' | 'data'>, nameOf: NameOf): readonly Entry[] {
  const { type, stream, data } = fact;
  const rule = RULES[type];
  if (!rule) return [];
  const all = inMap(computed, nameOf, () => new WeakMap());
  const own = inMap(all, data, () => new Map<string, readonly Entry[]>());
  return inMap(own, `${type} ${stream}`, () => {
    const given = rule(data as never, stream, nameOf);
    return given === undefined ? [] : 'lines' in given ? [given] : given;
  });
}

function inMap<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Returns the changes of the costing rule up to the position `known` (decisions/0024): those of the system setting
 * until the first movement of goods, and those of recalculations, each from a day on.
 */
function rulesAt(events: readonly RecordedEvent[], known: bigint, nameOf: NameOf): RuleChange[] {
  const said = events.filter(({ type, position }) => saysRule(type) && position <= known);
  const moved = said.length > 0 ? firstGoods(events, nameOf) : undefined;
  const changes = said.flatMap(({ type, position, data }): RuleChange[] => {
    if (type === 'recalculation.committed') {
      const { date: from, item_fk: items, inventory_fk: inventories, ...of } = data as Recalculation;
      const { average_scope: scope, cost_method: method } = of;
      if (!scope && !method) return [];
      return [{ from, items, inventories, ...(scope ? { scope } : {}), ...(method ? { method } : {}) }];
    }
    const { changed, ...own } = data as { readonly changed?: Setting } & Setting;
    const scope = (changed ?? own).average_scope;
    return scope && !(moved && moved < position) ? [{ from: '0001-01-01', items: [], inventories: [], scope }] : [];
  });
  // The default rule is the moving average of each inventory.
  return changes.some(({ scope, method }) => scope === 'company' || method === 'fifo') ? changes : [];
}

type Setting = { readonly average_scope?: 'inventory' | 'company' };

function firstGoods(events: readonly RecordedEvent[], nameOf: NameOf): bigint | undefined {
  const isGoods = ({ moves }: Entry) => moves.some(({ pool }) => 'item' in pool);
  return events.find((event) => entriesOf(event as Pick<Fact, 'type' | 'stream' | 'data'>, nameOf).some(isGoods))
    ?.position;
}

/** Returns the system currency of an event's data, or of the document that the data contain. */
function systemOf(data: object): number {
  const own = data as { readonly system_currency_fk?: number };
  const carried = [
    'purchase',
    'purchase_return',
    'transfer',
    'dividend',
    'remittance',
    'payroll',
    'receipt',
    'taken_back',
    'transaction',
    'sale',
    'refund',
    'leaves',
    'credit',
    'document',
  ];
  const [document] = carried.flatMap((name) => (data as Record<string, object>)[name] ?? []);
  return own.system_currency_fk ?? systemOf(document ?? {});
}

/** Returns the lines on `inter-outlet` that balance an entry within each outlet. */
function betweenOutlets({ lines, system: currency }: Known): Line[] {
  const outlets = [...new Set(lines.map(({ outlet }) => outlet))];
  return outlets.map((outlet): Line => {
    const given = lines.filter((line) => line.outlet === outlet).reduce((sum, { base }) => sum - base, 0n);
    return { account: 'inter-outlet', outlet, currency, base: given, foreign: given };
  });
}

/** Adds up both amounts by key, and omits keys whose sums are both zero. */
function sums<Of>(
  all: readonly Of[],
  of: (value: Of) => readonly [string | undefined, bigint, bigint],
): Record<string, string> {
  const found = new Map<string, readonly [bigint, bigint]>();
  for (const value of all) {
    const [key, a, b] = of(value);
    if (key === undefined) continue;
    const [x, y] = found.get(key) ?? [0n, 0n];
    found.set(key, [x + a, y + b]);
  }
  return Object.fromEntries(
    [...found].filter(([, [a, b]]) => a !== 0n || b !== 0n).map(([key, sum]) => [key, sum.join(' ')]),
  );
}
