/**
 * The result of a posting rule: a balanced journal entry, the movements of goods and foreign cash that costing values,
 * and the changes of open items. An entry whose system currency amounts do not add up to exactly zero cannot be built.
 */

import { type AccountRef, isCashAccount } from '../chart/chart.ts';
import type { Batch, MovesBatches, PieceKnown } from '../values/batch.ts';
import { defined } from '../values/defined.ts';
import type { EffectiveTime } from '../values/effective-date.ts';
import { allocate } from '../values/fixed-point.ts';
import { add, type Money, negate, subtract, sum, toMoney, ZERO } from '../values/money.ts';
import { type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { type CurrencyId, convert, type Rate } from '../values/rate.ts';
import { betweenOutlets } from './between-outlets.ts';
import { type Contra, type EntryLine, turned } from './entry-line.ts';
import { type OpenItemChange, withResidues } from './open-item.ts';

/**
 * A pool whose units are valued together: goods of an item in an inventory, or foreign money in a cash account, which
 * leaves at its own average carrying rate. `outlet` is present for accounts that several outlets use (`isCarried`).
 */
export type Pool =
  | { readonly kind: 'stock'; readonly item: number; readonly inventory: number }
  | {
      readonly kind: 'cash';
      readonly account: AccountRef;
      readonly currency: CurrencyId;
      readonly outlet?: number;
    };

/**
 * One movement of a pool. `valued` selects the rule for its value:
 * - `fact`: the entry already contains it (a receipt at its price);
 * - `average`: an issue at the pool's average, or goods found, at the average or `unitCost` when there is none. Under
 *   FIFO, goods that go back to the supplier take the layers of the receipts of `origin` first;
 * - `like`: the unit value of the named movement, for a return at the recorded cost of the returned line. For partial
 *   returns, `after` is the quantity returned before, so that all parts add up exactly to the whole;
 * - `count`: the counted quantity is `real`. Costing calculates the difference to the holding just before, valued at the
 *   average; the movement's own `quantity` is zero;
 * - `inputs`: goods made from other goods, see FromInputs;
 * - `carried`: a foreign balance that may be an asset or a liability: what reduces it takes its share of the carried value;
 * - `entered`: exactly what the entry posts, whatever is held.
 * The difference of the value to `posted` (the signed amount that the entry already contains) is posted to the pool's
 * account against `contra`. When received goods with a given value fill a negative pool, the pool's value changes by a
 * different amount: `varianceTo` takes the difference, so that `contra` (goods in transit, a conversion) takes exactly
 * the given value. Without `varianceTo`, `contra` takes both.
 */
export interface Movement {
  /** Line number of the document, unique in the posting. */
  readonly line: number;
  readonly pool: Pool;
  /** Signed: goods in are positive. */
  readonly quantity: Quantity;
  readonly valued:
    | { readonly by: 'statedCost' }
    | { readonly by: 'average'; readonly unitCost?: Money; readonly origin?: string }
    | { readonly by: 'sameCostAs'; readonly document: string; readonly line: number; readonly after?: Quantity }
    | { readonly by: 'count'; readonly real: Quantity; readonly unitCost?: Money }
    | { readonly by: 'carried' | 'entered' }
    | FromInputs;
  /** Signed amount that the entry's lines already post to the pool's account for this movement. */
  readonly posted: Money;
  readonly contra: Contra;
  readonly varianceTo?: AccountRef;
  /** Outlet of the cost lines. */
  readonly outlet: number;
  /** The moment of effect, where it differs from that of the posting: goods that are counted one after the other. */
  readonly at?: EffectiveTime;
  /**
   * Change of the goods of the pool that are sold and not delivered: they are no longer stock, but stand in the inventory
   * and are counted with it. Positive when they are sold, negative when they leave or their sale is returned.
   */
  readonly undelivered?: Quantity;
  /**
   * The quantities of named batches, signed as `quantity`; for a count, the counted quantity of each. They do not
   * affect costs.
   */
  readonly batches?: readonly BatchMovement[];
}

export interface BatchMovement extends Batch {
  readonly quantity: Quantity;
  /** As `undelivered` of the movement, of this batch. */
  readonly undelivered?: Quantity;
  /** Of a piece with a serial number. */
  readonly piece?: PieceKnown;
  /** Goods that came in and had left before without a batch: the batch has them no longer, the goods of no batch have them. */
  readonly isSettled?: true;
}

/**
 * A share of the value of other movements of the same posting, recalculated with them. All outputs name the same
 * inputs, `plus` and weights, and each its part; shares are by largest remainder and add up exactly.
 */
export interface FromInputs {
  readonly by: 'fromComponents';
  /** Lines of the input movements; lower than the lines of the outputs. */
  readonly of: readonly number[];
  /**
   * Amount that the entry itself adds to the value of the inputs (labour, a fee), contained in `posted` of the
   * outputs; else zero.
   */
  readonly plus: Money;
  /** One weight for each output, not negative, in any scale. */
  readonly weights: readonly bigint[];
  /** Index of this output's weight. */
  readonly part: number;
}

export interface Posting {
  /** The moment of effect of the entry, and of its movements without a moment of their own (`momentOf`). */
  readonly effective: EffectiveTime;
  readonly lines: readonly EntryLine[];
  readonly movements: readonly Movement[];
  readonly openItems: readonly OpenItemChange[];
  /** The closing entry of a financial year and its reversal; statements of income leave them out. */
  readonly kind?: 'closing';
  /** For a prior-period adjustment: its true day in a closed year (domain/values/prior-period.ts). */
  readonly trueDate?: string;
  /**
   * Where movements count at a moment in a closed year: the first open moment, at which they and the cost differences
   * that they cause on closed days are booked.
   */
  readonly bookedFrom?: EffectiveTime;
  /** True before the first open day, on which its document takes a claim of its own (domain/ledger/opening-days.ts). */
  readonly isOpening?: true;
  /** A second entry of the same event at another moment; it has no movements and no open items. */
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
 * Builds a posting: drops zero lines and adds the lines that balance each outlet. Throws UnbalancedEntry when debits
 * do not equal credits, RangeError for a movement with wrong inputs. `system` is the system currency, required when
 * all lines may be foreign.
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
  const opened = withResidues(
    openItems.filter((change) => change.amount !== 0n),
    kept,
  );
  return { effective, lines: [...kept, ...betweenOutlets(kept, system)], movements, openItems: opened };
}

function checkInputs(movements: readonly Movement[]): void {
  for (const { line, valued } of movements) {
    if (valued.by !== 'fromComponents') continue;
    const known = valued.of.every(
      (candidate) => candidate < line && movements.some((other) => other.line === candidate),
    );
    if (!known || valued.weights[valued.part] === undefined) throw new RangeError(`line ${line} names wrong inputs`);
  }
}

/** When a movement of the posting takes effect. */
export const momentOf = ({ effective }: Pick<Posting, 'effective'>, { at }: Pick<Movement, 'at'>): EffectiveTime =>
  at ?? effective;

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
      ...turnedUndelivered(movement),
      ...(movement.batches ? { batches: movement.batches.map(turnedBatch) } : {}),
    })),
    openItems: of.openItems.map((change) => ({
      ...change,
      amount: negate(change.amount),
      ...(change.residue === undefined ? {} : { residue: -change.residue }),
    })),
  };
}

