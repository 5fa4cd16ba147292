/**
 * Kits that may contain goods that may not be sold (docs/decisions/0221). A kit does not say which batches are inside of it, so
 * as many kits are free to leave as there are more of them than may contain held or expired parts. Of the others a person says
 * that they looked at the package; where every kit must contain such a part, none leaves, like goods of a held batch. Kits with
 * batches of their own are under the rule of these batches.
 */

import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import type { Movement, Posting } from '../entries/entry.ts';
import { itemNames } from '../pricing/item-names.ts';
import { type BatchOnHand, batchTitle, byExpiry, tracksBatches } from '../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { goodsLines } from './batch-lines.ts';
import type { KitPart, Kits } from './batch-places.ts';
import type { BatchContext } from './batch-tasks.ts';
import { issueOrder, takesOf } from './issued-batches.ts';
import { takesKitsApart } from './kit-batches.ts';
import type { IssueOrder } from './on-hand-batches.ts';
import { ReplacedGoods } from './replaced-goods.ts';

/** Of a batch that may not be sold, in how many kits it may be. */
interface Suspect {
  readonly part: KitPart;
  readonly batch: BatchOnHand;
  /** Base units of the kit. */
  readonly kits: bigint;
}

interface Judged {
  /** In the order of the parts, first expired first. */
  readonly suspects: readonly Suspect[];
  /** Kits that may contain a suspect; at most those on hand. */
  readonly suspected: bigint;
  /** A batch of which something is in every kit; undefined where a kit can be free of all of them. */
  readonly everywhere: Suspect | undefined;
}

type Collected = Kits['collections'][number];

/** In how many kits `count` of a part is at most, in base units of the kit. */
function kitsWith(count: bigint, { each }: KitPart, unit: string): bigint {
  const perKit = quantity(each);
  return perKit > 0n ? ((count + perKit - 1n) / perKit) * quantity(unit) : 0n;
}

const sumOf = (batches: readonly BatchOnHand[]): bigint =>
  batches.reduce((sum, batch) => sum + quantity(batch.quantity), 0n);

function judgedCollection({ unit, parts }: Collected, mayTake: IssueOrder['mayTake']) {
  const judged = parts.map((part) => {
    const inside = part.inside.filter((batch) => quantity(batch.quantity) > 0n).toSorted(byExpiry);
    const kept = inside.filter((batch) => !mayTake(batch));
    const suspects = kept.map((batch) => ({ part, batch, kits: kitsWith(quantity(batch.quantity), part, unit) }));
    return {
      suspects,
      made: kitsWith(sumOf(inside), part, unit),
      suspected: kitsWith(sumOf(kept), part, unit),
      isAll: kept.length > 0 && kept.length === inside.length,
    };
  });
  const most = (counts: readonly bigint[]) => counts.reduce((max, count) => (count > max ? count : max), 0n);
  const made = most(judged.map((part) => part.made));
  const suspected = judged.reduce((sum, part) => sum + part.suspected, 0n);
  const whole = judged.filter(({ isAll }) => isAll).toSorted((a, b) => (a.suspected < b.suspected ? 1 : -1))[0];
  return {
    made,
    // Suspected parts may all be in different kits, but no more kits were made.
    suspected: suspected < made ? suspected : made,
    suspects: judged.flatMap((part) => part.suspects),
    must: whole?.suspected ?? 0n,
    first: whole?.suspects[0],
  };
}

/** Judges the kits by what a document may take; undefined where all of them may leave. */
export function judgedKits(kits: Kits, mayTake: IssueOrder['mayTake']): Judged | undefined {
  const judged = kits.collections
    .map((collection) => judgedCollection(collection, mayTake))
    .filter(({ made }) => made > 0n);
  const suspects = judged.flatMap((one) => one.suspects);
  if (suspects.length === 0) return undefined;
  const onHand = quantity(kits.onHand);
  const all = judged.reduce((sum, { suspected }) => sum + suspected, 0n);
  const must = judged.reduce((sum, one) => sum + one.must, 0n);
  // Kits that nobody is known to have assembled are free of what is known to be inside of others.
  const isAll = must >= onHand && judged.every(({ first }) => first);
  return { suspects, suspected: all < onHand ? all : onHand, everywhere: isAll ? judged[0]?.first : undefined };
}

