/**
 * Compares the figures that documents store when they are decided (revalued and closed balances, commissions, expected
 * amounts of drawers, depreciation, payable tax, rates) with those that the oracle computes.
 */
import type { AssetSale } from '../../domain/assets/asset-sale.ts';
import type { Depreciation } from '../../domain/assets/depreciation.ts';
import type { TaxPayment } from '../../domain/cash/tax-payment.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { PostedRevaluation } from '../../domain/ledger/revaluation-events.ts';
import type { Closed } from '../../domain/ledger/year-close.ts';
import type { Allocated } from '../../domain/parties/transaction-events.ts';
import type { EnteredCost } from '../../domain/purchasing/purchase-events.ts';
import type { PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import type { SalesmanCommission } from '../../domain/sales/commission/salesman-commission-events.ts';
import type { Cancelled, Ordered } from '../../domain/sales/orders/online-order-events.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import type { Closing, Drawer, Reopening } from '../../domain/till/drawer-events.ts';
import { assetWorth, monthsOf } from './assets.ts';
import { booksAt, standing, worked } from './books.ts';
import { deliveredNow, returnedWaiting } from './delivered.ts';
import { cashAccount, isMoney } from './entry.ts';
import { coinOf, inBooks, inCoins, money, percent, total } from './exact.ts';
import { landedShares, restOfCost } from './landed.ts';
import { advanceTaken } from './parties.ts';
import { promised } from './promised.ts';
import { outsideOfReceipts } from './ranges.ts';
import { refundedBefore, tooMuchBack } from './refunded.ts';
import { correctedWorth, openBefore, returnedWorth, settledBack, settledByAllowance } from './settling.ts';

type NameOf = (account: number) => string;
type Log = readonly RecordedEvent[];

const END = '9999';
const KEPT =
  /^(cash|bank|remittance|app-clearing|(cash|receivable|payable)-revaluation|receivable|payable|staff-receivable|(supplier|customer)-advances|supplier-claims|(input|output)-tax|inventory|in-transit|in-production|inter-outlet|fixed-assets|accumulated-depreciation|goods-received-not-billed|(commission|payroll|dividends)-payable|opening-equity|capital|retained-earnings|income-summary|other-(assets|liabilities|equity))( \d+)?$/;

/** Returns a sentence for each stored figure that is wrong. */
export const misstated = (events: Log, nameOf: NameOf): string[] => [
  ...ratesOfWrongSide(events),
  ...figures(events, nameOf),
];

/** Returns a sentence for each cost of a piece that nobody paid, and each refund beyond what was kept. */
export function impossible(events: Log, nameOf: NameOf): string[] {
  const { facts, moves } = worked(events, events.at(-1)?.position ?? 0n, nameOf);
  return [...tooMuchBack(events, facts, nameOf), ...outsideOfReceipts(moves)];
}

/** Kinds of documents that use the in rate, and those that use the out rate (docs/accounting.md, section 0). */
const IN =
  /^(sale(_return)?|pos_sale|sale_transfer(_return)?|quotation|online_order|income|customer_transaction|drawer|asset_sale)$/;
const OUT =
  /^(purchase|purchase_return|purchase_order|expense|landed_cost|supplier_transaction|remittance|asset_purchase|conversion|production)$/;

/**
 * Returns the rates that differ from their record's side for the kind of document. Costs of all documents use the out
 * rate.
 */
function ratesOfWrongSide(events: Log): string[] {
  const records = new Map<number, { readonly rate: string; readonly in_rate: string }>();
  const wrong: string[] = [];
  for (const { type, stream, position, data } of events) {
    if (type === 'currency_rate.registered') records.set(Number(stream.split('-')[1]), data as never);
    const [kind = ''] = type.split('.');
    const visit = (value: unknown, isOut: boolean): void => {
      if (value === null || typeof value !== 'object') return;
      const { rate_fk, rate } = value as { readonly rate_fk?: number; readonly rate?: string };
      const record = records.get(rate_fk ?? 0);
      if (record && typeof rate === 'string' && money(rate) !== money(isOut ? record.rate : record.in_rate)) {
        wrong.push(`${stream} at ${position} is at ${rate}, not at the rate of record ${rate_fk}`);
      }
      for (const [name, inner] of Object.entries(value)) visit(inner, isOut || name === 'costs' || name === 'cost');
    };
    if (!type.endsWith('.rate_corrected') && (IN.test(kind) || OUT.test(kind))) visit(data, OUT.test(kind));
  }
  return wrong;
}

function figures(events: Log, nameOf: NameOf): string[] {
  return events.flatMap((event) => {
    const { type, stream, position, data } = event;
    const told = (found: Told) =>
      JSON.stringify(found[0]) === JSON.stringify(found[1])
        ? []
        : [`${stream} at ${position} says ${JSON.stringify(found[0])}, and it is ${JSON.stringify(found[1])}`];
    if (type === 'revaluation.posted') return told(balancesInForeign(events, data as PostedRevaluation, nameOf));
    if (type === 'year_close.closed') return told(incomeAndExpense(events, data as Closed, nameOf));
    if (type === 'salesman_commission.drafted') return told(earned(events, data as SalesmanCommission, stream, nameOf));
    if (type === 'depreciation.completed') return told(monthsOf(events, data as Depreciation, position));
    if (type === 'asset_sale.completed') return told(assetWorth(events, data as AssetSale, position));
    if (type === 'tax_payment.completed') return told(taxPayable(events, data as TaxPayment, position, nameOf));
    if (type === 'online_order.cancelled') return told(givenBack(events, data as Cancelled, stream));
    if (type === 'purchase_return.completed') {
      const settled = (data as PurchaseReturn).credit_awaited ? [] : told(settledBack(events, event, nameOf));
      return [...settled, ...told(returnedWorth(events, event))];
    }
    if (type === 'purchase_order.advance_allocated')
      return told(advanceTaken(standing(events, position - 1n), stream, data as Allocated));
    if (type === 'purchase_return.credited') return told(settledBack(events, event, nameOf));
    if (type === 'purchase_return.rate_corrected') return told(correctedWorth(events, event) ?? [0, 0]);
    if (type === 'sale_return.completed') {
      return [
        ...told(settledBack(events, event, nameOf)),
        ...told(refundedBefore(events, event)),
        ...told(returnedWaiting(events, event)),
      ];
    }
    if (type === 'sale.delivered') return told(deliveredNow(events, event));
    if (type === 'sale.completed') return told(promised(events, data as Sale, position));
    if (type === 'purchase.cost_entered' && (data as EnteredCost).cost.cost_type === 'allowance')
      return told(settledByAllowance(events, event, nameOf));
    if (type === 'landed_cost.completed') return told(landedShares(events, event));
    if (type === 'purchase.cost_entered' && (data as EnteredCost).rest_of_cost_id !== undefined)
      return [...told(restOfCost(events, event)), ...told(openBefore(events, event, nameOf))];
    if (ADDS_DEBT.test(type)) return told(openBefore(events, event, nameOf));
    if (type === 'drawer.opened') return told(carried(events, data as Drawer, position, nameOf));
    if (type === 'drawer.unclosed') return told(movedMeanwhile(events, data as Reopening, position, nameOf));
    if (type === 'drawer.closed') {
      const closing = data as Closing;
      return [...told(expected(events, closing, event, nameOf)), ...told(owed(events, closing, event))];
    }
    return [];
  });
}

/** Events that increase the debt of a purchase after its completion. */
const ADDS_DEBT = /^purchase\.(received|received_unbilled|billed|cost_applied|cost_entered)$/;

type Told = readonly [said: unknown, is: unknown];

interface Balance {
  readonly account: string;
  readonly outlet: number;
  readonly currency: number;
  readonly foreign: bigint;
  readonly base: bigint;
}

function balancesAt(events: Log, at: string, known: bigint, nameOf: NameOf): Balance[] {
  return Object.entries(booksAt(events, at, known, nameOf).ledger).map(([key, sum]) => {
    const [account = '', outlet, currency] = key.split(', ');
    const [foreign = 0n, base = 0n] = sum.split(' ').map(BigInt);
    return { account, outlet: Number(outlet), currency: Number(currency), foreign, base };
  });
}

/** Returns the balances by account, outlet and currency as sorted texts, without those that are zero. */
function summed(balances: readonly Balance[]): string[] {
  return [...Map.groupBy(balances, ({ account, outlet, currency }) => `${account}, ${outlet}, ${currency}`)]
    .map(
      ([key, each]) => [key, total(each.map(({ foreign }) => foreign)), total(each.map(({ base }) => base))] as const,
    )
    .filter(([, foreign, base]) => foreign !== 0n || base !== 0n)
    .map((value) => value.join(' '))
    .sort();
}

/**
 * Compares the payable tax and the set-off input tax with the tax up to the end of the period, less all tax payments.
 */
function taxPayable(events: Log, of: TaxPayment, position: bigint, nameOf: NameOf): Told {
  const [others, payments] = [false, true].map((isPayment) =>
    events.filter(({ stream }) => stream.startsWith('tax_payment-') === isPayment),
  );
  const on = (log: Log, at: string, account: string) =>
    total(
      balancesAt(log, at, position - 1n, nameOf)
        .filter((balance) => balance.account === account && balance.outlet === of.outlet_fk)
        .map(({ base }) => base),
    );
  const left = (account: string) =>
    on(others ?? [], `${of.to_date}T23:59:59.9`, account) + on(payments ?? [], '9999-12-31T23:59:59.9', account);
  const [output, input] = [-left('output-tax'), left('input-tax')];
  // What comes back is a credit of input tax first; what is paid sets off what both accounts have.
  const least = (other: bigint) => (other <= 0n || input <= 0n ? 0n : other < input ? other : input);
  const setOff = least(of.tax_direction === 'received' ? money(of.amount) : output);
  return [
    [`${money(of.payable_amount)}`, `${money(of.input_amount)}`],
    [`${output - input}`, `${setOff}`],
  ];
}

/** Accounts of what is owed in money, on either side. */
const OWED_TO_US = /^(receivable|app-clearing|other-assets \d+)$/;
const OWED_BY_US = /^(payable|goods-received-not-billed|(commission|payroll|dividends)-payable|other-liabilities \d+)$/;

function balancesInForeign(events: Log, of: PostedRevaluation, nameOf: NameOf): Told {
  const said = of.balances.map((balance) => ({
    account: nameOf(balance.account),
    outlet: of.outlet_fk,
    currency: balance.currency_fk,
    foreign: money(balance.foreign_amount),
    base: money(balance.base),
  }));
  const is = balancesAt(events, `${of.date}T23:59:59.9`, BigInt(of.position), nameOf).filter(
    ({ account, outlet, currency }) =>
      outlet === of.outlet_fk &&
      currency !== of.system_currency_fk &&
      (isMoney(account) || OWED_TO_US.test(account) || OWED_BY_US.test(account)),
  );
  // A payable is paid with money that is bought at the out rate.
  const rates = of.balances.map(({ account }) => (OWED_BY_US.test(nameOf(account)) ? of.out_rate : of.in_rate));
  return [
    [...summed(said), ...of.balances.map(({ rate }) => rate), ...ratesIn(events, of.rate_fk)],
    [...summed(is.filter(({ foreign }) => foreign !== 0n)), ...rates, of.in_rate, of.out_rate],
  ];
}

/** The in rate and the out rate of a record, as it was registered. */
function ratesIn(events: Log, id: number): string[] {
  const record = events.find(
    ({ type, stream }) => type === 'currency_rate.registered' && stream === `currency_rate-${id}`,
  );
  const { in_rate = '', rate = '' } = (record?.data ?? {}) as { readonly in_rate?: string; readonly rate?: string };
  return [in_rate, rate];
}

function incomeAndExpense(events: Log, { date, books }: Closed, nameOf: NameOf): Told {
  const said = books.balances.map((balance) => ({
    account: nameOf(balance.account),
    outlet: balance.outlet_fk,
    currency: balance.currency_fk,
    foreign: money(balance.foreign_amount),
    base: money(balance.base),
  }));
  const is = balancesAt(events, `${date}T23:59:59.9`, BigInt(books.position), nameOf);
  return [summed(said), summed(is.filter(({ account }) => !KEPT.test(account)))];
}

const COUNTED = new Map([
  ['sales', 'sales'],
  ['sales-returns', 'sales'],
  ['sales-discounts', 'discounts'],
  ['cost-of-goods-sold', 'cost'],
  ['promotion-cost', 'cost'],
]);

/** The salesman who earns a commission on an event: a sale, a sale return, or a delivered order. */
function salesmanOf(type: string, data: object): number | undefined {
  const own = data as { readonly salesman_fk?: number; readonly sale?: { readonly salesman_fk?: number } };
  if (type === 'online_order.delivered') return own.sale?.salesman_fk;
  return type === 'sale.completed' || type === 'sale_return.completed' ? own.salesman_fk : undefined;
}

/** The amounts that count for a commission, by document of the salesman in its outlet. */
function sold(events: Log, of: SalesmanCommission, to: string, known: bigint, nameOf: NameOf): Map<string, bigint> {
  const { facts, entries, moves } = worked(events, known, nameOf);
  const own = facts.filter(({ type, data }) => salesmanOf(type, data) === of.salesman_fk);
  const isOwn = new Set(own.map(({ said }) => said));
  const lines = [...entries, ...moves]
    .filter(({ said, at }) => isOwn.has(said) && at.slice(0, 10) <= to)
    .flatMap(({ document, lines: each }) => each.map((line) => ({ ...line, document })));
  const found = new Map<string, bigint>();
  for (const { document, account, outlet, base } of lines) {
    const what = COUNTED.get(account);
    if (outlet !== of.outlet_fk || what === undefined) continue;
    const counts =
      what === 'sales' ||
      (what === 'discounts' ? of.commission_type !== 'percentage' : of.commission_type === 'gross_profit');
    if (counts) found.set(document, (found.get(document) ?? 0n) - base);
  }
  return found;
}

/** A commission is paid in whole dinars. */
const DINAR = coinOf(0);

/** Compares a commission with the amounts that became known since the previous one, and with the sum of its slices. */
function earned(events: Log, of: SalesmanCommission, stream: string, nameOf: NameOf): Told {
  const last = events
    .filter((event) => event.type === 'salesman_commission.approved' && event.position <= BigInt(of.known_position))
    .find((event) => event.stream === `salesman_commission-${of.previous_salesman_commission_fk}`);
  const before = last?.data as SalesmanCommission | undefined;
  const now = sold(events, of, of.to_date, BigInt(of.known_position), nameOf);
  const then = before
    ? sold(events, of, before.to_date, BigInt(before.known_position), nameOf)
    : new Map<string, bigint>();
  const documents = [...new Set([...now.keys(), ...then.keys()])].sort();
  const amounts = documents.map(
    (document) => [document, (now.get(document) ?? 0n) - (then.get(document) ?? 0n)] as const,
  );
  const basis = total(amounts.map(([, amount]) => amount));
  const parts = of.slices.map(({ above, percentage }, index) => {
    const [from, next] = [money(above), of.slices[index + 1]];
    const to = next === undefined || money(next.above) > basis ? basis : money(next.above);
    return index > 0 && basis <= from ? 0n : percent(to - from, money(percentage));
  });
  const said = of.sources.map(({ source, amount }) => `${source} ${money(amount)}`).sort();
  const is = amounts.filter(([, amount]) => amount !== 0n).map((amount) => amount.join(' '));
  return [
    [stream, ...said, `${money(of.amount)}`],
    [stream, ...is, `${inCoins(total(parts), 1n, DINAR)}`],
  ];
}

/** A cancelled order refunds its prepayment. */
function givenBack(events: Log, { refund }: Cancelled, stream: string): Told {
  const ordered = events.find((event) => event.stream === stream)?.data as Ordered | undefined;
  return [refund?.prepayment ?? null, ordered?.prepayment ?? null];
}

/** Compares what others moved in the accounts of a closed drawer with their balances before it is opened again. */
function movedMeanwhile(events: Log, of: Reopening, position: bigint, nameOf: NameOf): Told {
  const { accounts } = of.taken_back;
  const held = inAccounts(events, of.taken_back, position, nameOf);
  const is = accounts.map(({ left_amount }, index) => `${(held[index] ?? 0n) - money(left_amount)}`);
  return [accounts.map(({ account_fk }) => `${movedIn(of, account_fk)}`), is];
}

const movedIn = (of: Reopening | undefined, account: number) =>
  money(of?.accounts?.find(({ account_fk }) => account_fk === account)?.moved_amount ?? '0');

/** Compares the expected amounts of a drawer with the balances of its accounts, without what others moved. */
function expected(events: Log, of: Closing, { stream, position }: RecordedEvent, nameOf: NameOf): Told {
  const before = events.filter((event) => event.stream === stream && event.position < position);
  const reopening = before.findLast(({ type }) => type === 'drawer.unclosed')?.data as Reopening | undefined;
  const held = inAccounts(events, of, position, nameOf);
  const is = of.accounts.map(({ account_fk }, index) => `${(held[index] ?? 0n) - movedIn(reopening, account_fk)}`);
  return [of.accounts.map(({ expected_amount }) => `${money(expected_amount)}`), is];
}

/** Compares the carried part of the floats with the balances of the accounts before the opening. */
function carried(events: Log, of: Drawer, position: bigint, nameOf: NameOf): Told {
  const held = inAccounts(events, of, position, nameOf);
  const is = of.accounts.map(({ float_amount }, index) => {
    const [amount, float] = [held[index] ?? 0n, money(float_amount)];
    return `${of.is_beside || amount < 0n ? 0n : amount < float ? amount : float}`;
  });
  return [of.accounts.map(({ carried_amount = '0' }) => `${money(carried_amount)}`), is];
}

/** Balances of a drawer's accounts just before an event, in their currencies. */
function inAccounts(events: Log, { accounts }: Pick<Drawer, 'accounts'>, position: bigint, nameOf: NameOf): bigint[] {
  const balances = balancesAt(events, END, position - 1n, nameOf);
  return accounts.map(({ account_type, account_fk }) => {
    const own = balances.filter(({ account }) => account === cashAccount(account_type, account_fk));
    return total(own.map(({ foreign }) => foreign));
  });
}

interface Setting {
  readonly drawer_shortage_account?: string;
}

/** What the cashier of the drawer owes of each account, under the setting at the closing. */
function owed(events: Log, of: Closing, { stream, position }: RecordedEvent): Told {
  const before = events.filter((event) => event.position < position);
  const settings = before.filter((event) => /^system_setting\.(registered|amended)$/.test(event.type));
  const chosen = settings
    .map(({ data }) => {
      const own = data as Setting & { readonly changed?: Setting };
      return (own.changed ?? own).drawer_shortage_account;
    })
    .findLast((value) => value !== undefined);
  const opened = before.find((event) => event.stream === stream && event.type === 'drawer.opened');
  const amounts = of.accounts.map((closed) => {
    const short = money(closed.expected_amount) - money(closed.counted_amount);
    if (chosen !== 'cashier_receivable' || short <= 0n) return 0n;
    return inCoins(inBooks(short, { ...closed, system_currency_fk: of.system_currency_fk }), 1n, coinOf(0));
  });
  const cashier = (opened?.data as { readonly user_fk?: number } | undefined)?.user_fk;
  return [
    [...of.accounts.map(({ owed_amount = '0' }) => `${money(owed_amount)}`), `${of.user_fk}`],
    [...amounts.map(String), `${amounts.some((amount) => amount > 0n) ? cashier : undefined}`],
  ];
}
