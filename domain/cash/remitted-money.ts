/**
 * Each remittance owns its money (docs/decisions/0192): where another document took of the account of money on its way, what
 * is left there belongs to the remittances that are still to arrive.
 */
import type { Facts } from '../deciding/facts.ts';
import { membersOf } from '../values/members.ts';
import { money, subtract } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';

/** Asks before a remittance is paid out of money that others expect. No amount is told: they may be of other outlets. */
export function askAboutTaken(
  { amount }: { readonly amount: string },
  { confirmed, queryResult }: Pick<Facts, 'confirmed' | 'queryResult'>,
): void {
  const { held, expected } = membersOf(queryResult);
  if (confirmed || typeof held !== 'string' || typeof expected !== 'string') return;
  if (subtract(money(held), money(expected)) >= money(amount)) return;
  const issues = new Issues();
  issues.ask('remittance_account_fk', 'remitted_money_taken');
  issues.throwIfAny();
}
