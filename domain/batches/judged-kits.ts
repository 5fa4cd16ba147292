/**
 * Which kits may contain goods that may not be sold (docs/decisions/0221). A kit does not say which batches are inside of it, so
 * as many kits are free to leave as there are more of them than may contain held or expired parts. Where every kit must
 * contain such a part, none leaves, like goods of a held batch. The server and the tills ask here.
 */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { itemNames } from '../pricing/item-names.ts';
import { type BatchOnHand, batchTitle, byExpiry } from '../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import type { Issue, Issues } from '../values/refusal.ts';
import type { KitPart, Kits } from './batch-places.ts';
import { issueOrder } from './issued-batches.ts';
import type { IssueOrder } from './on-hand-batches.ts';

/** Of a batch that may not be sold, in how many kits it may be. */
interface Suspect {
  readonly part: KitPart;
  readonly batch: BatchOnHand;
  /** Base units of the kit. */
  readonly kits: bigint;
}

export interface Judged {
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

/** A line of kits, and where it is in the body. */
export interface KitLine {
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

/** What a person says of `leaving` kits, base units, of which some may contain such goods: a question for each batch. */
export function questionsOfKits(
  { path, number, item }: KitLine,
  leaving: bigint,
  judged: Judged & { readonly free: bigint },
): readonly (Issue & { readonly isHeld: boolean })[] {
  if (leaving <= judged.free) return [];
  return judged.suspects.map((suspect) => {
    const isHeld = suspect.batch.is_held === true;
    const value = suspect.kits < leaving ? suspect.kits : leaving;
    const line = { line: String(number), ...itemNames(item) };
    const params = { ...line, ...suspectParams(suspect), value: printQuantity(toQuantity(value)) };
    return { isHeld, field: `${path}.quantity`, message: isHeld ? 'kits_may_be_held' : 'kits_may_be_expired', params };
  });
}

const suspectParams = ({ part, batch }: Suspect): Readonly<Record<string, string>> => ({
  ...part.names,
  batch: batchTitle(batch),
  day: batch.expire_date ?? '',
});
