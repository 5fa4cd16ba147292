/**
 * The records that screens look up: how the API names their identifier and name, and where their page is.
 * `test/web/resources.test.ts` compares it with the declarations of the domain.
 */
export interface Resource {
  readonly id: string;
  readonly name: string;
  /** Path of the list screen; the page of one record is `path/{id}`. */
  readonly path?: string;
  /** A further field that tells two of the same name apart. */
  readonly hint?: string;
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
  suppliers: { id: 'consumer_id', name: 'consumer_name', path: '/suppliers/suppliers', hint: 'code' },
  outlets: { id: 'outlet_id', name: 'outlet_name', path: '/settings/outlets' },
  inventories: { id: 'inventory_id', name: 'inventory_name', path: '/settings/inventories' },
  salesmen: { id: 'sale_man_id', name: 'sale_man_name', path: '/sales/salesmen' },
  promotions: { id: 'section_id', name: 'title', path: '/sales/promotions' },
  cities: { id: 'city_id', name: 'city_name', path: '/settings/cities' },
  taxes: { id: 'tax_id', name: 'tax_name', path: '/accounting/taxes' },
  cashes: { id: 'account_id', name: 'account_name', path: '/accounting/cash-and-banks', hint: 'code' },
  currencies: { id: 'currency_id', name: 'currency_name' },
  currency_rates: { id: 'rate_id', name: 'date', path: '/accounting/currency-rates', hint: 'rate' },
  expense_types: { id: 'type_id', name: 'type_name', path: '/accounting/expense-types' },
  income_types: { id: 'type_id', name: 'type_name', path: '/accounting/income-types' },
  ledger_accounts: { id: 'account_id', name: 'account_name' },
  financial_years: { id: 'year_id', name: 'year_name', path: '/settings/financial-year' },
  stockholders: { id: 'stockholder_id', name: 'stockholder_name', path: '/accounting/stockholders' },
  fixed_assets: { id: 'fixed_asset_id', name: 'asset_name', path: '/accounting/fixed-assets', hint: 'asset_type' },
  asset_purchases: { id: 'id', name: 'number' },
  users: { id: 'user_id', name: 'user_name' },
};

export function resourceOf(name: string): Resource {
  const resource = RESOURCES[name];
  if (!resource) throw new RangeError(`no resource ${name}`);
  return resource;
}
