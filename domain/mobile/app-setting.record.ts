/** Settings of the mobile application: one record, number 1. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Id, Lines, Maybe, Reference, TimeField, translatedName } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import { Email, Phone } from '../parties/party.schema.ts';

export const AppSettingBody = Body({
  ...translatedName('app_name'),
  takes_orders: Type.Optional(Type.Boolean()),
  /** The outlet that receives the orders. */
  outlet_fk: Maybe(Reference('outlets')),
  /** The inventory that supplies orders; `cash_fk` receives the payment on delivery. */
  inventory_fk: Maybe(Reference('inventories')),
  account_fk: Maybe(Reference('cashes')),
  /** The customer account for orders of application customers without one. */
  customer_fk: Maybe(Reference('customers')),
  opens_at: Maybe(TimeField()),
  closes_at: Maybe(TimeField()),
  /** Time limit for accepting an order. */
  accepted_time_minutes: Maybe(Type.Integer({ minimum: 1, maximum: 1440 })),
  /** Minimum total of an order, in the system currency. */
  minimum_order_amount: Maybe(Amount()),
  delivery_charge: Maybe(Amount()),
  /** Delivery is free from this total on. */
  free_delivery_amount: Maybe(Amount()),
  phone: Phone(),
  email: Email(),
  about: Maybe(Lines(2000)),
  terms: Maybe(Lines(4000)),
  /** The order of the sections; other sections follow after these. */
  section_arrangement: Type.Optional(
    Type.Array(Id({ 'x-lookup': 'mobile_sections' }), { maxItems: 100, uniqueItems: true, 'x-ordered': true }),
  ),
});
export type AppSettingData = Static<typeof AppSettingBody>;

export const appSetting = declareRecord({
  names: { kind: 'app_setting', folder: 'mobile', id: 'app_setting_id', name: 'app_name' },
  schema: AppSettingBody,
  singleton: true,
  defaults: {
    takes_orders: true,
    accepted_time_minutes: 30,
    section_arrangement: [],
  },
  unique: [],
  references: {
    outlet_fk: 'outlet',
    inventory_fk: 'inventory',
    account_fk: 'cash',
    customer_fk: 'customer',
    section_arrangement: 'mobile_section',
  },
  embeds: ['outlet', 'inventory', 'cash', 'customer'],
  list: { columns: ['app_name', 'takes_orders'], search: ['app_name'] },
  check: checkHours,
  refuseRetireWhen: () => 'cannot_be_deleted',
});

function checkHours(
  next: AppSettingData,
  _previous: AppSettingData | undefined,
  _facts: unknown,
  issues: Issues,
): void {
  const { opens_at, closes_at } = next;
  if (opens_at && !closes_at) issues.add('closes_at', 'required');
  if (closes_at && !opens_at) issues.add('opens_at', 'required');
}
