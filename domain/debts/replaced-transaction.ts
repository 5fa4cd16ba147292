/**
 * A transaction that corrects another one replaces it in one step: the command that enters the new one reverses the
 * other. Documents that the other had settled are open for the new one, and its unallocated rest is gone.
 */

import type { Facts, OpenItem } from '../deciding/facts.ts';
import type { TransactionInput } from '../parties/transaction.schema.ts';
import type { Allocated, StoredTransaction, Transaction } from '../parties/transaction-events.ts';
import { validDate } from '../values/effective-date.ts';
import { parseFixed, printFixed } from '../values/fixed-point.ts';
import { add, money, printMoney } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';
import { RESIDUE_SCALE } from '../values/residue.ts';
import { currencyOfSettled, residueOfSettled } from './allocation.ts';
import type { TransactionSide } from './transaction-side.ts';

export interface Replaced {
  /** The reason of the reversal; absent when the other was reversed before. */
  readonly reason?: string;
  /** The open items after the reversal; absent when the other was reversed before. */
  readonly openItems?: (open: readonly OpenItem[], of: Transaction) => readonly OpenItem[];
}

type State = { readonly status: 'none' } | StoredTransaction;

/**
 * The replaced transaction of a new one; empty when it names none. A transaction that was reversed before needs no
 * further reversal.
 */
export function replacedBy(side: TransactionSide, input: TransactionInput, facts: Facts, issues: Issues): Replaced {
  const { replaces_fk: id } = input;
  if (!id) return {};
  const replaced = facts.document<State>(side.kind, id);
  if (!replaced || replaced.status === 'none') {
    issues.add('replaces_fk', 'unknown_record');
    return {};
  }
  if (replaced.replaced_by_fk !== undefined) issues.add('replaces_fk', 'corrected_before');
  if (replaced.status === 'reversed') return {};
  const permission = `${side.kind}s/destroy`;
  if (!facts.actor.can(permission)) issues.add('replaces_fk', 'permission_missing', { permission });
  const reason = input.reason?.trim();
  if (!reason) issues.add('reason', 'required');
  return {
    ...(reason ? { reason } : {}),
    openItems: (open, of) => openWithout(replaced, `${side.kind}-${id}`, open, of),
  };
}

/** Sorted oldest first, like all open items. */
function openWithout(
  { transaction, allocations }: StoredTransaction,
  stream: string,
  open: readonly OpenItem[],
  of: Transaction,
): readonly OpenItem[] {
  const isOfAnother = (['customer_fk', 'supplier_fk'] as const).some((field) => transaction[field] !== of[field]);
  if (isOfAnother) return open;
  // A document may be open on several days: the advances of an order, or a purchase with a later cost.
  const keyOf = (document: string, date: string, currency: number) => `${document}:${date}:${currency}`;
  const items = new Map(open.map((item) => [keyOf(item.document, item.date, item.currency ?? of.currency_fk), item]));
  // Its unallocated rest is an open credit under its own stream.
  items.delete(keyOf(stream, transaction.date, transaction.currency_fk));
  for (const settled of allocations.filter(({ standing }) => standing).flatMap(settledBefore)) {
    const { document, date, rate, amount, outlet_fk } = settled;
    const currency = currencyOfSettled(transaction, settled);
    const known = items.get(keyOf(document, date, currency));
    const before = known ? add(money(known.amount), money(amount)) : money(amount);
    // An allocation without an outlet was in the books of the replaced transaction's own outlet.
    const outlet = known?.outlet ?? outlet_fk ?? transaction.outlet_fk;
    const residue = addResidues(known?.residue, residueOfSettled(transaction, settled));
    items.set(keyOf(document, date, currency), {
      document,
      date,
      rate,
      currency,
      amount: printMoney(before),
      outlet,
      ...residue,
    });
  }
  return [...items.values()].sort((a, b) => compared(a.date, b.date) || compared(a.document, b.document));
}

const settledBefore = ({ allocations }: Allocated) =>
  allocations.map(({ date, ...allocation }) => ({ ...allocation, date: validDate(date) }));

const addResidues = (known: string | undefined, settled: bigint) => {
  const residue = (parseFixed(known ?? '0', RESIDUE_SCALE) ?? 0n) + settled;
  return residue === 0n ? {} : { residue: printFixed(residue, RESIDUE_SCALE) };
};

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
