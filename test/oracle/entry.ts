/** An entry of the oracle, before its movements are valued: journal lines, and movements of goods and foreign cash. */
import { type Currency, deal, money as exactly, inBooks, size, total } from './exact.ts';

export interface Line {
  /** The key of the account, with the number of its record where each record has an account: `sales`, `cash 3`. */
  readonly account: string;
  readonly outlet: number;
  /** For example `customer-1` or `supplier-2`. */
  readonly party?: string | undefined;
  readonly currency: number;
  readonly base: bigint;
  readonly foreign: bigint;
}

/** A movement of goods of an item in an inventory, or of foreign cash in an account. */
export interface Move {
  /** Unique in the document: other movements refer to it. */
  readonly name: string;
  readonly pool:
    | { readonly item: number; readonly inventory: number }
    | { readonly cash: string; readonly currency: number };
  readonly count: bigint;
  /** The change of what is sold and not delivered: it stands in the inventory, and is no longer stock. */
  readonly undelivered?: bigint;
  readonly worth: Worth;
  /** The amount that the lines of the entry post to the account of the pool. Costing posts the rest. */
  readonly carried: bigint;
  readonly against: string;
  /**
   * Set when `against` is in the books of another outlet than the pool: that outlet, and the account that balances both
   * outlets.
   */
  readonly across?: { readonly outlet: number; readonly through: string };
  /**
   * The account of the difference between the value that the movement brings and the change of the pool; if it is
   * undefined, `against` includes the difference.
   */
  readonly variance?: string;
  readonly outlet: number;
}

export type Worth =
  | { readonly by: 'price'; readonly value: bigint }
  /** `own`: under FIFO, the document whose layers leave first. */
  | { readonly by: 'average'; readonly unitCost?: bigint; readonly own?: string }
  | { readonly by: 'same'; readonly as: string; readonly before?: bigint }
  | { readonly by: 'count'; readonly real: bigint; readonly unitCost?: bigint }
  | {
      readonly by: 'made';
      readonly of: readonly string[];
      readonly plus: bigint;
      readonly weights: readonly bigint[];
      readonly part: number;
    };

export interface Entry {
  /** The effective time, for example `2026-03-05T23:59:00`. */
  readonly at: string;
  readonly lines: readonly Line[];
  readonly moves: readonly Move[];
}

/** A line whose amount is in the currency of its document. */
export interface Part {
  readonly account: string;
  readonly outlet: number;
  readonly party?: string | undefined;
  readonly amount: bigint;
  /** For a line that settles a debt: the open amount before it, with the sign of the debt. */
  readonly open?: bigint;
  /** What is left in the books when all of it is settled. */
  readonly leftOver?: bigint;
}

/**
 * Returns the effective time of a document. Without a time, receipts (`in`) take effect at 00:00, issues (`out`) at
 * 23:59 and counts at 23:59:59. A count follows the other documents of its second.
 */
export function moment(date: string, time: string | null | undefined, when: 'in' | 'out' | 'count'): string {
  const unsaid = { in: '00:00:00', out: '23:59:00', count: '23:59:59' }[when];
  const clock = time ? (time.length === 5 ? `${time}:00` : time) : unsaid;
  return `${date}T${clock}${when === 'count' ? '.5' : ''}`;
}

export function cashAccount(type: number | null | undefined, id: number | null | undefined): string {
  return `${type === 2 ? 'bank' : type === 3 ? 'remittance' : 'cash'} ${id}`;
}
export const isMoney = (account: string): boolean => /^(cash|bank|remittance) /.test(account);

interface Paid {
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly supplier_fk?: number | null;
  readonly customer_fk?: number | null;
}
export function paidBy(of: Paid): Pick<Part, 'account' | 'party'> {
  return of.payment_type === 'on_account'
    ? { account: 'payable', party: `supplier-${of.supplier_fk}` }
    : { account: cashAccount(of.account_type, of.account_fk) };
}
export function paidTo(of: Paid): Pick<Part, 'account' | 'party'> {
  return of.payment_type === 'on_account' && of.customer_fk
    ? { account: 'receivable', party: `customer-${of.customer_fk}` }
    : { account: cashAccount(of.account_type, of.account_fk) };
}

