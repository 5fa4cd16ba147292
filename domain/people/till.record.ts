/**
 * A till: a device in an outlet on which cashiers sign in with a PIN. The device authenticates itself with its own
 * token; the record contains the entered fields. Cashiers cannot sign in on a revoked till.
 */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { type DecidedRecord, declareRecord, fixed, type RecordData } from '../records/record.ts';
import { Body, Maybe, Name, OneOf, Reference } from '../schemas/fields.schema.ts';
import { type Issues, Refusal } from '../values/refusal.ts';

export const TillBody = Body({
  till_name: Name(),
  outlet_fk: Reference('outlets'),
  /** The inventory of the outlet from which it sells; without one, the outlet's first active inventory. */
  inventory_fk: Maybe(Reference('inventories')),
  /** Changed by enrolling and revoking the device only. */
  status: Type.Optional(OneOf(['enrolled', 'revoked'], { 'x-own-route': true })),
});
export type TillData = Static<typeof TillBody>;

export const till = declareRecord({
  names: { kind: 'till', folder: 'people', id: 'till_id', name: 'till_name' },
  schema: TillBody,
  // A new till has no device yet, so nobody can sign in.
  defaults: { status: 'revoked' },
  references: { outlet_fk: 'outlet', inventory_fk: 'inventory' },
  scope: { by: 'outlet', field: 'outlet_fk' },
  list: { columns: ['till_name', 'outlet_fk', 'status'], search: ['till_name'] },
  check: checkTill,
  authorise: requireOutlet,
});

/** A till determines where cashiers sign in, so only users of its outlet may change it. */
function requireOutlet({ data }: DecidedRecord, { actor }: Facts): void {
  if (actor.hasOutlet(Number(data['outlet_fk']))) return;
  throw new Refusal('forbidden', [{ field: 'outlet_fk', message: 'outlet_not_held' }]);
}

function checkTill(next: RecordData, previous: RecordData | undefined, facts: Facts, issues: Issues): void {
  fixed('outlet_fk')(next, previous, facts, issues);
  issues.check(facts.actor.hasOutlet(Number(next['outlet_fk'])), 'outlet_fk', 'unknown_record');
  const { inventory_fk, outlet_fk } = next;
  if (typeof inventory_fk !== 'number' || inventory_fk === previous?.['inventory_fk']) return;
  const inventory = facts.record('inventory', inventory_fk)?.data;
  issues.check(inventory?.['outlet_fk'] === outlet_fk, 'inventory_fk', 'not_of_the_outlet');
  issues.check(inventory?.['is_active'] !== false, 'inventory_fk', 'inactive_record');
}
