/**
 * A receipt that corrects another one: the command that completes it also refunds the rest of the other, from the same
 * drawer at the same moment, in one append.
 */
import type { Facts } from '../../deciding/facts.ts';
import type { Issues } from '../../values/refusal.ts';
import type { RefundInput } from './pos-sale.schema.ts';
import type { PosSale } from './pos-sale-events.ts';

export const RECEIPT = 'pos_sale';

/** The reason that the event stores; adds an issue when no receipt is named. */
export function reasonOf(
  { replaces_fk, reason }: { readonly replaces_fk?: number | null; readonly reason?: string | null },
  issues: Issues,
): Pick<PosSale, 'reason'> {
  const given = reason?.trim();
  if (!given) return {};
  if (!replaces_fk) issues.add('replaces_fk', 'required');
  return { reason: given };
}

/**
 * The named receipt must exist; a receipt to be refunded must have an unrefunded rest, and the actor must have the
 * permission.
 */
export function checkReplaced({ replaces_fk, reason }: PosSale, facts: Facts, issues: Issues): void {
  if (replaces_fk === null) return;
  const replaced = facts.document<{ readonly status: string }>(RECEIPT, replaces_fk);
  const isReceipt = replaced?.status === 'complete' || replaced?.status === 'refunded';
  if (!isReceipt) issues.add('replaces_fk', 'unknown_record');
  if (reason === undefined) return;
  if (replaced?.status === 'refunded') issues.add('replaces_fk', 'refunded_before');
  const permission = 'pos_sales/return_to_draft';
  if (!facts.actor.can(permission)) issues.add('replaces_fk', 'permission_missing', { permission });
}

/** The command that refunds the corrected receipt; undefined when there is none. */
export function refundOfReplaced({ replaces_fk, reason, drawer_fk, date, time }: PosSale) {
  if (replaces_fk === null || reason === undefined) return undefined;
  const input: RefundInput = { drawer_fk, date, time, reason };
  return { id: replaces_fk, command: { type: 'refund', input } } as const;
}