/**
 * Converts the total of a document once, and shares it over the lines by largest remainder. Debts and money are
 * converted individually, so that they can be settled in parts. If only one side has nothing but debts, their sum is
 * the total.
 */
export function converted(parts: readonly Part[], of: Currency & Given): Line[] {
  const sides = [parts.filter(({ amount }) => amount > 0n), parts.filter(({ amount }) => amount < 0n)];
  // The base amount of a settlement is the difference of the debt's base amounts before and after it.
  const ownBaseAmount = ({ amount, open = 0n, leftOver = 0n }: Part) =>
    inBooks(open + amount, of) - inBooks(open, of) - leftOver;
  const worth = (side: readonly Part[]) => size(total(side.map(ownBaseAmount)));
  const isDebts = (side: readonly Part[]) =>
    (side.length > 1 || side.some(({ open }) => open !== undefined)) && side.every(({ party }) => party !== undefined);
  const line = ({ amount, open: _, leftOver: _left, ...part }: Part, base: bigint): Line => ({
    ...part,
    base,
    foreign: amount,
    currency: of.currency_fk,
  });
  const debts = sides.filter(isDebts);
  const whole =
    debts.length === 1 ? worth(debts[0] ?? []) : inBooks(total((sides[0] ?? []).map(({ amount }) => amount)), of);
  const lines = sides.flatMap((side, index) => {
    if (debts.length === 1 && debts[0] === side) {
      return side.map((part) => line(part, ownBaseAmount(part)));
    }
    const isAlone = (part: Part) => part.party !== undefined || isMoney(part.account);
    const [others, money] = [side.filter((part) => !isAlone(part)), side.filter((part) => part.party === undefined)];
    // If a side has money and debts only, money takes the remainder. If it has debts only, they share the total.
    const sharing = others.length > 0 ? others : money.length > 0 ? money : side;
    const alone = side.filter((part) => !sharing.includes(part));
    const own = alone.map(ownBaseAmount);
    const target = index === 0 ? whole : -whole;
    const shares = deal(
      target - total(own),
      sharing.map(({ amount }) => size(amount)),
    );
    return [
      ...sharing.map((part, at) => line(part, shares[at] ?? 0n)),
      ...alone.map((part, at) => line(part, own[at] ?? 0n)),
    ];
  });
  return given(of, lines);
}

/** Money of the other currency, beside the amount of a document that is paid at once. */
interface Given {
  readonly paid_amount?: string;
  readonly paid_currency_fk?: number;
  readonly paid_rate?: string;
  readonly system_currency_fk: number;
}

/** That money leaves or comes instead of the document's own; what it is worth more or less is realised. */
export function given(of: Given, lines: readonly Line[]): Line[] {
  const { paid_amount, paid_currency_fk: currency, paid_rate, system_currency_fk: system } = of;
  if (paid_amount === undefined || currency === undefined) return [...lines];
  return lines.flatMap((line): Line[] => {
    if (!isMoney(line.account) || line.foreign === 0n) return [line];
    const foreign = line.foreign < 0n ? -exactly(paid_amount) : exactly(paid_amount);
    const base = inBooks(foreign, { currency_fk: currency, system_currency_fk: system, rate: paid_rate ?? null });
    return [{ ...line, currency, foreign, base }, inSystem(line.outlet, 'fx-realised', line.base - base, system)];
  });
}

export const inSystem = (outlet: number, account: string, base: bigint, currency: number): Line => {
  return { outlet, account, base, foreign: base, currency };
};

/** Foreign cash comes in at the rate of its document, and leaves at its carrying value. */
export function foreignMoney(lines: readonly Line[], system: number, name = 'money'): Move[] {
  return lines
    .filter((line) => isMoney(line.account) && line.currency !== system && (line.foreign !== 0n || line.base !== 0n))
    .map(({ account, currency, foreign, base, outlet }, index) => ({
      name: `${name} ${index}`,
      pool: { cash: account, currency },
      count: foreign * 100n,
      worth: foreign > 0n ? { by: 'price', value: base } : { by: 'average' },
      carried: base,
      against: 'fx-realised',
      outlet,
    }));
}
