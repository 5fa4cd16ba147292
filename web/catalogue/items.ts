/** Items: goods and services, their units, prices and barcodes. */

import { lazy } from 'react';
import type { Row } from '../shared/api/list.ts';
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { Barcodes, barcodesOf, DefaultPrice, defaultPriceOf } from './item-cells.tsx';
import { ItemFigures } from './item-figures.tsx';
import { LABELS_PATH, labelsAction } from './labels/label-action.ts';

export const Table = tableScreen<Row>({
  resource: 'items',
  title: 'catalogue:items',
  empty: 'catalogue:items_empty',
  columns: [
    ...usual('images'),
    { field: 'item_name', kind: 'text', main: true, width: 180 },
    { field: 'item_code', kind: 'code' },
    { field: 'barcode', kind: 'code', cell: Barcodes, text: barcodesOf },
    { field: 'sale_price', kind: 'amount', sortable: false, cell: DefaultPrice, text: defaultPriceOf },
    { field: 'item_type', kind: 'option' },
    ...usual('category_fk'),
    { field: 'sub_category_fk', kind: 'reference', resource: 'categories' },
    { field: 'brand_fk', kind: 'reference', resource: 'brands' },
    { field: 'made_in_fk', kind: 'reference', resource: 'countries' },
    ...usual('is_active'),
  ],
  filters: [
    oneOf('item_type', ['goods', 'service']),
    ...by('category_fk'),
    { field: 'sub_category_fk', kind: 'lookup', resource: 'categories' },
    { field: 'brand_fk', kind: 'lookup', resource: 'brands' },
    { field: 'made_in_fk', kind: 'lookup', resource: 'countries' },
    { field: 'has_expire', kind: 'boolean' },
    { field: 'has_batch_number', kind: 'boolean' },
    oneOf('serial_numbers', ['none', 'at_receipt', 'at_sale']),
    ...by('is_active'),
  ],
  inactive: { field: 'is_active', value: false },
  rowActions: [labelsAction('items', 'item_id')],
  chosen: { label: 'catalogue:labels.action', path: LABELS_PATH, parameter: 'items', permission: 'items/index' },
  import: { permission: 'items/import', path: '/items/import' },
});

/** The unit that every business begins with: a piece. */
const PIECE = 1;
/** Most goods are counted in pieces; another unit is chosen in its place. */
const FIRST_UNIT = {
  unit_fk: PIECE,
  base_unit_qty: '1',
  is_base: true,
  is_default: true,
  sale_price: '0',
  barcodes: [],
};

export const Form = recordForm({
  resource: 'items',
  title: 'catalogue:item',
  sections: [
    {
      fields: [
        'item_name',
        'item_name_ar',
        'item_name_ckb',
        'item_code',
        'item_type',
        'category_fk',
        'sub_category_fk',
        'brand_fk',
        'made_in_fk',
        'is_active',
      ],
    },
    { title: 'catalogue:sections.units', fields: ['item_units', 'generate_barcodes'] },
    {
      title: 'catalogue:sections.selling',
      fields: [
        'price_currency_fk',
        'tax_fk',
        'minimum_price',
        'maximum_discount',
        'sale_price_editable',
        'item_prices',
      ],
    },
    {
      title: 'catalogue:sections.stock',
      fields: [
        'shelf',
        'shortage_alert',
        'inventory_levels',
        'out_of_stock_minimum',
        'weight',
        'volume',
        'has_expire',
        'expire_alert_days',
        'has_batch_number',
        'serial_numbers',
        'warranty_months',
      ],
    },
    {
      title: 'catalogue:sections.about',
      fields: ['scientific_name', 'description', 'direct_of_use', 'side_effects', 'images'],
    },
  ],
  aside: ItemFigures,
  warnsOfSameName: true,
  tab: {
    title: 'catalogue:overview.title',
    shown: () => true,
    content: lazy(() => import('./item-overview.tsx')),
  },
  initial: { item_units: [FIRST_UNIT] },
  fromAddress: (asked) => {
    const barcode = asked.get('barcode');
    return barcode === null ? {} : { item_units: [{ ...FIRST_UNIT, barcodes: [barcode] }] };
  },
});
