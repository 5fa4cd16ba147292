/**
 * `GET delivery_zones/terms`: what the screens of orders need to propose prices, a delivery charge and a time, for
 * people who enter orders and may see neither the application's settings nor the zones.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { AppSettingBody, appSetting } from '../../domain/mobile/app-setting.record.ts';
import { DeliveryZoneBody, deliveryZone } from '../../domain/mobile/delivery-zone.record.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { inSnapshot } from '../database/reader.ts';
import { findRecord } from '../details/find.ts';
import { IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';

const Charge = { delivery_charge: Nullable(Type.String()) };
const Minutes = Nullable(Type.Integer());
const DeliveryTerms = Type.Object({
  /** Of the application's settings, in the system currency; null is free of charge. */
  ...Charge,
  free_delivery_amount: Nullable(Type.String()),
  accepted_time_minutes: Minutes,
  /** The customer account for orders of online customers without one, whose price list applies to them. */
  customer_fk: Nullable(Type.Integer()),
  /** Values that replace those of the settings; null without a zone. */
  zone: Nullable(Type.Object({ ...Charge, delivery_minutes: Minutes })),
});

const { free_delivery_amount, accepted_time_minutes, customer_fk } = AppSettingBody.properties;
const settingsOf = checked(
  'the delivery terms of the application',
  Type.Object({
    delivery_charge: AppSettingBody.properties.delivery_charge,
    free_delivery_amount,
    accepted_time_minutes,
    customer_fk,
  }),
);
const { delivery_charge, delivery_minutes } = DeliveryZoneBody.properties;
const zoneOf = checked('the terms of a delivery zone', Type.Object({ delivery_charge, delivery_minutes }));

export const deliveryTermsRoute = declareRead({
  url: '/delivery_zones/terms',
  permission: lookupPermission(deliveryZone.resource),
  reads: ['records'],
  query: Query({ delivery_zone_fk: Type.Optional(IdText()) }),
  answer: DeliveryTerms,
  operationId: 'showDeliveryTerms',
  tag: 'mobile',
  summary: 'Delivery charge, time and customer account of the application, and the terms of a delivery zone',
  handle: ({ reader, person, query }) =>
    inSnapshot(reader, async (snapshot) => {
      // The outlet of the settings receives the orders of the application: it does not limit who sees the terms.
      const { rows } = await sql<{ data: unknown }>`
        select data from read.record where kind = ${appSetting.kind} and id = 1`.execute(snapshot);
      const settings = settingsOf.read(rows[0]?.data ?? {});
      const named = query['delivery_zone_fk'];
      const zone = named && zoneOf.read((await findRecord(snapshot, deliveryZone, Number(named), person)).data);
      return {
        delivery_charge: settings.delivery_charge ?? null,
        free_delivery_amount: settings.free_delivery_amount ?? null,
        accepted_time_minutes: settings.accepted_time_minutes ?? null,
        customer_fk: settings.customer_fk ?? null,
        zone: zone
          ? { delivery_charge: zone.delivery_charge ?? null, delivery_minutes: zone.delivery_minutes ?? null }
          : null,
      };
    }),
});
