/** The records of a small shop, which tests of documents need. */
import type { Api } from './api.ts';

export interface Shop {
  readonly outlet: number;
  readonly inventory: number;
  readonly cash: number;
  readonly unit: number;
  readonly customer: number;
  readonly supplier: number;
  readonly item: number;
}

/** The seed records have the ids of an empty database. */
export async function openShop(api: Api): Promise<Shop> {
  const outlet = await api.add('outlets', { outlet_name: 'Bazaar' });
  const inventory = await api.add('inventories', { inventory_name: 'Bazaar store', outlet_fk: outlet });
  const cash = await api.add('cashes', { account_name: 'Till', cash_type: 1, currency_fk: 1, outlet_fk: outlet });
  const unit = await api.add('units', { unit_name: 'Bag' });
  const customer = await api.add('customers', { consumer_name: 'Azad', allowed_debit_amount: '100000' });
  const supplier = await api.add('suppliers', { consumer_name: 'Mill' });
  const item = await api.add('items', itemBody(unit, 'Rice'));
  return { outlet, inventory, cash, unit, customer, supplier, item };
}

export const itemBody = (unit: number, item_name: string, more: object = {}) => ({
  item_name,
  item_units: [
    { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
  ],
  ...more,
});

/** Goods on account, received at once. */
export function purchaseBody(shop: Shop, quantity: string, more: object = {}) {
  return {
    outlet_fk: shop.outlet,
    inventory_fk: shop.inventory,
    supplier_fk: shop.supplier,
    date: '2026-03-02',
    currency_fk: 1,
    payment_type: 'on_account',
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price: '600' }],
    status: 'complete',
    ...more,
  };
}

export function saleBody(shop: Shop, quantity: string, more: object = {}) {
  return {
    outlet_fk: shop.outlet,
    inventory_fk: shop.inventory,
    date: '2026-03-11',
    currency_fk: 1,
    payment_type: 'cash',
    account_fk: shop.cash,
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price: '1000' }],
    status: 'complete',
    ...more,
  };
}
