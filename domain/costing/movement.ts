/**
 * Movements as costing keeps them: in which pool, when they take effect, and what they are worth at present.
 */
import type { EffectiveTime } from '../kernel/effective-date.ts';
import type { Money } from '../kernel/money.ts';
import type { Quantity } from '../kernel/quantity.ts';
import type { CurrencyId } from '../kernel/rate.ts';
import { accountNumber } from '../ledger/chart.ts';
import type { Movement, Pool } from '../posting/entry.ts';
import type { Share } from './share.ts';

/** `stock:5:2` is item 5 in inventory 2; `cash:111000003:2` is the dollar of an account. */
export function poolKey(pool: Pool): string {
  return pool.kind === 'stock'
    ? `stock:${pool.item}:${pool.inventory}`
    : `cash:${accountNumber(pool.account)}:${pool.currency}`;
}

/** Where a movement stands in the order of effect: by time, then position of its posting, then line. */
export interface Place {
  readonly effective: EffectiveTime;
  readonly position: bigint;
  readonly line: number;
}

/** There may be millions in memory: it is flat, and what is alike in many of them is kept once. */
export interface PostedMovement extends Omit<Movement, 'quantity'>, Place {
  /** Stream of the document whose posting it belongs to. */
  readonly document: string;
  readonly baseCurrency: CurrencyId;
  /** As it was entered; of a count the difference that it makes at present. */
  quantity: Quantity;
  /** What it is worth at present, with the sign of its quantity, in the system currency. */
  value: Money;
  /** The part of `value` that `varianceTo` takes. */
  variance: Money;
  /** What it did to the inventories that have one average with its own. */
  shares: readonly Share[];
}

/** The document whose movements decide what this one is worth; undefined for one that stands alone. */
export function leaderOf({ document, valued }: Pick<PostedMovement, 'document' | 'valued'>): string | undefined {
  if (valued.by === 'like') return valued.document;
  return valued.by === 'inputs' ? document : undefined;
}

export function byEffect(a: Place, b: Place): number {
  if (a.effective !== b.effective) return a.effective < b.effective ? -1 : 1;
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.line - b.line;
}

/** What was learnt about a movement at `position`: that it is there, is worth something else, or was taken back. */
export interface CostDelta {
  readonly movement: PostedMovement;
  readonly kind: 'movement' | 'restatement' | 'reversal';
  /** The event that caused it. */
  readonly position: bigint;
  /** Change of the pool's quantity: that of the movement, or with its sign turned; a restatement changes only that of a count. */
  readonly quantity: bigint;
  /** Change of the pool's value. */
  readonly value: Money;
  /** What is posted to the pool's account: `value` less what the entry itself carries. */
  readonly cost: Money;
  /** The part of `cost` that stands against `varianceTo`; the contra account takes the rest. */
  readonly variance: Money;
  /** What is shared otherwise between inventories that have one average. */
  readonly shares: readonly Share[];
}
