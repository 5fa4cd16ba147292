/**
 * Posting rules of customer and supplier transactions, their allocations, and advances on purchase orders
 * (docs/accounting.md, section 5).
 */
import type { Settlement } from '../../domain/debts/settlement-events.ts';
import type {
  Allocated,
  Allocation,
  CompletedTransaction,
  ReversedOn,
} from '../../domain/parties/transaction-events.ts';
import type { AdvancePayment, ReversedAdvance } from '../../domain/purchasing/purchase-order-events.ts';
import { cashAccount, type Entry, foreignMoney, inSystem, type Line, moment } from './entry.ts';
import { inBooks, money, total } from './exact.ts';

interface Side {
  readonly party: (of: Allocated | CompletedTransaction) => string;
  readonly due: string;
  readonly advances: string;
  readonly discounts: string;
  /** 1 if an open amount is a debit (customers), −1 if it is a credit (suppliers). */
  readonly sign: bigint;
}
export const CUSTOMERS: Side = {
  party: ({ customer_fk }) => `customer-${customer_fk}`,
  due: 'receivable',
  advances: 'customer-advances',
  discounts: 'sales-discounts',
  sign: 1n,
};
export const SUPPLIERS: Side = {
  party: ({ supplier_fk }) => `supplier-${supplier_fk}`,
  due: 'payable',
  advances: 'supplier-advances',
  discounts: 'purchase-discounts',
  sign: -1n,
};

const goesBack = (type: string): boolean => type === 'pay_back' || type === 'get_back';

/**
 * Posts the money, the settled amounts at the rates of their documents, the rest as an advance at the rate of the
 * transaction, and the difference as realised.
 */
export function transactionCompleted(side: Side, of: CompletedTransaction): Entry {
  const whole = goesBack(of.transaction_type) ? -money(of.amount) : money(of.amount);
  const settled = taken(of);
  const lineOf = lines(side, of);
  // The bank keeps its fee of what it receives, and takes it beside what it pays.
  const fee = side.sign * money(of.bank_fee);
  const entry = [
    lineOf(
      of.transaction_type === 'discount' ? side.discounts : cashAccount(of.account_type, of.account_fk),
      whole - fee,
      inBooks(whole, of) - inBooks(fee, of),
    ),
    ...(fee === 0n ? [] : [lineOf(`expense-type ${of.expense_type_fk}`, fee, inBooks(fee, of))]),
    ...settledLines(side, of),
    lineOf(ownAccount(side, of), settled - whole, -inBooks(whole - settled, of), true),
    ...roundedLines(side, of),
  ];
  const system = of.system_currency_fk;
  return {
    at: moment(of.date, of.time, side.sign * whole > 0n ? 'in' : 'out'),
    lines: [...entry, realised(side, of, entry)],
    moves: foreignMoney(entry, system),
  };
}

/** A later allocation settles documents out of the unallocated amount. */
export function laterAllocation(side: Side, of: Allocated): Entry {
  const left = money(of.open_amount);
  const settled = taken(of);
  const own = lines(side, of)(
    ownAccount(side, of),
    settled,
    inBooks(left, of) - inBooks(left - settled, of) + money(of.left_over),
    true,
  );
  const entry = [own, ...settledLines(side, of), ...roundedLines(side, of)];
  return {
    at: moment(of.date, of.time, side.sign * left > 0n ? 'in' : 'out'),
    lines: [...entry, realised(side, of, entry)],
    moves: [],
  };
}

/** All of it the other way round, on the day of the reversal; foreign money leaves at its average. */
export function reversedOn(side: Side, { transaction, allocations, date }: ReversedOn): Entry {
  const money = transactionCompleted(side, { ...transaction, number: null, allocations: [] });
  const turned = [money, ...allocations.map((of) => laterAllocation(side, of))]
    .flatMap((entry) => entry.lines)
    .map((line) => ({ ...line, base: -line.base, foreign: -line.foreign }));
  const leaves = side.sign * (goesBack(transaction.transaction_type) ? -1n : 1n) > 0n;
  return {
    at: moment(date, null, leaves ? 'out' : 'in'),
    lines: turned,
    moves: foreignMoney(turned, transaction.system_currency_fk),
  };
}

