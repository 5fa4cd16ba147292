/**
 * The batches of the lines of a receipt: the scanned or chosen ones, and for other lines the remaining batches that expire
 * first (docs/decisions/0083). Expired goods are refused or marked, depending on the settings.
 */

import { issueOrder } from '../../../domain/batches/issued-batches.ts';
import { questionsOfKits, refuseKits } from '../../../domain/batches/judged-kits.ts';
import { OnHandBatches } from '../../../domain/batches/on-hand-batches.ts';
import { expiresBefore, leastShelfLife } from '../../../domain/batches/shelf-life.ts';
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import {
  type Batch,
  type BatchQuantity,
  batchTitle,
  hasSerials,
  isExpired,
  isSameBatch,
  isSameNumber,
  sumOfBatches,
  tracksBatches,
} from '../../../domain/values/batch.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import { type Issue, Issues } from '../../../domain/values/refusal.ts';
import type { CartLine } from './cart.ts';
import type { Terms } from './goods.ts';

interface SoldLine {
  readonly own: Pick<CartLine, 'batch' | 'again'> | undefined;
  readonly item: ItemData;
  readonly item_fk: number;
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
}

export interface BatchesOfLine {
  /** In base units; together less than the line when the catalogue has too few batches. */
  readonly batches: readonly BatchQuantity[];
  readonly issue: Omit<Issue, 'field'> | undefined;
}

/**
 * Of each line the batches that last less than its customer or category wants (docs/decisions/0208). The cashier tells the
 * customer; nothing is refused. A corrected receipt says nothing of goods that left with it.
 */
export const shortBatches = (
  lines: readonly SoldLine[],
  found: readonly BatchesOfLine[],
  { customer, facts, day }: Pick<Terms, 'facts' | 'day'> & { readonly customer: number | null },
): readonly (readonly Omit<Issue, 'field'>[])[] =>
  lines.map((line, index) => {
    const { batches, issue } = found[index] ?? NONE;
    if (issue || batches === line.own?.again) return [];
    const least = leastShelfLife(line.item, customer, { facts, day });
    const short = least ? batches.filter((batch) => expiresBefore(batch, least.until)) : [];
    return short.map((batch) => ({
      message: batch.batch_number === null ? 'goods_last_too_short' : 'shelf_life_too_short',
      params: { batch: batchTitle(batch), day: batch.expire_date ?? '', until: least?.until ?? day },
    }));
  });

export const sellsExpired = ({ facts }: Pick<Terms, 'facts'>): boolean =>
  facts.record('system_setting', 1)?.data['sell_expired'] === true;

export function batchesOfLines(
  lines: readonly SoldLine[],
  terms: Pick<Terms, 'facts' | 'inventory_fk' | 'day'>,
): readonly BatchesOfLine[] {
  const onHand = new OnHandBatches(terms.facts);
  const sellsAll = sellsExpired(terms);
  const expired = (batch: Batch) => isExpired(batch, terms.day);
  const order = issueOrder('saleable', { day: terms.day, sellsExpired: sellsAll });
  const poolOf = ({ item_fk }: SoldLine) => ({ item: item_fk, inventory: terms.inventory_fk });
  // Chosen batches, and those of a corrected receipt, are deducted before others are suggested.
  for (const line of lines) {
    for (const part of knownParts(line) ?? []) onHand.take(poolOf(line), part, quantity(part.quantity));
  }
  return lines.map((line) => {
    const count = countOf(line);
    if (!tracksBatches(line.item) || count <= 0n) return NONE;
    const known = knownParts(line);
    if (hasSerials(line.item)) return { batches: known ?? [], issue: issueOfPieces(line, lines, terms) };
    if (known) {
      const { batch } = line.own ?? {};
      if (batch && isHeldBatch(terms, line.item_fk, batch)) return { batches: known, issue: heldIssue(batch) };
      return { batches: known, issue: batch && expired(batch) && !sellsAll ? expiredIssue(batch) : undefined };
    }
    const { parts, missing } = onHand.firstOut(poolOf(line), count, order);
    const left = missing > 0n ? onHand.first(poolOf(line), (batch) => !order.mayTake(batch)) : undefined;
    const issue = left && (left.is_held ? heldIssue(left) : expiredIssue(left));
    return { batches: parts.map(([part, taken]) => partOf(part, taken)), issue };
  });
}

/**
 * Kits that all contain goods that may not be sold are problems; kits of which some may contain goods of a held batch are
 * warnings, for the cashier looks at the packages (docs/decisions/0221).
 */
