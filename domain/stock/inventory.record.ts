/** An inventory: a place of an outlet where goods are stored and counted. */
import { type Static, Type } from 'typebox';
import { declareRecord, fixed } from '../records/record.ts';
import { Body, Reference, translatedName } from '../schemas/fields.schema.ts';

export const InventoryBody = Body({
  outlet_fk: Reference('outlets'),
  ...translatedName('inventory_name'),
  is_active: Type.Optional(Type.Boolean()),
});
export type InventoryData = Static<typeof InventoryBody>;

export const inventory = declareRecord({
  names: { kind: 'inventory', resource: 'inventories', folder: 'stock', id: 'inventory_id', name: 'inventory_name' },
  schema: InventoryBody,
  defaults: { is_active: true },
  references: { outlet_fk: 'outlet' },
  // Its outlet states whether its stock may go below zero.
  embeds: ['outlet'],
  scope: { by: 'inventory', field: 'inventory_id' },
  list: {
    columns: ['inventory_name', 'outlet_fk', 'is_active'],
    search: ['inventory_name', 'inventory_name_ar', 'inventory_name_ckb'],
  },
  // Its goods are in the books of its outlet.
  check: fixed('outlet_fk'),
});
