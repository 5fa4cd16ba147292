/** What the mobile application may do and shows of the shop: one record, number 1. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Id, Lines, Maybe, Reference, TimeField, translatedName } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import { Email, Phone } from '../parties/party.schema.ts';

export const AppSettingBody = Body({
  ...translatedName('app_name'),
  takes_orders: Type.Optional(Type.Boolean()),
  /** Which outlet the orders of the application are for. */
  outlet_fk: Maybe(Reference('outlets')),
  /** From which goods are ordered, and into which cash account they are paid when they are brought. */
  inventory_fk: Maybe(Reference('inventories')),
  account_fk: Maybe(Reference('cashes')),
  /** In whose books orders are of customers of the application who name none. */
  customer_fk: Maybe(Reference('customers')),
  opens_at: Maybe(TimeField()),
  closes_at: Maybe(TimeField()),
  /** How long an order may wait until it is accepted. */
  accepted_time_minutes: Maybe(Type.Integer({ minimum: 1, maximum: 1440 })),
  /** Of an order, in the system currency. */
  minimum_order_amount: Maybe(Amount()),
  delivery_charge: Maybe(Amount()),
  /** From this amount on the delivery is free. */
  free_delivery_amount: Maybe(Amount()),
  phone: Phone(),
  email: Email(),
  about: Maybe(Lines(2000)),
  terms: Maybe(Lines(4000)),
  /** The order of the sections; sections that are not named come after these. */
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
