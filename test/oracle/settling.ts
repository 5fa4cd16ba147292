/**
 * Compares the settled amount of a return with the open amount of its sale or purchase, which it settles up to its own
 * total, and the open amounts that events of purchases store.
 */
import type { Settlement } from '../../domain/debts/settlement-events.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { RateCorrection } from '../../domain/documents/rate-correction.ts';
import type { Allocation, ReversedOn } from '../../domain/parties/transaction-events.ts';
import type { Bill, BilledPrice, EnteredCost, Purchase, Receipt } from '../../domain/purchasing/purchase-events.ts';
import type { PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import { entriesOf, type Fact, standing } from './books.ts';
import { righted } from './corrections.ts';
import type { Line } from './entry.ts';
import { baseUnits, count, deal, inBooks, money, ratio, size, total } from './exact.ts';
import { asBilled, bought, receivedOf } from './purchases.ts';
import { pricedLines } from './sales.ts';

type NameOf = (account: number) => string;
type Amounts = NonNullable<RateCorrection['lines']>;

const OWED = /^(receivable|payable)$/;
const CREDIT = /^(receivable|payable|customer-advances|supplier-advances)$/;

/** The sale or purchase of a return on account, with the party and the currency of the debt. */
/** A return, or the answer to one whose credit was awaited, which says what it settles. */
const returnIn = (data: unknown): SaleReturn & PurchaseReturn => {
  const { purchase_return, ...own } = data as { readonly purchase_return?: PurchaseReturn };
  return { ...purchase_return, ...own } as SaleReturn & PurchaseReturn;
};

function origin({ type, data }: Pick<RecordedEvent, 'type' | 'data'>) {
  const { sale_fk, customer_fk, purchase_fk, supplier_fk, purchase_date, ...of } = returnIn(data);
  const isSale = type === 'sale_return.completed';
  const id = isSale ? sale_fk : purchase_fk;
  if (of.payment_type !== 'on_account' || id === null) return undefined;
  const party = isSale ? `customer-${customer_fk}` : `supplier-${supplier_fk}`;
  // A later cost of the purchase is open on a day of its own, and a return leaves it.
  const date = isSale ? undefined : (purchase_date ?? undefined);
  return { document: `${isSale ? 'sale' : 'purchase'}-${id}`, party, currency: of.currency_fk, date };
}

type Origin = NonNullable<ReturnType<typeof origin>>;

/** Returns the stored and the computed settled and open amounts of a return. */
export function settledBack(events: readonly RecordedEvent[], back: RecordedEvent, nameOf: NameOf) {
  const of = origin(back);
  const { settled_amount, open_amount } = back.data as SaleReturn;
  const said = [money(settled_amount), money(open_amount)];
  if (!of) return [`${said}`, '0,0'] as const;
  const lines = entriesOf(back as Pick<Fact, 'type' | 'stream' | 'data'>, nameOf).flatMap((entry) => entry.lines);
  const worth = owed(lines, of, CREDIT);
  // Later costs of a purchase may be owed to the same supplier, on days of their own.
  const date = returnIn(back.data).purchase_date ?? undefined;
  const open = openOn(standing(events, back.position - 1n), { ...of, date }, nameOf);
  const owing = open < 0n ? 0n : open;
  return [`${said}`, `${[owing < worth ? owing : worth, owing]}`] as const;
}

/** Returns the stored and the computed amounts of a purchase return's lines in the system currency. */
export function returnedWorth(events: readonly RecordedEvent[], back: RecordedEvent) {
  const of = back.data as PurchaseReturn;
  const bought = purchaseOf(events, of, back.position);
  return [worthOf(of.lines), amountsOf(of, bought, billedIn(events, of, back.position))] as const;
}

/** The same for the amounts in the correction of a return; undefined when the return is a draft. */
export function correctedWorth(events: readonly RecordedEvent[], { stream, position, data }: RecordedEvent) {
  const correction = data as RateCorrection;
  const fact = standing(events, position - 1n).find((fact) => fact.stream === stream);
  if (!fact) return undefined;
  const right = righted(fact.data as PurchaseReturn, stream, { ...correction, lines: [] });
  const purchase = purchaseOf(events, right, position);
  const name = `purchase-${right.purchase_fk}`;
  const corrected = purchase && righted(purchase, name, { ...correction, documents: [name] });
  const billed = billedIn(events, right, position);
  return [worthOf(correction.lines ?? []), amountsOf(right, corrected, billed)] as const;
}

/** The receipts that were billed with goods of the purchase, each with the prices of its bill. */
function billedIn(events: readonly RecordedEvent[], { purchase_fk }: PurchaseReturn, known: bigint): BilledReceipt[] {
  const facts = standing(events, known - 1n).filter(({ stream }) => stream === `purchase-${purchase_fk}`);
  const bills = facts.flatMap(({ type, data }) => (type === 'purchase.billed' ? [data as Bill] : []));
  if (bills.every(({ prices }) => prices === undefined)) return [];
  const atOnce = facts.flatMap(({ type, data }) => (type === 'purchase.received' ? [data as Receipt] : []));
  return [
    ...atOnce.map((receipt) => ({ receipt, prices: [] })),
    ...bills.flatMap(({ receipts, prices = [] }) => receipts.map((receipt) => ({ receipt, prices }))),
  ].sort((a, b) => a.receipt.receipt - b.receipt.receipt);
}

interface BilledReceipt {
  readonly receipt: Receipt;
  readonly prices: readonly BilledPrice[];
}

function purchaseOf(events: readonly RecordedEvent[], { purchase_fk }: PurchaseReturn, known: bigint) {
  const completed = standing(events, known - 1n).find(
    ({ stream, data }) => stream === `purchase-${purchase_fk}` && ('purchase' in data || 'lines' in data),
  );
  const data = completed?.data as (Purchase & { readonly purchase?: Purchase }) | undefined;
  return data?.purchase ?? data;
}

const worthOf = (lines: Amounts): string[] =>
  lines.map(({ net_base, tax_base, goods_base }) =>
    [net_base, tax_base, goods_base].map((amount) => (amount === null ? '-' : money(amount))).join(' '),
  );

/**
 * A return of a purchase takes the difference of two cumulative shares of its line; without a purchase the total is
 * converted once and shared over the lines.
 */
function amountsOf(of: PurchaseReturn, purchase: Purchase | undefined, billed: readonly BilledReceipt[]): string[] {
  if (!purchase) {
    const priced = pricedLines(of);
    const amounts = [...priced.map(({ net }) => net), ...priced.map(({ tax }) => tax)];
    const bases = deal(inBooks(total(amounts), of), amounts);
    return priced.map((_, index) => `${bases[index]} ${bases[priced.length + index]} -`);
  }
  return of.lines.map((line) => {
    const ofLine = (at: Purchase) => bought(at).find((value) => value.line.line_id === line.purchase_line_id);
    const own = ofLine(purchase);
    if (!own) return 'unknown line';
    if (billed.length > 0) return atBills(line, purchase, billed, ofLine);
    const { before, now, inBase, bonusBefore, bonusNow } = positionsOf(line, own.line);
    const part = (amount: bigint, gone: bigint, count: bigint, whole: bigint) =>
      whole === 0n ? 0n : ratio(amount * (gone + count), whole) - ratio(amount * gone, whole);
    const paid = (amount: bigint) => part(amount, before, now, inBase(count(own.line.quantity)));
    const goods = own.net.base + (own.line.tax_recoverable ? 0n : own.tax.base);
    const all = part(goods, before + bonusBefore, now + bonusNow, inBase(own.whole));
    return [paid(own.net.base), paid(own.tax.base), all].join(' ');
  });
}

/** The quantities of a return of a line, in base units. */
function positionsOf(line: PurchaseReturn['lines'][number], own: { readonly unit_factor: string }) {
  const before = (text: string) => (line.counted_in ? count(text) : baseUnits(text, own.unit_factor));
  return {
    before: before(line.returned_before),
    now: baseUnits(line.quantity, line.unit_factor),
    bonusBefore: before(line.bonus_returned_before),
    bonusNow: baseUnits(line.bonus_quantity, line.unit_factor),
    /** A quantity of the line. */
    inBase: (of: bigint) => ratio(of * count(own.unit_factor), 1_000_000n),
  };
}

/** Goods of several bills go back in the order of their receipts, each at the price of its own bill. */
function atBills(
  line: PurchaseReturn['lines'][number],
  purchase: Purchase,
  billed: readonly BilledReceipt[],
  ofLine: (at: Purchase) => ReturnType<typeof bought>[number] | undefined,
): string {
  const { unit_factor } = ofLine(purchase)?.line ?? line;
  const hereAfter = (received: Receipt['after']) => receivedOf(received, line.purchase_line_id ?? 0, unit_factor);
  const came = ({ after, before }: Receipt) => hereAfter(after) - hereAfter(before);
  const { before, now, inBase, bonusBefore, bonusNow } = positionsOf(line, ofLine(purchase)?.line ?? line);
  const parts = billed.flatMap(({ receipt, prices }) => {
    const own = ofLine(asBilled(purchase, { prices }));
    return own ? [{ own, size: came(receipt) }] : [];
  });
  const whole = inBase(parts[0]?.own.whole ?? 0n);
  // Positions are in parts of 1 / (paid quantity) of a unit, so that paid goods without the free ones are exact too.
  const upTo = (amount: (own: (typeof parts)[number]['own']) => bigint, at: bigint, of: bigint) => {
    let left = at * whole;
    let sum = 0n;
    for (const { own, size } of parts) {
      const taken = left < size * of ? left : size * of;
      sum += amount(own) * taken;
      left -= taken;
    }
    return whole * of === 0n ? 0n : ratio(sum, whole * of);
  };
  const paid = inBase(count(parts[0]?.own.line.quantity));
  const share = (amount: (own: (typeof parts)[number]['own']) => bigint) =>
    upTo(amount, before + now, paid) - upTo(amount, before, paid);
  const gone = before + bonusBefore;
  const goods = ({ net, tax, line }: (typeof parts)[number]['own']) =>
    net.base + (line.tax_recoverable ? 0n : tax.base);
  const all = upTo(goods, gone + now + bonusNow, whole) - upTo(goods, gone, whole);
  return [share(({ net }) => net.base), share(({ tax }) => tax.base), all].join(' ');
}

/** Returns the stored and the computed amounts of an allowance: what was open for the purchase, and what it settled of it. */
export function settledByAllowance(events: readonly RecordedEvent[], allowed: RecordedEvent, nameOf: NameOf) {
  const { cost, open_amount, settled_amount, purchase_date } = allowed.data as EnteredCost;
  const said = `${money(open_amount ?? '0')} ${money(settled_amount ?? '0')}`;
  if (cost.payment_type !== 'on_account') return [said, '0 0'] as const;
  const of = { document: allowed.stream, party: `supplier-${cost.supplier_fk}`, currency: cost.currency_fk };
  const open = openOn(standing(events, allowed.position - 1n), { ...of, date: purchase_date }, nameOf);
  const worth = -money(cost.amount);
  return [said, `${open} ${open < worth ? open : worth}`] as const;
}

/** Returns the stored and the computed open amounts of a purchase, by creditor, before an event that increases them. */
export function openBefore(events: readonly RecordedEvent[], more: RecordedEvent, nameOf: NameOf) {
  const { owed_before = [], purchase, ...data } = more.data as Receipt & { readonly purchase?: Purchase };
  const { system_currency_fk: system } = purchase ?? (data as unknown as Purchase);
  const lines = entriesOf(more as Pick<Fact, 'type' | 'stream' | 'data'>, nameOf).flatMap((entry) => entry.lines);
  const facts = standing(events, more.position - 1n);
  const owedTo = lines.flatMap(({ party, currency }) => (party && currency !== system ? [{ party, currency }] : []));
  const is = owedTo.map((to) => {
    const open = openOn(facts, { ...to, document: more.stream, date: openDay(more.data as object) }, nameOf);
    return open === 0n ? '' : `${to.party} ${to.currency} ${open}`;
  });
  const said = owed_before.map(
    (owedBefore) => `supplier-${owedBefore.supplier_fk} ${owedBefore.currency_fk} ${money(owedBefore.amount)}`,
  );
  const named = (all: readonly string[]) => [...new Set(all.filter((name) => name !== ''))].sort();
  return [named(said), named(is)] as const;
}

/** The day on which the debt of an event of a purchase is open: that of the purchase, or of the later cost. */
function openDay(data: object): string | undefined {
  const { purchase, purchase_date, date } = data as {
    readonly purchase?: Purchase;
    readonly purchase_date?: string;
    readonly date?: string;
  };
  return purchase?.date ?? purchase_date ?? date;
}

const owed = (lines: readonly Line[], { party, currency }: Origin, accounts: RegExp): bigint =>
  size(
    total(
      lines
        .filter((line) => line.party === party && line.currency === currency && accounts.test(line.account))
        .map(({ foreign }) => foreign),
    ),
  );

/**
 * Returns whether the data concern the same party and currency. A purchase can have debts in other currencies, for
 * example to a carrier.
 */
function isOf(data: object, { party, currency }: Origin, settled?: number): boolean {
  const { customer_fk, supplier_fk, ...of } = data as Readonly<Record<string, unknown>>;
  // The currency of `remittance.paid` is that of the remittance in its data.
  const { currency_fk } = (of['remittance'] ?? of) as Readonly<Record<string, unknown>>;
  return (
    (settled ?? currency_fk) === currency && [`customer-${customer_fk}`, `supplier-${supplier_fk}`].includes(party)
  );
}

/** What a settlement settles of its other party. */
function otherSide(data: object) {
  const { to_allocations, to_customer_fk, to_supplier_fk, to_currency_fk } = data as Partial<Settlement>;
  const party = { customer_fk: to_customer_fk, supplier_fk: to_supplier_fk, currency_fk: to_currency_fk };
  return { ...party, allocations: to_allocations ?? [] };
}

/** The open amount of a document: what it left open when it was entered, less its allocations and returns. */
function openOn(facts: readonly Fact[], of: Origin & { readonly date?: string | undefined }, nameOf: NameOf): bigint {
  const isOfDay = (date: string | undefined) => of.date === undefined || date === of.date;
  const entered = facts
    .filter(({ stream, data }) => stream === of.document && isOfDay(openDay(data)))
    .flatMap((fact) => entriesOf(fact, nameOf).flatMap((entry) => entry.lines));
  const settledBy = (data: object): bigint => {
    const { allocations = [] } = data as { readonly allocations?: readonly Allocation[] };
    const own = allocations.filter(
      ({ document, date, currency_fk }) => isOf(data, of, currency_fk) && document === of.document && isOfDay(date),
    );
    const other = otherSide(data);
    const across = other.allocations.filter(
      ({ document, date }) => isOf(other, of) && document === of.document && isOfDay(date),
    );
    return total([...own, ...across].map(({ amount }) => money(amount)));
  };
  const settled = facts.map((fact) => {
    // What a reversal on a later day gives back: of a payment its allocations, of other money those of its document.
    if (fact.type.endsWith('.reversed_on')) {
      const { allocations, document } = fact.data as Partial<ReversedOn> & { readonly document?: object };
      return -total([...(allocations ?? []), ...(document ? [document] : [])].map(settledBy));
    }
    const { settled_amount, purchase_date: bought } = fact.data as {
      readonly settled_amount?: string | null;
      readonly purchase_date?: string;
    };
    const from = /_return\.(completed|credited)$/.test(fact.type) ? origin(fact) : undefined;
    const back = from?.document === of.document && from.party === of.party && from.currency === of.currency;
    return settledBy(fact.data) + (back && isOfDay(bought) ? money(settled_amount) : 0n);
  });
  return owed(entered, of, OWED) - total(settled);
}
