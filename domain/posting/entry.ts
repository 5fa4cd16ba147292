/**
 * What a posting rule gives: a balanced journal entry, the movements of goods and foreign cash whose value is
 * found by moving average, and what stays open on a party's documents. An entry that does not balance to
 * exactly zero in the system currency cannot be built.
 */

import { defined } from '../kernel/defined.ts';
import type { EffectiveTime } from '../kernel/effective-date.ts';
import { allocate } from '../kernel/fixed-point.ts';
import { add, type Money, negate, subtract, sum, toMoney, ZERO } from '../kernel/money.ts';
import { type Quantity, quantity, toQuantity } from '../kernel/quantity.ts';
import { type CurrencyId, convert, type Rate } from '../kernel/rate.ts';
import { type AccountRef, isCashAccount } from '../ledger/chart.ts';
import type { Batch, MovesBatches } from '../stock/batch.ts';
import { betweenOutlets } from './between-outlets.ts';
import { type Contra, type EntryLine, turned } from './entry-line.ts';

export type { Contra, EntryLine } from './entry-line.ts';

/**
 * A pool whose units are valued by moving average: goods of an item in an inventory, or foreign money in a
 * cash account, which leaves at its own average carrying rate.
 */
export type Pool =
  | { readonly kind: 'stock'; readonly item: number; readonly inventory: number }
  | { readonly kind: 'cash'; readonly account: AccountRef; readonly currency: CurrencyId };

/**
 * One movement of a pool. `valued` says how its value is found:
 * - `fact`: the entry already carries it (a receipt at its price);
 * - `average`: an issue at the pool's average, or goods found, at the average or `unitCost` when there is none;
 * - `like`: the same unit value as the movement named, a return at the recorded cost of what it returns. Of units
 *   that come in parts, `after` says how many of them came before, so that all parts add up to the whole exactly;
 * - `count`: what is there is `real`. The difference to what the pool holds just before it is found by costing, with
 *   its value at the average; the movement's own `quantity` is zero, because nobody has entered one;
 * - `inputs`: goods that are made of others, see FromInputs.
 * What the value differs from `posted` (the amount that the entry already carries for it, with its sign) goes
 * to the pool's account against `contra`. Where goods that bring a value along meet a pool below zero, the pool books
 * another value than that: `varianceTo` takes the difference, so that `contra` (goods in transit, a conversion) takes
 * exactly what was brought. Without `varianceTo`, `contra` takes both.
 */
export interface Movement {
  /** Unique in the posting; the document's line. */
  readonly line: number;
  readonly pool: Pool;
  /** Signed: goods in are positive. */
  readonly quantity: Quantity;
  readonly valued:
    | { readonly by: 'fact' }
    | { readonly by: 'average'; readonly unitCost?: Money }
    | { readonly by: 'like'; readonly document: string; readonly line: number; readonly after?: Quantity }
    | { readonly by: 'count'; readonly real: Quantity; readonly unitCost?: Money }
    | FromInputs;
  /** Signed amount that the entry's lines already post to the pool's account for this movement. */
  readonly posted: Money;
  readonly contra: Contra;
  readonly varianceTo?: AccountRef;
  /** Outlet of the cost lines. */
  readonly outlet: number;
  /** What of it is of named batches, signed as `quantity`; of a count what was counted of each. Costs do not depend on it. */
  readonly batches?: readonly BatchMovement[];
}

export interface BatchMovement extends Batch {
  readonly quantity: Quantity;
}

/**
 * A part of what other movements of the same posting are worth, restated when they are. All outputs name the same
 * inputs, `plus` and weights, and each its part; the shares are by largest remainder and add up exactly.
 */
export interface FromInputs {
  readonly by: 'inputs';
  /** Lines of the movements that go in; lower than the lines of what comes out. */
  readonly of: readonly number[];
  /** What the entry itself adds to the value of the inputs (labour, a fee), in `posted` of the outputs; else zero. */
  readonly plus: Money;
  /** One for each output, not negative, in any scale. */
  readonly weights: readonly bigint[];
  /** Index of this output's weight. */
  readonly part: number;
}

/**
 * A change of what is open on a document of a party, in the document's currency: `sale-12` opens with its
 * unpaid amount, an allocation closes part of it. What is due (to us from a customer, from us to a supplier) is
 * positive and never falls below zero; a credit (an advance, a return of goods already paid) is negative and
 * never rises above it.
 */
