/** A delivery zone: its charge and delivery time. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, Maybe, Note, translatedName } from '../schemas/fields.schema.ts';

export const DeliveryZoneBody = Body({
  ...translatedName('zone_name'),
  /** In the system currency; defaults to the charge in the application's settings. */
  delivery_charge: Maybe(Amount()),
  /** Time from the shop to a customer in the zone; defaults to the minutes in the application's settings. */
  delivery_minutes: Maybe(Type.Integer({ minimum: 1, maximum: 1440 })),
  note: Maybe(Note()),
});
export type DeliveryZoneData = Static<typeof DeliveryZoneBody>;

export const deliveryZone = declareRecord({
  names: { kind: 'delivery_zone', folder: 'mobile', id: 'delivery_zone_id', name: 'zone_name' },
  schema: DeliveryZoneBody,
  list: {
    columns: ['zone_name', 'zone_name_ar', 'zone_name_ckb', 'delivery_charge', 'delivery_minutes', 'note'],
    search: ['zone_name', 'zone_name_ar', 'zone_name_ckb'],
  },
});
