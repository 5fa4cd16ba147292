/**
 * The batches of the lines of a receipt: the scanned or chosen ones, and for other lines the remaining batches that expire
 * first (docs/decisions/0083). Expired goods are refused or marked, depending on the settings.
 */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import type { Issue } from '../../../domain/kernel/refusal.ts';
import {
  type Batch,
  type BatchQuantity,
  batchTitle,
  isExpired,
  isNamed,
  tracksBatches,
} from '../../../domain/stock/batch.ts';
import { OnHandBatches } from '../../../domain/stock/on-hand-batches.ts';
import type { CartLine } from './cart.ts';
import type { Terms } from './goods.ts';

interface SoldLine {
  readonly own: Pick<CartLine, 'batch'> | undefined;
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

export const sellsExpired = ({ facts }: Pick<Terms, 'facts'>): boolean =>
  facts.record('system_setting', 1)?.data['sell_expired'] === true;

export function batchesOfLines(
  lines: readonly SoldLine[],
  terms: Pick<Terms, 'facts' | 'inventory_fk' | 'day'>,
): readonly BatchesOfLine[] {
  const onHand = new OnHandBatches(terms.facts);
  const sellsAll = sellsExpired(terms);
  const expired = (batch: Batch) => isExpired(batch, terms.day);
  const poolOf = ({ item_fk }: SoldLine) => ({ item: item_fk, inventory: terms.inventory_fk });
  // Chosen batches are deducted before others are suggested.
  for (const line of lines) if (line.own?.batch) onHand.take(poolOf(line), line.own.batch, countOf(line));
  return lines.map((line) => {
    const count = countOf(line);
    if (!tracksBatches(line.item) || count <= 0n) return NONE;
    const { batch } = line.own ?? {};
    if (batch) {
      const issue = expired(batch) && !sellsAll ? expiredIssue(batch) : undefined;
      return { batches: [partOf(batch, count)], issue };
    }
    const parts = onHand.firstOut(poolOf(line), count, (other) => sellsAll || !expired(other), expired);
    const rest = count - parts.reduce((sum, [, taken]) => sum + taken, 0n);
    const left = rest > 0n && !sellsAll ? onHand.first(poolOf(line), expired) : undefined;
    return {
      batches: parts.filter(([part]) => isNamed(part)).map(([part, taken]) => partOf(part, taken)),
      issue: left && expiredIssue(left),
    };
  });
}

const NONE: BatchesOfLine = { batches: [], issue: undefined };

const partOf = ({ batch_number, expire_date }: Batch, count: bigint): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity: printQuantity(toQuantity(count)) },
});

const countOf = ({ quantity: count, bonus_quantity, unit_factor }: SoldLine): bigint =>
  inBaseUnits(toQuantity(quantity(count) + quantity(bonus_quantity ?? '0')), quantity(unit_factor));

const expiredIssue = (batch: Batch): Omit<Issue, 'field'> => ({
  message: batch.batch_number === null ? 'goods_expired' : 'batch_expired',
  params: { batch: batchTitle(batch), day: batch.expire_date ?? '' },
});
