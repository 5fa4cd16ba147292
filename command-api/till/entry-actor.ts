/**
 * The actor of a till entry: the cashier with till rights only, plus those that a supervisor has allowed for this entry.
 * When rights were withdrawn in the meantime, the sale has happened all the same, and a note is stored.
 */
import type { Actor } from '../../domain/deciding/facts.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import type { BrokenRule, DeviceEntry } from '../../domain/till/device-entry.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { Identity } from '../../identity/identity.ts';
import { isCashierOf, type Person } from '../../identity/person.ts';
import type { ProvedApproval } from './approval-of-entry.ts';

export interface EntryActor {
  readonly actor: Actor;
  readonly broken: readonly BrokenRule[];
}

/** The permission that an entry requires of its cashier. */
const ASKED: Readonly<Record<DeviceEntry['content']['kind'], string>> = {
  open_drawer: 'closing_drawers/store',
  pay_in: 'closing_drawers/update',
  pay_out: 'closing_drawers/update',
  count: 'closing_drawers/update',
  close_drawer: 'closing_drawers/close',
  receipt: 'pos_sales/complete',
  refund: 'pos_sales/return_to_draft',
};

/** Throws Refusal `validation` for an unknown cashier or supervisor. */
export async function entryActor(
  { cashier_fk, approved_by_fk, content }: Pick<DeviceEntry, 'cashier_fk' | 'approved_by_fk' | 'content'>,
  approval: ProvedApproval,
  outlet: number,
  identity: Pick<Identity, 'user' | 'subject'>,
): Promise<EntryActor> {
  const [cashier, supervisor] = await Promise.all([
    identity.user(cashier_fk),
    approved_by_fk === null ? undefined : identity.user(approved_by_fk),
  ]);
  const broken: BrokenRule[] = [...approval.broken];
  if (!cashier) await requireKnown('cashier_fk', cashier_fk, identity);
  if (!supervisor) await requireKnown('approved_by_fk', approved_by_fk, identity);
  if (!cashier) broken.push({ rule: 'cashier_inactive', field: 'cashier_fk' });
  else if (!isCashierOf(cashier_fk, cashier.user, outlet))
    broken.push({ rule: 'must_be_a_cashier', field: 'cashier_fk' });
  if (approved_by_fk !== null && !(supervisor && isCashierOf(approved_by_fk, supervisor.user, outlet))) {
    broken.push({ rule: 'approver_inactive', field: 'approved_by_fk' });
  }
  // Nobody is a supervisor of their own entries.
  const allowed = approved_by_fk === cashier_fk ? [] : allowedBy(supervisor, approval);
  const actor = atTillOf(outlet, cashier_fk, cashier, allowed);
  const asked = ASKED[content.kind];
  if (cashier && !actor.can(asked)) {
    broken.push({ rule: 'permission_missing', field: 'cashier_fk', values: { permission: asked } });
  }
  return { actor, broken };
}

async function requireKnown(field: string, id: number | null, identity: Pick<Identity, 'subject'>): Promise<void> {
  if (id === null || (await identity.subject(id))) return;
  throw new Refusal('validation', [{ field, message: 'unknown_record' }]);
}

/** A supervisor allows what they may do themselves, and only that for which they typed the PIN. */
const allowedBy = (supervisor: Person | undefined, { rights }: ProvedApproval): readonly string[] =>
  (supervisor?.permissions ?? []).filter((permission) => rights.includes(permission));

function atTillOf(outlet: number, user_id: number, cashier: Person | undefined, allowed: readonly string[]): Actor {
  const held = new Set([...(cashier?.permissions ?? []), ...allowed]);
  const inventories = new Set(cashier?.user.inventories ?? []);
  const isHeld = (permission: string) => TILL_PERMISSIONS.has(permission) && held.has(permission);
  return {
    user_id,
    can: (permission) => permission.split('##').some(isHeld),
    isAllowed: (permission) => TILL_PERMISSIONS.has(permission) && allowed.includes(permission),
    hasOutlet: (id) => id === outlet,
    hasInventory: (id) => inventories.has(id),
    hasAllOutlets: false,
    hasRecentProof: false,
  };
}
