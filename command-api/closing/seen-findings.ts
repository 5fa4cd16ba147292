/**
 * The findings of the checks before a close that a person may see: those of their own outlets and inventories, of
 * kinds that they may list or show. All others are only counted. Amounts of an account are null for whoever may not see
 * its balance.
 */

import { accountOf } from '../../domain/chart/chart.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { seesAccountBalance, seesStock } from '../../domain/registry/seen-figures.ts';
import type { AggregateRegistry } from '../aggregates/aggregate-types.ts';
import { maySee } from '../claims/blockers.ts';
import type { Finding, PlacedFinding } from '../read-models/closing-gate.ts';

/** Undefined for a finding that is only counted. */
export type ShownFinding = (finding: PlacedFinding) => Finding | undefined;

/** For results that other people may read too. */
export const countedOnly: ShownFinding = () => undefined;

export function findingsSeenBy(kinds: AggregateRegistry, actor: Actor): ShownFinding {
  return ({ inventory_fk = null, outlets = [], ...finding }) => {
    const { kind = null, outlet_fk = null, account } = finding;
    // The list of years has them all, and the same people may read it.
    if (kind === 'financial_year') return finding;
    if (kind !== null) {
      if (kind === 'item' && !seesStock(actor)) return undefined;
      return maySee(kinds, { kind, outlet_fk, inventory_fk }, actor) ? finding : undefined;
    }
    if (outlet_fk !== null && !actor.hasOutlet(outlet_fk)) return undefined;
    if (inventory_fk !== null && !actor.hasInventory(inventory_fk)) return undefined;
    if (account === undefined) return finding;
    const seesAmounts =
      inventory_fk === null
        ? seesAccountBalance(actor, accountOf(account)?.key ?? '') && outlets.every((id) => actor.hasOutlet(id))
        : actor.can('items/show_cost');
    return seesAmounts ? finding : { ...finding, expected: null, actual: null };
  };
}
