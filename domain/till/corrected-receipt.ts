/**
 * A receipt that corrects another takes its place with one command: what is left of the other is refunded when this one is
 * complete, out of the same drawer and at the same moment. Either both are in the books or neither.
 */
import type { Facts } from '../kernel/facts.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { RefundInput } from './pos-sale.schema.ts';
import type { PosSale } from './pos-sale-events.ts';

const RECEIPT = 'pos_sale';

/** The reason as the event has it; an issue where no receipt is named. */
export function reasonOf(
  { replaces_fk, reason }: { readonly replaces_fk?: number | null; readonly reason?: string | null },
  issues: Issues,
): Pick<PosSale, 'reason'> {
  const said = reason?.trim();
  if (!said) return {};
  if (!replaces_fk) issues.add('replaces_fk', 'required');
  return { reason: said };
}

/** The receipt that is named is there; one that is to be refunded has something left, and the person may refund it. */
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

/** What a complete receipt asks of the one that it corrects; undefined where it corrects none. */
export function refundOfReplaced({ replaces_fk, reason, drawer_fk, date, time }: PosSale) {
  if (replaces_fk === null || reason === undefined) return undefined;
  const input: RefundInput = { drawer_fk, date, time, reason };
  return { id: replaces_fk, command: { type: 'refund', input } } as const;
}
