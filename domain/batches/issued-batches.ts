/**
 * The one rule of which batches goods may leave of (docs/decisions/0125, 0142). Goods leave first expired, first out, and
 * none of an expired or held batch, unless the document is one of the two ways in which goods leave the trade. Decisions, tills, the
 * goods of a driver and the dialog of a line all ask here.
 */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import {
  type Batch,
  type BatchesOnHand,
  type BatchOnHand,
  type BatchQuantity,
  isExpired,
  isNamed,
  NO_BATCH,
  sumOfBatches,
} from '../values/batch.ts';
import type { Members } from '../values/members.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { type IssueOrder, OnHandBatches } from './on-hand-batches.ts';

/**
 * `saleable`: what may be sold; `any`: expired goods too; `expired`: nothing else. Every document that is not named
 * here takes what may be sold, so a new one does too.
 */
export type Takes = 'saleable' | 'any' | 'expired';

export function takesOf(kind: string, data: Members, item: Pick<ItemData, 'has_expire'> | undefined): Takes {
  if (kind === 'purchase_return') return 'any';
  if (kind !== 'asset_disposal') return 'saleable';
  // Batches of an item without days of expiry never expire, and nothing else says what did.
  return data['disposal_type'] === 'expired' && item?.has_expire === true ? 'expired' : 'any';
}

/** A correction downwards says itself which goods are missing: nothing else knows it. */
export const namesItsGoods = (kind: string): boolean => kind === 'direct_adjustment';

/**
 * What comes in at the cost of a piece that left is another piece: the supplier gives it for the broken one. Elsewhere goods
 * at the cost of other goods are these goods.
 */
export const bringsAnother = (kind: string): boolean => kind === 'warranty_claim';

interface Terms {
  /** The day of the document. */
  readonly day: string;
  /** Whether the settings sell expired goods: then they are goods like any others, and leave last. */
  readonly sellsExpired: boolean;
}

export function issueOrder(takes: Takes, { day, sellsExpired }: Terms): IssueOrder {
  const expired = (batch: Batch) => isExpired(batch, day);
  switch (takes) {
    case 'any':
      return { mayTake: () => true, isLast: () => false };
    case 'expired':
      return { mayTake: expired, isLast: () => false };
    case 'saleable':
      return { mayTake: (batch) => !batch.is_held && (sellsExpired || !expired(batch)), isLast: expired };
  }
}

/** Goods of named batches on hand that may not be sold: held ones, and expired ones where the settings do not sell these. */
export function notForSale({ batches }: BatchesOnHand, facts: Pick<Facts, 'today' | 'record'>): bigint {
  const mayBeSold = saleableToday(facts);
  return sumOfBatches(batches.filter((batch) => !mayBeSold(batch) && quantity(batch.quantity) > 0n));
}

/** Whether goods of a batch may be sold today. */
export function saleableToday(facts: Pick<Facts, 'today' | 'record'>): IssueOrder['mayTake'] {
  const sellsExpired = facts.record('system_setting', 1)?.data['sell_expired'] === true;
  return issueOrder('saleable', { day: facts.today, sellsExpired }).mayTake;
}

/** The batches that a line of `count` gets when it names none; `onHand` includes goods of no batch. */
export function chosenBatches(onHand: readonly BatchOnHand[], count: bigint, order: IssueOrder): BatchQuantity[] {
  const pool = { item: 0, inventory: 0 };
  const all = printQuantity(toQuantity(sumOfBatches(onHand)));
  const stock = new OnHandBatches({
    record: () => undefined,
    batchesOnHand: () => ({ batches: onHand.filter(isNamed), onHand: all }),
  });
  const { parts, unnamed } = stock.firstOut(pool, count, order);
  return [...parts, ...(unnamed > 0n ? [[NO_BATCH, unnamed] as const] : [])].map(
    ([{ batch_number, expire_date }, taken]) => ({
      batch_number,
      expire_date,
      quantity: printQuantity(toQuantity(taken)),
    }),
  );
}
