/** Settings of the mobile application: one record, number 1. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { systemCurrency } from '../documents/document-rules.ts';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, Id, Lines, Maybe, Reference, TimeField, translatedName } from '../schemas/fields.schema.ts';
import { Email, Phone } from '../schemas/party.schema.ts';
import type { Issues } from '../values/refusal.ts';

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
  check: checkSettings,
  refuseRetireWhen: () => 'cannot_be_deleted',
});

function checkSettings(next: AppSettingData, previous: AppSettingData | undefined, facts: Facts, issues: Issues): void {
  const { opens_at, closes_at } = next;
  if (opens_at && !closes_at) issues.add('closes_at', 'required');
  if (closes_at && !opens_at) issues.add('opens_at', 'required');
  checkPlaceOfOrders(next, previous, facts, issues);
}

/** Every order of the application would be refused otherwise. Settings from before this rule remain until they change. */
function checkPlaceOfOrders(
  next: AppSettingData,
  previous: AppSettingData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const { outlet_fk, inventory_fk, account_fk } = next;
  const isOfOutlet = (outlet: unknown) => !outlet_fk || outlet === outlet_fk;
  const isChanged = (field: 'outlet_fk' | 'inventory_fk' | 'account_fk') => next[field] !== previous?.[field];
  const inventory = inventory_fk ? facts.record('inventory', inventory_fk)?.data : undefined;
  if (inventory && (isChanged('inventory_fk') || isChanged('outlet_fk'))) {
    issues.check(isOfOutlet(inventory['outlet_fk']), 'inventory_fk', 'not_of_the_outlet');
  }
  const account = account_fk ? facts.record('cash', account_fk)?.data : undefined;
  if (account && (isChanged('account_fk') || isChanged('outlet_fk'))) {
    const outlet = account['outlet_fk'] ?? null;
    issues.check(outlet === null || isOfOutlet(outlet), 'account_fk', 'not_of_the_outlet');
  }
  if (account && isChanged('account_fk')) {
    issues.check(account['currency_fk'] === systemCurrency(facts), 'account_fk', 'account_of_another_currency');
  }
}
