/**
 * The day calculated by hand, from the rules as a shopkeeper says them, without a function of the program: what a
 * basket costs, what is given back, and what is in the drawers, the books and the shelves in the evening. Dinars are
 * whole numbers, quantities are millionths of a piece or a kilogram, dollars are cents.
 */
import { GOODS, type GoodsName, RATE } from './goods.ts';

export const WHOLE = 1_000_000n;
const NOTE = 250n;

/** A quotient rounded to a whole number, a half upwards. */
export const rounded = (above: bigint, below: bigint): bigint => (2n * above + below) / (2n * below);
/** To the smallest note; a half goes up when the shop gives change, and down when it gives money back. */
const toNotes = (amount: bigint): bigint => rounded(amount, NOTE) * NOTE;
const inNotesBack = (amount: bigint): bigint => (amount <= 0n ? 0n : ((amount + NOTE / 2n - 1n) / NOTE) * NOTE);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const sumOf = <Value>(all: readonly Value[], of: (value: Value) => bigint): bigint =>
  all.reduce((sum, value) => sum + of(value), 0n);

/** Shares by largest remainder: first everybody's whole part, then one each in the order of what is left over. */
function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = sumOf(weights, (weight) => weight);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const parts = weights.map((weight) => (amount * weight) / all);
  const order = weights
    .map((weight, index) => ({ index, over: (amount * weight) % all }))
    .sort((a, b) => (a.over === b.over ? a.index - b.index : a.over < b.over ? 1 : -1));
  const missing = Number(amount - sumOf(parts, (part) => part));
  for (const { index } of order.slice(0, missing)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/** A discount of so many dinars, or of so many hundredths of a percent. */
export interface Off {
  readonly amount?: bigint;
  readonly percent?: bigint;
}

const offOf = (off: Off | undefined, from: bigint): bigint =>
  off?.amount ?? rounded(from * (off?.percent ?? 0n), 10_000n);

export interface Bought {
  readonly goods: GoodsName;
  readonly isBox?: boolean;
  /** Paid, and free, in millionths of the unit. */
  readonly count: bigint;
  readonly free?: bigint;
  /** Where it is not that of the list. */
  readonly price?: bigint;
  readonly off?: Off | undefined;
}

export const priceOf = ({ goods, isBox, price }: Bought): bigint =>
  price ?? (isBox ? (GOODS[goods].box?.price ?? 0n) : GOODS[goods].price);
const piecesIn = ({ goods, isBox }: Bought): bigint => (isBox ? (GOODS[goods].box?.pieces ?? 1n) : 1n);

export interface Line extends Bought {
  readonly gross: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  /** Came back already, in millionths. */
  back: bigint;
  freeBack: bigint;
}

/** Price × quantity, discount of the line, discount of the receipt, tax. */
export function costs(bought: readonly Bought[], off?: Off): readonly Line[] {
  const priced = bought.map((line) => {
    const gross = rounded(priceOf(line) * line.count, WHOLE);
    const ofLine = offOf(line.off, gross);
    return { line, gross, ofLine, after: gross - ofLine };
  });
  const ofReceipt = shared(
    offOf(
      off,
      sumOf(priced, ({ after }) => after),
    ),
    priced.map(({ after }) => after),
  );
  const taxable = priced.map((each, index) => ({ ...each, net: each.after - (ofReceipt[index] ?? 0n) }));
  const exact = taxable.map(({ line, net }) => net * (GOODS[line.goods].tax ?? 0n));
  const taxes = shared(
    rounded(
      sumOf(exact, (tax) => tax),
      10_000n,
    ),
    exact,
  );
  return taxable.map(({ line, gross, ofLine, net }, index) => {
    const tax = taxes[index] ?? 0n;
    const discount = ofLine + (ofReceipt[index] ?? 0n);
    return { ...line, gross, discount, tax, total: net + tax, back: 0n, freeBack: 0n };
  });
}

export const totalOf = (lines: readonly Line[]): bigint => sumOf(lines, ({ total }) => total);

export const inDinars = (cents: bigint): bigint => rounded(cents * RATE, 100n);

/** What a customer gives. */
export interface Given {
  readonly dinars?: bigint;
  readonly cents?: bigint;
  readonly app?: bigint;
  readonly credit?: bigint;
}

const cashIn = ({ dinars = 0n, cents = 0n }: Given): bigint => dinars + inDinars(cents);

/** The change in dinars. */
export function changeOf(total: bigint, given: Given): bigint {
  const over = cashIn(given) - (total - (given.app ?? 0n) - (given.credit ?? 0n));
  return over > 0n ? toNotes(over) : 0n;
}

/** Notes for an amount: what the till asks for. */
export const dueInNotes = (amount: bigint): bigint => toNotes(amount);

/** One drawer from its opening to its count. */
export interface Drawer {
  readonly outlet: number;
  readonly dinars: number;
  readonly dollars: number;
  readonly safe: number;
  readonly dollarSafe: number;
  readonly figures: { float: bigint; sales: bigint; refunds: bigint; paidIn: bigint; paidOut: bigint };
  readonly inCents: { float: bigint; sales: bigint };
  receipts: number;
  returns: number;
}

export const expectedIn = ({ figures: { float, sales, refunds, paidIn, paidOut } }: Drawer): bigint =>
  float + sales - refunds + paidIn - paidOut;
export const expectedCents = ({ inCents: { float, sales } }: Drawer): bigint => float + sales;

export interface Receipt {
  readonly drawer: Drawer;
  readonly lines: readonly Line[];
  readonly total: bigint;
  readonly change: bigint;
  readonly given: Given;
  /** Paid back by the refunds so far, and the worth of goods that came back. */
  readonly paidBack: { credit: bigint; app: bigint; cash: bigint };
  worthBack: bigint;
  keptForGifts: bigint;
}

export interface Back {
  readonly line: Line;
  readonly count: bigint;
  readonly free?: bigint;
}

export interface Refunded {
  readonly total: bigint;
  readonly credit: bigint;
  readonly app: bigint;
  readonly cash: bigint;
}

/** The books, the shelves and the debts of the two outlets. */
export class ByHand {
  /** Millionths of a dinar by outlet and account; debit is positive. */
  readonly books = new Map<string, bigint>();
  /** Cents by account. */
  readonly cents = new Map<number, bigint>();
  /** Millionths by outlet and article. */
  readonly shelves = new Map<string, bigint>();

  #book(outlet: number, debit: string, credit: string, dinars: bigint): void {
    this.#put(outlet, debit, dinars * WHOLE);
    this.#put(outlet, credit, -dinars * WHOLE);
  }

  #put(outlet: number, account: string, millionths: bigint): void {
    const key = `${outlet} ${account}`;
    this.books.set(key, (this.books.get(key) ?? 0n) + millionths);
  }

  #coins(account: number, cents: bigint): void {
    this.cents.set(account, (this.cents.get(account) ?? 0n) + cents);
  }

  #move(outlet: number, against: string, { goods, ...line }: Bought, count: bigint): void {
    const pieces = count * piecesIn({ goods, ...line });
    const key = `${outlet} ${goods}`;
    this.shelves.set(key, (this.shelves.get(key) ?? 0n) + pieces);
    this.#put(outlet, 'inventory', pieces * GOODS[goods].cost);
    this.#put(outlet, against, -pieces * GOODS[goods].cost);
  }

  capital(outlet: number, safe: number, dinars: bigint): void {
    this.#book(outlet, `cash ${safe}`, 'capital', dinars);
  }

  capitalInDollars(outlet: number, safe: number, cents: bigint): void {
    this.#book(outlet, `cash ${safe}`, 'capital', inDinars(cents));
    this.#coins(safe, cents);
  }

  bought(outlet: number, goods: GoodsName, pieces: bigint): void {
    this.#move(outlet, 'payable', { goods, count: 0n }, pieces * WHOLE);
  }

  /** What is not in the drawer already comes from the safe. */
  opened(drawer: Drawer, stayed: { readonly dinars: bigint; readonly cents: bigint }): void {
    const { outlet, dinars, dollars, safe, dollarSafe, figures, inCents } = drawer;
    this.#book(outlet, `cash ${dinars}`, `cash ${safe}`, figures.float - stayed.dinars);
    this.#betweenInCents(outlet, dollars, dollarSafe, inCents.float - stayed.cents);
  }

  #betweenInCents(outlet: number, to: number, from: number, cents: bigint): void {
    this.#book(outlet, `cash ${to}`, `cash ${from}`, inDinars(cents));
    this.#coins(to, cents);
    this.#coins(from, -cents);
  }

  paidIn(drawer: Drawer, dinars: bigint): void {
    drawer.figures.paidIn += dinars;
    this.#book(drawer.outlet, `cash ${drawer.dinars}`, `cash ${drawer.safe}`, dinars);
  }

  paidOut(drawer: Drawer, dinars: bigint): void {
    drawer.figures.paidOut += dinars;
    this.#book(drawer.outlet, 'expense', `cash ${drawer.dinars}`, dinars);
  }

  sold(drawer: Drawer, bought: readonly Bought[], off: Off | undefined, given: Given): Receipt {
    const { outlet } = drawer;
    const lines = costs(bought, off);
    const total = totalOf(lines);
    const change = changeOf(total, given);
    const { dinars = 0n, cents = 0n, app = 0n, credit = 0n } = given;
    for (const line of lines) {
      this.#book(outlet, 'receipts', 'sales', line.gross);
      this.#book(outlet, 'sales-discounts', 'receipts', line.discount);
      this.#book(outlet, 'receipts', 'output-tax', line.tax);
      this.#move(outlet, 'cost-of-goods-sold', line, -line.count);
      this.#move(outlet, 'promotion-cost', line, -(line.free ?? 0n));
    }
    this.#book(outlet, `cash ${drawer.dinars}`, 'receipts', dinars - change);
    this.#book(outlet, `cash ${drawer.dollars}`, 'receipts', inDinars(cents));
    this.#coins(drawer.dollars, cents);
    this.#book(outlet, 'app-clearing', 'receipts', app);
    this.#book(outlet, 'receivable', 'receipts', credit);
    this.#book(outlet, 'receipts', 'rounding', cashIn(given) + app + credit - change - total);
    drawer.figures.sales += dinars - change;
    drawer.inCents.sales += cents;
    drawer.receipts += 1;
    const none = { worthBack: 0n, keptForGifts: 0n };
    return { drawer, lines, total, change, given, paidBack: { credit: 0n, app: 0n, cash: 0n }, ...none };
  }

  /**
   * Goods of a receipt come back to a drawer: at what was paid for them, first off the debt, then to the application, and
   * the rest in notes. What came back so far and this together is put into notes, less what was given before; the last
   * goods bring all notes that were kept. `keeps` is the worth of gifts that stay.
   */
  refunded(drawer: Drawer, receipt: Receipt, back: readonly Back[], keeps = 0n): Refunded {
    const { outlet } = drawer;
    let total = -keeps;
    for (const { line, count, free = 0n } of back) {
      const part = (amount: bigint) =>
        count === 0n ? 0n : shareUpTo(amount, line.back + count, line.count) - shareUpTo(amount, line.back, line.count);
      const [gross, discount, tax] = [part(line.gross), part(line.discount), part(line.tax)];
      line.back += count;
      line.freeBack += free;
      total += gross - discount + tax;
      this.#book(outlet, 'sales-returns', 'receipts', gross);
      this.#book(outlet, 'receipts', 'sales-discounts', discount);
      this.#book(outlet, 'output-tax', 'receipts', tax);
      this.#move(outlet, 'cost-of-goods-sold', line, count);
      this.#move(outlet, 'promotion-cost', line, free);
    }
    this.#book(outlet, 'receipts', 'sales-discounts', keeps);
    receipt.worthBack += total;
    receipt.keptForGifts += keeps;
    const { given, paidBack, change, lines } = receipt;
    const credit = least(total, (given.credit ?? 0n) - paidBack.credit);
    const app = least(total - credit, (given.app ?? 0n) - paidBack.app);
    paidBack.credit += credit;
    paidBack.app += app;
    const kept = cashIn(given) - change;
    const isLast = receipt.keptForGifts === 0n && lines.every((line) => line.back === line.count);
    const due = isLast ? kept : receipt.worthBack - paidBack.credit - paidBack.app;
    const cash = inNotesBack(least(inNotesBack(due), kept - (kept % NOTE)) - paidBack.cash);
    paidBack.cash += cash;
    this.#paidBack(drawer, total, { credit, app, cash });
    return { total, credit, app, cash };
  }

  /** Without a receipt, at the price of the list. */
  takenBack(drawer: Drawer, bought: readonly Bought[]): Refunded {
    const { outlet } = drawer;
    const lines = costs(bought);
    for (const line of lines) {
      this.#book(outlet, 'sales-returns', 'receipts', line.gross);
      this.#book(outlet, 'output-tax', 'receipts', line.tax);
      this.#move(outlet, 'cost-of-goods-sold', line, line.count);
    }
    const total = totalOf(lines);
    const cash = inNotesBack(total);
    this.#paidBack(drawer, total, { credit: 0n, app: 0n, cash });
    return { total, credit: 0n, app: 0n, cash };
  }

  #paidBack(drawer: Drawer, total: bigint, { credit, app, cash }: Omit<Refunded, 'total'>): void {
    const { outlet } = drawer;
    this.#book(outlet, 'receipts', 'receivable', credit);
    this.#book(outlet, 'receipts', 'app-clearing', app);
    this.#book(outlet, 'receipts', `cash ${drawer.dinars}`, cash);
    this.#book(outlet, 'receipts', 'rounding', total - credit - app - cash);
    drawer.figures.refunds += cash;
    drawer.returns += 1;
  }

  /** What is missing is the loss of the shop; what does not stay goes to the safe. */
  closed(
    drawer: Drawer,
    counted: { readonly dinars: bigint; readonly cents: bigint },
    left: { readonly dinars: bigint; readonly cents: bigint },
  ): void {
    const { outlet, dinars, dollars, safe, dollarSafe } = drawer;
    this.#book(outlet, 'cash-over-short', `cash ${dinars}`, expectedIn(drawer) - counted.dinars);
    const missing = expectedCents(drawer) - counted.cents;
    this.#book(
      outlet,
      'cash-over-short',
      `cash ${dollars}`,
      inDinars(missing < 0n ? -missing : missing) * sign(missing),
    );
    this.#coins(dollars, -missing);
    this.#book(outlet, `cash ${safe}`, `cash ${dinars}`, counted.dinars - left.dinars);
    this.#betweenInCents(outlet, dollarSafe, dollars, counted.cents - left.cents);
  }
}

const sign = (amount: bigint): bigint => (amount < 0n ? -1n : 1n);

/** What the first goods of a line are worth: all of it when the line is complete. */
const shareUpTo = (amount: bigint, count: bigint, whole: bigint): bigint =>
  count === whole ? amount : rounded(amount * count, whole);
