/** The append of a dry run. */
import type { Facts } from '../../domain/deciding/facts.ts';
import { type Append, ClaimsRefused, type CommandStore } from '../../event-store/port.ts';
import { isUntold } from '../claims/refusals.ts';

/**
 * True when the commit would be refused because of a balance that the person may not see. Throws ClaimsRefused with the
 * other refusals, and what an append throws.
 */
export async function isRefusedUntold(
  store: Pick<CommandStore, 'tryAppend'>,
  batch: Append,
  facts: Facts,
): Promise<boolean> {
  if (batch.writes.every(({ events }) => events.length === 0)) return false;
  try {
    await store.tryAppend(batch);
    return false;
  } catch (error) {
    if (!(error instanceof ClaimsRefused)) throw error;
    const told = error.refusals.filter((refusal) => !isUntold(refusal, facts));
    if (told.length > 0) throw new ClaimsRefused(told);
    return true;
  }
}