/**
 * Refuses, asks, or notes of a till, what leaves of kits. A till has sold already: its receipt is looked at in the office when
 * all kits must contain such goods, or some may contain goods of a held batch.
 */
export function checkKits({ movements, effective }: Posting, context: BatchContext, issues: Issues): void {
  const { kind, data, facts } = context;
  if (takesKitsApart(data)) return;
  const replaced = new ReplacedGoods(context);
  const moves = movements.flatMap((movement) => {
    const { pool, line, quantity: moved } = movement;
    return pool.kind === 'stock' && leaves(movement, context) ? [{ pool, line, count: -moved }] : [];
  });
  for (const [id, same] of Map.groupBy(moves, ({ pool }) => pool.item)) {
    const item = facts.record<ItemData>('item', id)?.data;
    const [first] = same;
    if (!first || !item || tracksBatches(item) || takesOf(kind, data, item) !== 'saleable') continue;
    const leaving = same.reduce((sum, { pool, count }) => {
      // Those of a receipt that the document corrects are with the customer.
      const again = replaced.take(pool, count).reduce((taken, [, part]) => taken + part, 0n);
      return sum + count - again;
    }, 0n);
    const { path = 'lines.0', number = 1 } = goodsLines(data).of(first.line, id) ?? {};
    if (leaving > 0n) checkItem({ id, item, path, number }, leaving, effective.slice(0, 10), context, issues);
  }
}

/** Goods that go out, but what the document itself moved before. */
const leaves = ({ quantity: moved, valued }: Movement, { stream }: BatchContext): boolean =>
  moved < 0n && valued.by !== 'count' && !(valued.by === 'sameCostAs' && valued.document === stream);

/** A line of kits, and where it is in the body. */
interface KitLine {
  readonly id: number;
  readonly item: ItemData;
  readonly path: string;
  readonly number: number;
}

/** Refuses kits that all contain goods that may not be sold on the day; otherwise returns what they may contain. */
export function refuseKits(
  { id, item, path, number }: KitLine,
  day: string,
  facts: Facts,
  issues: Issues,
): (Judged & { readonly free: bigint }) | undefined {
  const kits = facts.kits?.(id);
  const sellsExpired = facts.record('system_setting', 1)?.data['sell_expired'] === true;
  const judged = kits && judgedKits(kits, issueOrder('saleable', { day, sellsExpired }).mayTake);
  if (!judged) return undefined;
  const { everywhere } = judged;
  if (!everywhere) return { ...judged, free: quantity(kits.onHand) - judged.suspected };
  const message = everywhere.batch.is_held ? 'kits_of_held_batch' : 'kits_of_expired_batch';
  const line = { line: String(number), ...itemNames(item) };
  issues.add(`${path}.quantity`, message, { ...line, ...suspectParams(everywhere) });
  return undefined;
}

function checkItem(of: KitLine, leaving: bigint, day: string, context: BatchContext, issues: Issues): void {
  const { facts, isOfDevice } = context;
  const judged = refuseKits(of, day, facts, issues);
  if (!judged || leaving <= judged.free || facts.confirmed === true) return;
  for (const suspect of judged.suspects) {
    const value = suspect.kits < leaving ? suspect.kits : leaving;
    const message = suspect.batch.is_held ? 'kits_may_be_held' : 'kits_may_be_expired';
    const line = { line: String(of.number), ...itemNames(of.item) };
    const params = { ...line, ...suspectParams(suspect), value: printQuantity(toQuantity(value)) };
    if (!isOfDevice) issues.ask(`${of.path}.quantity`, message, params);
    else if (suspect.batch.is_held) issues.add(`${of.path}.quantity`, message, params);
  }
}

const suspectParams = ({ part, batch }: Suspect): Readonly<Record<string, string>> => ({
  ...part.names,
  batch: batchTitle(batch),
  day: batch.expire_date ?? '',
});
