/** A zone that orders are brought to: what is charged for it, and how long it takes. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, Note, translatedName } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const DeliveryZoneBody = Body({
  ...translatedName('zone_name'),
  /** In the system currency; left empty, it is the charge of the application's settings. */
  delivery_charge: Maybe(Amount()),
  /** From the shop to a customer there; left empty, the minutes of the application's settings. */
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