function lines(side: Side, of: Allocated | CompletedTransaction) {
  return (account: string, foreign: bigint, base: bigint, isParty = false): Line => ({
    account,
    outlet: of.outlet_fk,
    party: isParty ? side.party(of) : undefined,
    currency: of.currency_fk,
    base: side.sign * base,
    foreign: side.sign * foreign,
  });
}

/** The allocated amount: what documents settle, and the fractions of a coin that are rounded. */
const taken = ({ allocations }: Allocated | CompletedTransaction): bigint =>
  total(allocations.flatMap(({ amount, used = amount, rounding }) => [money(used), money(rounding)]));

/** Fractions of a coin go to `rounding`, at the rate of the transaction. */
function roundedLines(side: Side, of: Allocated | CompletedTransaction): Line[] {
  const fractions = total(of.allocations.map(({ rounding }) => money(rounding)));
  return fractions === 0n ? [] : [lines(side, of)('rounding', -fractions, -inBooks(fractions, of))];
}

const ownAccount = (side: Side, of: Allocated | CompletedTransaction) =>
  goesBack(of.transaction_type) ? side.due : side.advances;

/** The base amount of a settlement is the difference of the document's base amounts before and after it. */
function settledLines(side: Side, of: Allocated | CompletedTransaction): Line[] {
  return of.allocations.map((allocation) => {
    const [open, amount] = [money(allocation.open_amount), money(allocation.amount)];
    const at = { ...of, currency_fk: allocation.currency_fk ?? of.currency_fk, rate: allocation.rate };
    const base = inBooks(open, at) - inBooks(open - amount, at) + money(allocation.left_over);
    const settled = lines(side, at)(amount < 0n ? side.advances : side.due, -amount, -base, true);
    // A document of another outlet is settled in the books of that outlet.
    return { ...settled, outlet: allocation.outlet_fk ?? of.outlet_fk };
  });
}

function realised(side: Side, of: Allocated | CompletedTransaction, entry: readonly Line[]): Line {
  const account = of.transaction_type === 'discount' ? side.discounts : 'fx-realised';
  return inSystem(of.outlet_fk, account, -total(entry.map(({ base }) => base)), of.system_currency_fk);
}

/**
 * Both parties without money: what is not settled of the other one is open under the settlement. An account takes what
 * the books have; between parties the difference is realised.
 */
export function settled(of: Settlement, _document: string, nameOf: (account: number) => string): Entry {
  const isDebt = of.settled_as === 'debt';
  const [customer, to_customer] = [of.customer_fk !== null, of.to_customer_fk !== null];
  const isCredited = customer === isDebt;
  const common = { ...of, account_fk: null, account_type: null, replaces_fk: null, number: null };
  const first = {
    ...common,
    transaction_type: customer ? (isDebt ? 'receive' : 'pay_back') : isDebt ? 'pay' : 'get_back',
  } as const;
  const parts = [partyLines(customer ? CUSTOMERS : SUPPLIERS, first)];
  if (of.to_currency_fk !== null && of.to_amount !== null) {
    const second = {
      ...common,
      ...{ customer_fk: of.to_customer_fk, supplier_fk: of.to_supplier_fk, allocations: of.to_allocations },
      ...{ currency_fk: of.to_currency_fk, amount: of.to_amount },
      transaction_type: to_customer ? (isCredited ? 'pay_back' : 'receive') : isCredited ? 'pay' : 'get_back',
    } as const;
    parts.push(partyLines(to_customer ? CUSTOMERS : SUPPLIERS, second));
  }
  const entry = parts.flat();
  const contra = of.account === null ? 'fx-realised' : nameOf(of.account);
  const base = -total(entry.map((line) => line.base));
  return {
    at: moment(of.date, of.time, 'out'),
    lines: [...entry, inSystem(of.outlet_fk, contra, base, of.system_currency_fk)],
    moves: [],
  };
}

/** The settled documents, and the rest on the account of the party's own. */
function partyLines(side: Side, of: CompletedTransaction): Line[] {
  const whole = goesBack(of.transaction_type) ? -money(of.amount) : money(of.amount);
  const rest = whole - taken(of);
  const own = lines(side, of)(ownAccount(side, of), -rest, -inBooks(rest, of), true);
  return [...settledLines(side, of), own, ...roundedLines(side, of)];
}