export interface OpenItemChange {
  readonly party: string;
  readonly currency: CurrencyId;
  /** Day of the document that is open, not of the change. */
  readonly date: string;
  readonly document: string;
  /** In whose books the party's balance is that changes with it. */
  readonly outlet: number;
  readonly amount: Money;
  /** A credit's change; absent for what is due. */
  readonly credit?: true;
  /** What the document is carried at, on the change that opens it; absent in the system currency. */
  readonly rate?: Rate;
}

export interface Posting {
  /** When the entry counts; movements count at the same moment. */
  readonly effective: EffectiveTime;
  readonly lines: readonly EntryLine[];
  readonly movements: readonly Movement[];
  readonly openItems: readonly OpenItemChange[];
  /** The close of a financial year: its lines, and those that take it back, are no income and no expense of anything. */
  readonly kind?: 'closing';
  /** Of a prior-period adjustment: the day of a closed year that it is about (domain/kernel/prior-period.ts). */
  readonly trueDate?: string;
  /** A second entry of the same event at a moment of its own; it moves no goods and opens nothing. */
  readonly later?: SecondEntry;
}

export type SecondEntry = Pick<Posting, 'effective' | 'lines'>;

export class UnbalancedEntry extends Error {
  readonly difference: Money;
  constructor(difference: Money) {
    super(`the entry is off by ${difference} in units of the fourth decimal`);
    this.name = 'UnbalancedEntry';
    this.difference = difference;
  }
}

/**
 * Builds a posting; drops lines of zero; adds what balances it within each outlet; throws UnbalancedEntry when
 * debits are not credits, RangeError for a movement that names wrong inputs. `system` is the system currency, for entries whose lines may all be foreign.
 */
export function posting(
  effective: EffectiveTime,
  lines: readonly EntryLine[],
  movements: readonly Movement[] = [],
  openItems: readonly OpenItemChange[] = [],
  system?: CurrencyId,
): Posting {
  const kept = lines.filter((line) => line.base !== 0n || line.foreign !== 0n);
  const difference = sum(kept.map((line) => line.base));
  if (difference !== 0n) throw new UnbalancedEntry(difference);
  checkInputs(movements);
  const opened = openItems.filter((change) => change.amount !== 0n);
  return { effective, lines: [...kept, ...betweenOutlets(kept, system)], movements, openItems: opened };
}

function checkInputs(movements: readonly Movement[]): void {
  for (const { line, valued } of movements) {
    if (valued.by !== 'inputs') continue;
    const known = valued.of.every(
      (candidate) => candidate < line && movements.some((other) => other.line === candidate),
    );
    if (!known || valued.weights[valued.part] === undefined) throw new RangeError(`line ${line} names wrong inputs`);
  }
}

/** The posting with all signs inverted, for the reversal of a document. */
export function reversed(of: Posting): Posting {
  return {
    ...of,
    lines: of.lines.map(turned),
    ...(of.later ? { later: { ...of.later, lines: of.later.lines.map(turned) } } : {}),
    movements: of.movements.map((movement) => ({
      ...movement,
      quantity: toQuantity(-movement.quantity),
      posted: negate(movement.posted),
      ...(movement.batches ? { batches: movement.batches.map(turnedBatch) } : {}),
    })),
    openItems: of.openItems.map((change) => ({ ...change, amount: negate(change.amount) })),
  };
}

const turnedBatch = (part: BatchMovement): BatchMovement => ({ ...part, quantity: toQuantity(-part.quantity) });

/** The posting with the batches that its event moved, each on the movement of its line. */
export function withBatches(of: Posting, { batches = [] }: MovesBatches): Posting {
  if (batches.length === 0) return of;
  const parts = Map.groupBy(batches, ({ move_line_id }) => move_line_id);
  const moved = (movement: Movement): Movement => {
    const own = movement.pool.kind === 'stock' ? parts.get(movement.line) : undefined;
    if (!own) return movement;
    const sign = movement.quantity < 0n ? -1n : 1n;
    return {
      ...movement,
      batches: own.map(({ batch_number, expire_date, quantity: count }) => {
        return { batch_number, expire_date, quantity: toQuantity(quantity(count) * sign) };
      }),
    };
  };
  return { ...of, movements: of.movements.map(moved) };
}