const turnedBatch = (part: BatchMovement): BatchMovement => ({
  ...part,
  quantity: toQuantity(-part.quantity),
  ...turnedUndelivered(part),
});

const turnedUndelivered = ({ undelivered }: Pick<Movement, 'undelivered'>): Pick<Movement, 'undelivered'> =>
  undelivered === undefined ? {} : { undelivered: toQuantity(-undelivered) };

/** The posting with the batches moved by its event, each on the movement of its line. */
export function withBatches(of: Posting, { batches = [] }: MovesBatches): Posting {
  if (batches.length === 0) return of;
  const parts = Map.groupBy(batches, ({ move_line_id }) => move_line_id);
  const moved = (movement: Movement): Movement => {
    const own = movement.pool.kind === 'stock' ? parts.get(movement.line) : undefined;
    if (!own) return movement;
    const sign = movement.quantity < 0n ? -1n : 1n;
    return {
      ...movement,
      batches: own.flatMap(({ batch_number, expire_date, quantity: count, settled, piece }): BatchMovement[] => {
        const part = { batch_number, expire_date, quantity: toQuantity(quantity(count) * sign) };
        if (piece !== undefined) return [{ ...part, piece }];
        if (settled === undefined) return [part];
        return [part, { ...part, quantity: toQuantity(-quantity(settled) * sign), isSettled: true }];
      }),
    };
  };
  return { ...of, movements: of.movements.map(moved) };
}

/** The currency and rate of a document. */
export interface DocumentCurrency {
  readonly currency: CurrencyId;
  readonly system: CurrencyId;
  readonly rate: Rate | undefined;
}

/** A line in the document's currency; the taxable amount is in that currency too. */
export type DocumentLine = Omit<EntryLine, 'base' | 'currency' | 'foreign' | 'rate'> & {
  readonly amount: Money;
  /** For a line that settles a debt at the document's own rate: the open amount before, with the debt's sign. */
  readonly open?: Money;
  /** For a line that settles the whole of it: what its base amount differs from `open` at the rate. */
  readonly leftOver?: Money;
};

/**
 * Converts lines that balance in the document's currency to entry lines. The sum of the debits is converted once, and
 * both sides are made equal to it. Lines on parties and cash accounts are converted individually, so that settling
 * them in parts ends at zero; the other lines of the side share the rest by largest remainder. When a side has only
 * debts, both sides are made equal to the sum of these debts instead.
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
  const entryLine = ({ amount, open: _, leftOver: _left, tax, ...rest }: DocumentLine, base: Money): EntryLine => ({
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

/** A debt settled in parts takes the difference of its base amounts before and after, so that parts end at zero. */
function ownBaseAmount(
  { amount, open = ZERO, leftOver = ZERO }: DocumentLine,
  { currency, system, rate }: DocumentCurrency,
): Money {
  const baseAmount = (of: Money) => convert(of, currency, system, rate);
  return subtract(subtract(baseAmount(add(open, amount)), baseAmount(open)), leftOver);
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

/** When a side has only money and parties, money takes the remainder, so that a party is settled to zero. */
function sharingLines(side: readonly DocumentLine[]): (line: DocumentLine) => boolean {
  const isParty = (line: DocumentLine) => line.party !== undefined;
  const others = (line: DocumentLine) => !isParty(line) && !isCashAccount(line.account);
  if (side.some(others)) return others;
  return side.every(isParty) ? () => true : (line) => !isParty(line);
}
