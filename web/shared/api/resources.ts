/**
 * The records of look-ups: identifier and name fields in the API, and the path of their page.
 * `test/web/resources.test.ts` compares it with the declarations of the domain.
 */
import { type ComponentType, createContext } from 'react';
import { preferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import type { Row } from './list.ts';

export interface Resource {
  readonly id: string;
  readonly name: string;
  /** Path of the list screen; the page of one record is `path/{id}`. */
  readonly path?: string;
  /** A further field that distinguishes equal names. */
  readonly hint?: string;
  /** Of a document: numbers begin again each year, so its day and its amount stand beside it too. */
  readonly dated?: true;
}

export const RESOURCES: Readonly<Record<string, Resource>> = {
  items: { id: 'item_id', name: 'item_name', path: '/warehouse/items', hint: 'item_code' },
  categories: { id: 'category_id', name: 'category_name', path: '/warehouse/categories', hint: 'category_code' },
  raw_materials: { id: 'raw_material_id', name: 'raw_material_name', path: '/warehouse/raw-materials' },
  mixtures: { id: 'mixture_id', name: 'mixture_name', path: '/warehouse/mixtures' },
  collections: { id: 'collection_id', name: 'collection_name', path: '/warehouse/collections' },
  brands: { id: 'brand_id', name: 'brand_name', path: '/settings/brands' },
  units: { id: 'unit_id', name: 'unit_name', path: '/settings/units' },
  customers: { id: 'consumer_id', name: 'consumer_name', path: '/customers/customers', hint: 'code' },
  customer_groups: { id: 'customer_group_id', name: 'customer_group_name', path: '/customers/customer-groups' },
  suppliers: { id: 'consumer_id', name: 'consumer_name', path: '/suppliers/suppliers', hint: 'code' },
  outlets: { id: 'outlet_id', name: 'outlet_name', path: '/settings/outlets' },
  inventories: { id: 'inventory_id', name: 'inventory_name', path: '/settings/inventories' },
  salesmen: { id: 'sale_man_id', name: 'sale_man_name', path: '/sales/salesmen' },
  promotions: { id: 'section_id', name: 'title', path: '/sales/promotions' },
  cities: { id: 'city_id', name: 'city_name', path: '/settings/cities' },
  countries: { id: 'country_id', name: 'country_name', path: '/settings/countries', hint: 'country_code' },
  taxes: { id: 'tax_id', name: 'tax_name', path: '/accounting/taxes', hint: 'percentage' },
  pricing_profiles: { id: 'profile_id', name: 'profile_name', path: '/accounting/pricing-profile' },
  cashes: { id: 'account_id', name: 'account_name', path: '/accounting/cash-and-banks', hint: 'code' },
  currencies: { id: 'currency_id', name: 'currency_name', path: '/settings/currencies', hint: 'symbol' },
  currency_rates: { id: 'rate_id', name: 'date', path: '/accounting/currency-rates', hint: 'rate' },
  expense_types: { id: 'type_id', name: 'type_name', path: '/accounting/expense-types' },
  income_types: { id: 'type_id', name: 'type_name', path: '/accounting/income-types' },
  old_accounts: {
    id: 'old_account_id',
    name: 'old_account_name',
    path: '/settings/opening-balance/old-accounts',
    hint: 'old_account_code',
  },
  ledger_accounts: { id: 'account_id', name: 'account_name' },
  financial_years: { id: 'year_id', name: 'year_name', path: '/settings/financial-year' },
  stockholders: { id: 'stockholder_id', name: 'stockholder_name', path: '/accounting/stockholders' },
  asset_types: { id: 'asset_type_id', name: 'asset_type_name', path: '/accounting/asset-types' },
  fixed_assets: { id: 'fixed_asset_id', name: 'asset_name', path: '/accounting/fixed-assets' },
  mobile_sections: { id: 'mobile_section_id', name: 'title', path: '/settings/mobile-app/home-sections' },
  slider_images: { id: 'slider_image_id', name: 'title', path: '/settings/mobile-app/slider-images' },
  online_customers: {
    id: 'consumer_id',
    name: 'consumer_name',
    path: '/settings/mobile-app/online-customers',
    hint: 'mobile',
  },
  delivery_zones: { id: 'delivery_zone_id', name: 'zone_name', path: '/settings/mobile-app/delivery-zones' },
  order_cancellation_messages: {
    id: 'order_cancellation_message_id',
    name: 'message_text',
    path: '/settings/mobile-app/online-order-cancellation',
  },
  app_settings: { id: 'app_setting_id', name: 'app_name' },
  system_settings: { id: 'setting_id', name: 'business_name' },
  print_templates: { id: 'print_template_id', name: 'template_name', path: '/settings/print-templates' },
  system_profiles: { id: 'system_profile_id', name: 'shop_name' },
  asset_purchases: { id: 'id', name: 'number', hint: 'fixed_asset_name', dated: true },
  purchases: { id: 'id', name: 'number', hint: 'supplier_name', dated: true },
  sales: { id: 'id', name: 'number', hint: 'customer_name', dated: true },
  roles: { id: 'role_id', name: 'role_name', path: '/roles-and-permissions' },
  users: { id: 'user_id', name: 'user_name', path: '/staff' },
  tills: { id: 'till_id', name: 'till_name', path: '/settings/pos' },
  period_locks: { id: 'period_lock_id', name: 'lock_reason' },
  till_settings: { id: 'till_setting_id', name: 'display_greeting' },
};

/** The shown name of a row: a single record has its original name, and beside it the name in the person's language. */
export const nameOfRow = (resource: string, row: Readonly<Record<string, unknown>>): string =>
  String(row['shown_name'] ?? row[resourceOf(resource).name] ?? '');

/** A record's name as it is displayed: a rate is named by its day. */
export const displayedName = (resource: string, name: string): string =>
  resourceOf(resource).name === 'date' ? shapeDigits(formatDate(name), preferences().digits) : name;

/** The name fields of all languages: a person may search in any. */
export function nameFieldsOf(resource: string): readonly string[] {
  const { name } = resourceOf(resource);
  return [name, `${name}_en`, `${name}_ar`, `${name}_ckb`];
}

/** Fields by which a person names a record besides its name, where its list sends them. */
const IDENTIFYING =
  `code item_code user_code user_full_name number reference_number serial_number tax_number email mobile
  office_phone bank_account_number`.split(/\s+/);

/** What a list shows beside a name. */
export function hintOf(resource: string, row: Row): string | undefined {
  const { hint, dated } = resourceOf(resource);
  const { digits } = preferences();
  const named = hint === undefined ? undefined : row[hint];
  const { date, total } = dated ? row : {};
  const facts = [
    typeof date === 'string' ? shapeDigits(formatDate(date), digits) : undefined,
    typeof total === 'string' ? formatDecimal(total, { digits }) : undefined,
  ];
  const told = [named, ...facts].flatMap((fact) => (fact === null || fact === undefined ? [] : [String(fact)]));
  return told.length === 0 ? undefined : told.join(' · ');
}

/** All fields by which a typed or pasted text may name a record in full. */
export function namingFields(resource: string): readonly string[] {
  const { hint } = resourceOf(resource);
  return [...nameFieldsOf(resource), ...(hint === undefined ? [] : [hint]), ...IDENTIFYING];
}

export function resourceOf(name: string): Resource {
  const resource = RESOURCES[name];
  if (!resource) throw new RangeError(`no resource ${name}`);
  return resource;
}

export interface CreateInPlaceProps {
  readonly resource: string;
  /** The search text of the look-up. */
  readonly text: string;
  readonly onCreated: (row: Row) => void;
  readonly onClose: () => void;
}

/**
 * The dialog that creates a new record from a look-up. Its form contains look-ups itself, so the application provides
 * it (`shell/application.tsx`) and no look-up imports it; without it a look-up offers no new record.
 */
export const Creating = createContext<ComponentType<CreateInPlaceProps> | undefined>(undefined);
