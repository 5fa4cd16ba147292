/** Movements as costing stores them: their pool, their time of effect, and their present value. */

import { accountNumber } from '../chart/chart.ts';
import type { Movement, Pool } from '../entries/entry.ts';
import type { EffectiveTime } from '../values/effective-date.ts';
import type { Money } from '../values/money.ts';
import { NO_QUANTITY, type Quantity } from '../values/quantity.ts';
import type { CurrencyId } from '../values/rate.ts';
import type { Share } from './share.ts';

/** `stock:5:2` is item 5 in inventory 2; `cash:111000003:2` is currency 2 of an account, of `:1` an outlet. */
export function poolKey(pool: Pool): string {
  if (pool.kind === 'stock') return `stock:${pool.item}:${pool.inventory}`;
  return pool.outlet === undefined ? currencyKey(pool) : `${currencyKey(pool)}:${pool.outlet}`;
}

/** The currency of an account, in all outlets. */
export const currencyKey = ({ account, currency }: Extract<Pool, { kind: 'cash' }>): string =>
  `cash:${accountNumber(account)}:${currency}`;

/** The place of a movement in the order of effect: by time, then position of its posting, then line. */
export interface Place {
  readonly effective: EffectiveTime;
  readonly position: bigint;
  readonly line: number;
}

/** Millions may be in memory: the object is flat, and equal values of many movements share one object. */
export interface PostedMovement extends Omit<Movement, 'quantity'>, Place {
  /** Stream of the document that posted it. */
  readonly document: string;
  readonly baseCurrency: CurrencyId;
  /** The entered quantity; for a count, its present difference. */
  quantity: Quantity;
  /** Present value in the system currency, with the sign of the quantity. */
  value: Money;
  /** The part of `value` that is posted to `varianceTo`. */
  variance: Money;
  /** Its effect on the inventories that share one average with its own. */
  shares: readonly Share[];
}

/** The document whose movements determine the value of this one; undefined when the value is independent. */
export function leaderOf({ document, valued }: Pick<PostedMovement, 'document' | 'valued'>): string | undefined {
  if (valued.by === 'sameCostAs') return valued.document;
  return valued.by === 'fromComponents' ? document : undefined;
}

/**
 * True for a delivery, and for a return of goods that were not delivered: they have the line of their sale, and no cost.
 * A sale is posted after them when its rate is corrected.
 */
export const isShelfOnly = ({ quantity, undelivered }: Pick<PostedMovement, 'quantity' | 'undelivered'>): boolean =>
  quantity === NO_QUANTITY && undelivered !== undefined;

export function byEffect(a: Place, b: Place): number {
  if (a.effective !== b.effective) return a.effective < b.effective ? -1 : 1;
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.line - b.line;
}

/** A change of a movement at `position`: added, revalued, or reversed. */
export interface CostDelta {
  readonly movement: PostedMovement;
  readonly kind: 'movement' | 'restatement' | 'reversal';
  /** The event that caused it. */
  readonly position: bigint;
  /**
   * Change of the pool's quantity: the movement's quantity, negated by a reversal; a revaluation changes only the
   * quantity of a count.
   */
  readonly quantity: bigint;
  /** Change of the pool's value. */
  readonly value: Money;
  /** Amount posted to the pool's account: `value` less the amount that the entry itself carries. */
  readonly cost: Money;
  /** The part of `cost` that is posted to `varianceTo`; the rest is posted to the contra account. */
  readonly variance: Money;
  /** Changes of the shares between inventories that have one average. */
  readonly shares: readonly Share[];
}