export function issuesOfKits(
  lines: readonly SoldLine[],
  { facts, day }: Pick<Terms, 'facts' | 'day'>,
): { readonly problems: readonly Issue[]; readonly warnings: readonly Issue[] } {
  const refused = new Issues();
  const warnings: Issue[] = [];
  for (const [id, same] of Map.groupBy(lines, ({ item_fk }) => item_fk)) {
    const [first] = same;
    const leaving = same.reduce((sum, line) => sum + countOf(line), 0n);
    if (!first || tracksBatches(first.item) || leaving <= 0n) continue;
    const kits = { id, item: first.item, path: `lines.${lines.indexOf(first)}`, number: lines.indexOf(first) + 1 };
    const judged = refuseKits(kits, day, facts, refused);
    if (judged) warnings.push(...questionsOfKits(kits, leaving, judged).filter(({ isHeld }) => isHeld));
  }
  const shown = ({ field, message, params: { batch = '', day: until = '', value } = {} }: Issue): Issue => ({
    field: field.replace('.quantity', '.batches'),
    message,
    params: { batch, day: until, ...(value === undefined ? {} : { value }) },
  });
  return { problems: refused.list.map(shown), warnings: warnings.map(shown) };
}

/** Each piece has its number, which is on the receipt once, and which this till has not sold yet. */
function issueOfPieces(
  line: SoldLine,
  lines: readonly SoldLine[],
  { facts, inventory_fk }: Pick<Terms, 'facts' | 'inventory_fk'>,
): Omit<Issue, 'field'> | undefined {
  const known = knownParts(line) ?? [];
  if (sumOfBatches(known) !== countOf(line) || known.some(({ batch_number }) => batch_number === null))
    return { message: 'serials_required' };
  if (known.some(({ quantity: count }) => count !== '1')) return { message: 'serials_required' };
  const held = known.find((part) => isHeldBatch({ facts, inventory_fk }, line.item_fk, part));
  if (held) return heldIssue(held);
  const ofItem = lines.filter(({ item_fk }) => item_fk === line.item_fk).flatMap((other) => knownParts(other) ?? []);
  const isSame = (a: Batch, b: Batch) => isSameNumber(a.batch_number, b.batch_number);
  const twice = known.find((part) => ofItem.filter((other) => isSame(other, part)).length > 1);
  if (twice) return { message: 'serial_named_twice', params: { batch: batchTitle(twice) } };
  const { batches = [] } = facts.batchesOnHand?.(line.item_fk, inventory_fk) ?? {};
  const isAgain = (line.own?.again ?? []).length > 0;
  const gone = known.find((part) => batches.some((other) => isSame(other, part) && quantity(other.quantity) <= 0n));
  return gone && !isAgain ? { message: 'serial_gone', params: { batch: batchTitle(gone) } } : undefined;
}

/**
 * The chosen batch, or the batches of the corrected receipt while the quantity is that of the receipt; undefined when
 * batches are suggested. A null batch means that the cashier chose the suggestion.
 */
function knownParts(line: SoldLine): readonly BatchQuantity[] | undefined {
  const { batch, again = [] } = line.own ?? {};
  const count = countOf(line);
  if (batch) return count > 0n ? [partOf(batch, count)] : [];
  return batch === undefined && again.length > 0 && sumOfBatches(again) === count ? again : undefined;
}

const NONE: BatchesOfLine = { batches: [], issue: undefined };

const partOf = ({ batch_number, expire_date }: Batch, count: bigint): BatchQuantity => ({
  batch_number,
  expire_date,
  quantity: printQuantity(toQuantity(count)),
});

const countOf = ({ quantity: count, bonus_quantity, unit_factor }: SoldLine): bigint =>
  inBaseUnits(toQuantity(quantity(count) + quantity(bonus_quantity ?? '0')), quantity(unit_factor));

/** Whether the catalogue of the device has the batch as held. */
const isHeldBatch = (
  { facts, inventory_fk }: Pick<Terms, 'facts' | 'inventory_fk'>,
  item: number,
  batch: Batch,
): boolean =>
  facts.batchesOnHand?.(item, inventory_fk).batches.find((other) => isSameBatch(other, batch))?.is_held === true;

const heldIssue = (batch: Batch): Omit<Issue, 'field'> => ({
  message: 'batch_held',
  params: { batch: batchTitle(batch) },
});

const expiredIssue = (batch: Batch): Omit<Issue, 'field'> => ({
  message: batch.batch_number === null ? 'goods_expired' : 'batch_expired',
  params: { batch: batchTitle(batch), day: batch.expire_date ?? '' },
});
