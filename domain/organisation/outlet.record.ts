/** An outlet: a shop or a warehouse with its own books, users and documents. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { systemCurrency } from '../documents/document-rules.ts';
import { type DecidedRecord, declareRecord, type RecordData } from '../records/record.ts';
import { Body, Maybe, OneOf, Reference, Text, translatedName } from '../schemas/fields.schema.ts';
import { permissionMissing, Refusal } from '../values/refusal.ts';
import { telephoneKey } from '../values/telephone.ts';

export const OutletBody = Body({
  ...translatedName('outlet_name'),
  mobile: Maybe(Text(40)),
  city_fk: Maybe(Reference('cities')),
  address: Maybe(Text(140)),
  code: Maybe(Text(40)),
  /** Whether the stock of its inventories may go below zero; `as_system` follows the system setting. */
  negative_stock: Type.Optional(OneOf(['as_system', 'allowed', 'refused'])),
  is_active: Type.Optional(Type.Boolean()),
});
export type OutletData = Static<typeof OutletBody>;

/** Records to create with an outlet: an inventory, a safe and a till drawer. All are optional. */
export const OutletPlacesBody = Body({
  new_inventory_name: Maybe(Text(140)),
  new_safe_name: Maybe(Text(140)),
  new_drawer_name: Maybe(Text(140)),
});

const CASH_TYPE = 1;

function placeOf(field: string, name: string, outlet_fk: number, facts: Facts): RecordData {
  if (field === 'new_inventory_name') return { inventory_name: name, outlet_fk };
  return { account_name: name, cash_type: CASH_TYPE, currency_fk: systemCurrency(facts), outlet_fk };
}

const BY_SYSTEM = 'as_system';
const OF_SETTINGS = 'system_settings/update';

/** An outlet that differs from a system setting requires the permission to change that setting. */
function requireSettings({ data, at, changed }: DecidedRecord, { actor }: Facts): void {
  const differs = changed?.includes('negative_stock') ?? (at === 'after' && data['negative_stock'] !== BY_SYSTEM);
  if (!differs || actor.can(OF_SETTINGS)) return;
  throw new Refusal('forbidden', [permissionMissing(OF_SETTINGS, 'negative_stock')]);
}

export const outlet = declareRecord({
  names: { kind: 'outlet', folder: 'organisation', id: 'outlet_id', name: 'outlet_name' },
  schema: OutletBody,
  creates: {
    schema: OutletPlacesBody,
    kinds: { new_inventory_name: 'inventory', new_safe_name: 'cash', new_drawer_name: 'cash' },
    data: placeOf,
  },
  defaults: { negative_stock: BY_SYSTEM, is_active: true },
  unique: ['outlet_name', 'code'],
  references: { city_fk: 'city' },
  scope: { by: 'outlet', field: 'outlet_id' },
  authorise: requireSettings,
  list: {
    columns: ['outlet_name', 'code', 'mobile', 'city_fk', 'is_active'],
    search: ['outlet_name', 'outlet_name_ar', 'outlet_name_ckb', 'code', 'mobile'],
    codes: { mobile: telephoneKey },
  },
});
