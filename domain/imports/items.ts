import { keyOfCode } from '../catalogue/code.ts';
import type { RecordData } from '../records/record.ts';
import type { Issues } from '../values/refusal.ts';
import type { Cells } from './cells.ts';
import { itemLists } from './item-places.ts';
import { ALTERNATIVES, alternativeColumns, UNIT_GROUPS } from './item-units.ts';
import { type RecordFormat, SAME_NAMES } from './record-format.ts';

const NAMES = ['item_name', 'item_name_ar', 'item_name_ckb'];

export const itemImport: RecordFormat = {
  name: 'items',
  resource: 'items',
  kind: 'item',
  parameters: [SAME_NAMES],
  columns: [
    { name: 'item_code', kind: 'text', length: 40, example: '' },
    { name: 'category', kind: 'reference', resource: 'categories', creatable: true, example: 'Grains' },
    {
      name: 'sub_category',
      kind: 'reference',
      resource: 'categories',
      creatable: true,
      below: 'category',
      example: '',
    },
    { name: 'item_type', kind: 'option', values: ['goods', 'service'], example: 'goods' },
    { name: 'item_name', kind: 'text', required: true, example: 'Basmati rice' },
    { name: 'item_name_ar', kind: 'text', example: '' },
    { name: 'item_name_ckb', kind: 'text', example: '' },
    { name: 'brand', kind: 'reference', resource: 'brands', creatable: true, example: '' },
    { name: 'sale_price_editable', kind: 'yes_no', example: 'yes' },
    { name: 'sale_price', kind: 'amount', example: '2500' },
    { name: 'shortage_alert', kind: 'quantity', example: '10' },
    { name: 'expire_alert', kind: 'whole', example: '30' },
    { name: 'serial_numbers', kind: 'option', values: ['none', 'at_receipt', 'at_sale'], example: 'none' },
    { name: 'warranty_months', kind: 'whole', example: '' },
    { name: 'weight', kind: 'quantity', example: '' },
    { name: 'volume', kind: 'quantity', example: '' },
    { name: 'barcode', kind: 'code', length: 48, example: '6291041500213' },
    { name: 'description', kind: 'text', length: 2000, example: '' },
    { name: 'direct_of_use', kind: 'text', length: 2000, example: '' },
    { name: 'base_unit', kind: 'reference', resource: 'units', creatable: true, required: true, example: 'Kilogram' },
    ...alternativeColumns,
    { name: 'default_unit', kind: 'reference', resource: 'units', creatable: true, example: '' },
  ],
  names: NAMES,
  alike: { columns: NAMES, fields: NAMES, codeField: 'item_code' },
  unique: [
    { field: 'item_code', columns: ['item_code'] },
    {
      field: 'item_units.barcodes',
      keyOf: keyOfCode,
      columns: ['barcode', ...ALTERNATIVES.map(({ barcode }) => barcode)],
    },
  ],
  lists: itemLists([]),
  checkRow,
  bodyOf,
  columnOf,
};

function checkRow(cells: Cells, issues: Issues): void {
  const { base_unit: base, default_unit: chosen } = cells;
  const used = [base];
  ALTERNATIVES.forEach(({ unit, price, barcode, base_unit_qty }, index) => {
    const own = cells[unit];
    const isLaterThere = ALTERNATIVES.slice(index + 1).some((later) => cells[later.unit] !== undefined);
    const isTold = [price, barcode, base_unit_qty].some((column) => cells[column] !== undefined);
    if (own === undefined && (isTold || isLaterThere)) issues.add(unit, 'required');
    if (own !== undefined && cells[base_unit_qty] === undefined) issues.add(base_unit_qty, 'required');
    if (own !== undefined && used.includes(own)) issues.add(unit, 'unique');
    used.push(own);
  });
  if (chosen !== undefined && !used.includes(chosen)) issues.add('default_unit', 'not_a_unit_of_the_item');
}

function bodyOf(cells: Cells): RecordData {
  const { category, sub_category, brand, base_unit, default_unit } = cells;
  const others = ALTERNATIVES.filter(({ unit }) => cells[unit] !== undefined && cells[unit] !== base_unit);
  const usual = others.some(({ unit }) => cells[unit] === default_unit) ? default_unit : base_unit;
  const unit = (of: typeof base_unit, held: typeof base_unit, price: typeof base_unit, barcode: typeof base_unit) => ({
    unit_fk: of ?? null,
    base_unit_qty: held ?? '1',
    is_base: of === base_unit,
    is_default: of === usual,
    sale_price: price ?? '0',
    barcodes: typeof barcode === 'string' ? [barcode] : [],
  });
  return {
    ...given('item_name', cells['item_name']),
    ...given('item_name_ar', cells['item_name_ar']),
    ...given('item_name_ckb', cells['item_name_ckb']),
    ...given('item_code', cells['item_code']),
    ...given('category_fk', category),
    ...given('sub_category_fk', sub_category),
    ...given('item_type', cells['item_type']),
    ...given('brand_fk', brand),
    ...given('sale_price_editable', cells['sale_price_editable']),
    ...given('description', cells['description']),
    ...given('direct_of_use', cells['direct_of_use']),
    ...given('shortage_alert', cells['shortage_alert']),
    ...expiry(cells),
    ...given('serial_numbers', cells['serial_numbers']),
    ...given('warranty_months', cells['warranty_months']),
    ...given('weight', cells['weight']),
    ...given('volume', cells['volume']),
    item_units: [
      unit(base_unit, undefined, cells['sale_price'], cells['barcode']),
      ...others.map((other) =>
        unit(cells[other.unit], cells[other.base_unit_qty], cells[other.price], cells[other.barcode]),
      ),
    ],
  };
}

const given = (field: string, value: Cells[string] | undefined) => (value === undefined ? {} : { [field]: value });

/** An alert of more than 1 day means that batches of the item expire. */
function expiry({ expire_alert: days }: Cells): RecordData {
  return typeof days === 'number' ? { has_expire: days > 1, expire_alert_days: days } : {};
}

/** By the group of the unit, which is its place in the body. */
const UNITS = UNIT_GROUPS.map(({ unit, price, barcode, base_unit_qty = 'base_unit_qty' }) => {
  return new Map([
    ['unit_fk', unit],
    ['sale_price', price],
    ['barcodes', barcode],
    ['base_unit_qty', base_unit_qty],
  ]);
});
const FIELDS: Readonly<Record<string, string>> = {
  category_fk: 'category',
  sub_category_fk: 'sub_category',
  brand_fk: 'brand',
  has_expire: 'expire_alert',
  expire_alert_days: 'expire_alert',
  item_units: 'base_unit',
};

function columnOf(field: string): string | null {
  const [name = '', place, inner] = field.split('.');
  if (name === 'item_units' && inner !== undefined) {
    return UNITS[Number(place)]?.get(inner) ?? 'base_unit';
  }
  return FIELDS[name] ?? (itemImport.columns.some((column) => column.name === name) ? name : null);
}