/**
 * An advance payment on a purchase order, at the rate of its own day. Money of the other currency is worth what it is at its
 * rate; what that differs is realised.
 */
export function advancePaid(of: AdvancePayment): Entry {
  const [foreign, base] = [money(of.amount), inBooks(money(of.amount), of)];
  const { outlet_fk: outlet, system_currency_fk: system, paid_amount = of.amount } = of;
  const given = { currency_fk: of.paid_currency_fk ?? of.currency_fk, rate: of.paid_rate ?? of.rate };
  const worth = inBooks(money(paid_amount), { ...given, system_currency_fk: system });
  const gained = worth - base;
  const entry: Line[] = [
    {
      outlet,
      currency: of.currency_fk,
      account: 'supplier-advances',
      party: `supplier-${of.supplier_fk}`,
      foreign,
      base,
    },
    {
      ...{ outlet, currency: given.currency_fk, account: cashAccount(of.account_type, of.account_fk) },
      ...{ foreign: -money(paid_amount), base: -worth },
    },
    ...(gained === 0n ? [] : [{ outlet, currency: system, account: 'fx-realised', foreign: gained, base: gained }]),
  ];
  const moves = foreignMoney(entry, of.system_currency_fk, `payment ${of.payment_id}`);
  return { at: moment(of.date, of.time, 'out'), lines: entry, moves };
}

/** The reversal of an advance payment. Foreign cash comes back at the cost at which it left. */
export function advanceReversed(of: ReversedAdvance, document: string): Entry {
  const paid = advancePaid(of);
  const day = of.reversed_date;
  return {
    ...paid,
    ...(day === undefined ? {} : { at: moment(day, null, 'in') }),
    lines: paid.lines.map((line) => ({ ...line, base: -line.base, foreign: -line.foreign })),
    moves: paid.moves.map((move) => ({
      ...move,
      name: `${move.name} back`,
      count: -move.count,
      carried: -move.carried,
      worth: { by: 'same', as: `${document} ${move.name}` },
    })),
  };
}

interface Stored {
  readonly stream: string;
  readonly type: string;
  readonly data: object;
}

/** The documents that a fact settles; a reversal of a later day says the allocations, or the document, that it reverses. */
function settledIn(data: object, isBack: boolean): readonly Allocation[] {
  if (isBack) {
    const { allocations = [], document } = data as Partial<ReversedOn> & { readonly document?: object };
    return [...allocations, ...(document ? [document] : [])].flatMap((of) => settledIn(of, false));
  }
  const { allocations = [], to_allocations = [] } = data as Partial<Settlement>;
  return [...allocations, ...to_allocations];
}

/**
 * Returns what an allocation of an order's advance says, and what it takes of the facts before it: the oldest day on
 * which something is left, all of it up to what is open of the purchase, at the rate of the payments of that day.
 */
export function advanceTaken(facts: readonly Stored[], stream: string, said: Allocated) {
  const [settled] = said.allocations;
  const left = new Map<string, bigint>();
  const rates = new Map<string, string | null>();
  const change = (day: string, amount: bigint) => left.set(day, (left.get(day) ?? 0n) + amount);
  for (const { type, ...fact } of facts) {
    const isBack = type.endsWith('.reversed_on');
    for (const { document, date, amount } of settledIn(fact.data, isBack)) {
      if (document === stream) change(date, isBack ? -money(amount) : money(amount));
    }
    if (fact.stream !== stream) continue;
    const of = fact.data as AdvancePayment;
    const day = 'rate_fk' in of ? of.date : of.order_date;
    if (type === 'purchase_order.paid') {
      change(day, money(of.amount));
      rates.set(day, of.rate);
    } else if (type === 'purchase_order.payment_reversed') change(day, -money(of.amount));
    else if (type === 'purchase_order.advance_allocated') {
      const { transaction_date, allocations: used } = fact.data as Allocated;
      change(transaction_date, -total(used.map(({ amount }) => money(amount))));
    }
  }
  const [[day = '', rest = 0n] = []] = [...left]
    .filter(([, amount]) => amount > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const due = money(settled?.open_amount);
  return [
    [said.transaction_date, `${money(said.open_amount)}`, `${money(settled?.amount)}`, said.rate],
    [day, `${rest}`, `${rest < due ? rest : due}`, rates.get(day) ?? null],
  ] as const;
}
