/** Items: goods and services, their units, prices and barcodes. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'items',
  title: 'catalogue:items',
  empty: 'catalogue:items_empty',
  columns: [
    { field: 'item_name', kind: 'text', main: true },
    { field: 'item_code', kind: 'code' },
    { field: 'item_type', kind: 'option' },
    { field: 'category_fk', kind: 'reference', resource: 'categories' },
    { field: 'brand_fk', kind: 'reference', resource: 'brands' },
  ],
  filters: [
    { field: 'item_type', kind: 'option', options: ['goods', 'service'] },
    { field: 'category_fk', kind: 'lookup', resource: 'categories' },
    { field: 'brand_fk', kind: 'lookup', resource: 'brands' },
  ],
});

export const Form = recordForm({
  resource: 'items',
  title: 'catalogue:item',
  sections: [
    { fields: ['item_name', 'item_name_ar', 'item_name_ckb', 'item_code', 'item_type', 'category_fk', 'brand_fk'] },
    { title: 'catalogue:sections.units', fields: ['item_units'] },
    {
      title: 'catalogue:sections.selling',
      fields: ['price_currency_fk', 'tax_fk', 'minimum_price', 'maximum_discount', 'sale_price_editable'],
    },
    {
      title: 'catalogue:sections.stock',
      fields: ['shortage_alert', 'weight', 'expire_alert_days', 'has_expire', 'description'],
    },
  ],
  initial: {
    item_units: [{ unit_fk: null, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '0', barcodes: [] }],
  },
});