/** The currency of a document and how it is carried in the books. */
export interface DocumentCurrency {
  readonly currency: CurrencyId;
  readonly system: CurrencyId;
  readonly rate: Rate | undefined;
}

/** A line still in the document's currency, and so is what its tax is taken of. */
export type DocumentLine = Omit<EntryLine, 'base' | 'currency' | 'foreign' | 'rate'> & {
  readonly amount: Money;
  /** Of a line that settles a debt at the document's own rate: what was open on it, with the debt's sign. */
  readonly open?: Money;
};

/**
 * Turns lines that balance in the document's currency into entry lines. The sum of the debits is converted once
 * and both sides are brought to it. What a party owes or a cash account holds is converted on its own, so that
 * settling it in parts ends at zero; the other lines of its side share the rest by largest remainder. A side of
 * several debts has nothing that could: there both sides are brought to what the debts come to.
 */
export function inSystemCurrency(lines: readonly DocumentLine[], of: DocumentCurrency): EntryLine[] {
  const kept = lines.filter((line) => line.amount !== 0n);
  const difference = sum(kept.map((line) => line.amount));
  if (difference !== 0n) throw new UnbalancedEntry(difference);
  const debits = kept.filter((line) => line.amount > 0n);
  const credits = kept.filter((line) => line.amount < 0n);
  const own = (line: DocumentLine) => ownBaseAmount(line, of);
  const debts = [debits, credits].find((side, index) => areDebts(side) && !areDebts([credits, debits][index] ?? []));
  const total = debts
    ? magnitude(sum(debts.map(own)))
    : convert(sum(debits.map((line) => line.amount)), of.currency, of.system, of.rate);
  const inSystem = (amount: Money) => convert(amount, of.currency, of.system, of.rate);
  const entryLine = ({ amount, open: _, tax, ...rest }: DocumentLine, base: Money): EntryLine => ({
    ...rest,
    ...(tax ? { tax: { ...tax, taxable: inSystem(tax.taxable) } } : {}),
    base,
    currency: of.currency,
    foreign: amount,
    rate: of.currency === of.system ? undefined : of.rate,
  });
  const converted = (side: readonly DocumentLine[], whole: Money) => {
    const bases = side === debts ? side.map(own) : sideInSystemCurrency(side, whole, of);
    return side.map((line, index) => entryLine(line, bases[index] ?? ZERO));
  };
  return [...converted(debits, total), ...converted(credits, negate(total))];
}

const magnitude = (amount: Money): Money => (amount < 0n ? negate(amount) : amount);
const areDebts = (side: readonly DocumentLine[]): boolean =>
  (side.length > 1 || side.some((line) => line.open !== undefined)) && side.every((line) => line.party !== undefined);

/** A debt that is settled in parts takes the difference of what it is worth before and after, so that parts end at zero. */
function ownBaseAmount({ amount, open = ZERO }: DocumentLine, { currency, system, rate }: DocumentCurrency): Money {
  const baseAmount = (of: Money) => convert(of, currency, system, rate);
  return subtract(baseAmount(add(open, amount)), baseAmount(open));
}

function sideInSystemCurrency(side: readonly DocumentLine[], whole: Money, of: DocumentCurrency): Money[] {
  const sharesRest = sharingLines(side);
  const alone = side.map((line) => (sharesRest(line) ? undefined : ownBaseAmount(line, of)));
  const rest = subtract(whole, sum(alone.filter((base) => base !== undefined)));
  const shares: Money[] = allocate(
    rest,
    side.filter(sharesRest).map((line) => magnitude(line.amount)),
  ).map(toMoney);
  return alone.map((base) => base ?? defined(shares.shift(), 'a share of the rest'));
}

/** Where there is nothing but money and parties, money takes what is left, so that a party is settled to zero. */
function sharingLines(side: readonly DocumentLine[]): (line: DocumentLine) => boolean {
  const isParty = (line: DocumentLine) => line.party !== undefined;
  const others = (line: DocumentLine) => !isParty(line) && !isCashAccount(line.account);
  if (side.some(others)) return others;
  return side.every(isParty) ? () => true : (line) => !isParty(line);
}
