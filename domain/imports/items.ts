import type { RecordData } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { Cells } from './cells.ts';
import type { RecordFormat } from './record-format.ts';

export const itemImport: RecordFormat = {
  name: 'items',
  resource: 'items',
  kind: 'item',
  parameters: [],
  columns: [
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
    { name: 'barcode', kind: 'text', length: 48, example: '6291041500213' },
    { name: 'description', kind: 'text', length: 2000, example: '' },
    { name: 'direct_of_use', kind: 'text', length: 2000, example: '' },
    { name: 'base_unit', kind: 'reference', resource: 'units', creatable: true, required: true, example: 'Kilogram' },
    { name: 'alternative_unit', kind: 'reference', resource: 'units', creatable: true, example: 'Bag' },
    { name: 'alternative_price', kind: 'amount', example: '24000' },
    { name: 'alternative_barcode', kind: 'text', length: 48, example: '6291041500220' },
    { name: 'base_unit_qty', kind: 'quantity', example: '10' },
    { name: 'default_unit', kind: 'reference', resource: 'units', creatable: true, example: '' },
  ],
  unique: [{ field: 'item_units.barcodes', columns: ['barcode', 'alternative_barcode'] }],
  checkRow,
  bodyOf,
  columnOf,
};

const OF_THE_OTHER_UNIT = ['alternative_price', 'alternative_barcode', 'base_unit_qty'];

function checkRow(cells: Cells, issues: Issues): void {
  const { alternative_unit: other, base_unit: base, default_unit: chosen } = cells;
  if (other === undefined && OF_THE_OTHER_UNIT.some((column) => cells[column] !== undefined)) {
    issues.add('alternative_unit', 'required');
  }
  if (other !== undefined && cells['base_unit_qty'] === undefined) issues.add('base_unit_qty', 'required');
  if (other !== undefined && other === base) issues.add('alternative_unit', 'unique');
  if (chosen !== undefined && chosen !== base && chosen !== other) issues.add('default_unit', 'not_a_unit_of_the_item');
}

function bodyOf(cells: Cells): RecordData {
  const { category, sub_category, brand, base_unit, alternative_unit, default_unit } = cells;
  const second = alternative_unit !== undefined && alternative_unit !== base_unit;
  const usual = second && default_unit === alternative_unit ? alternative_unit : base_unit;
  const unit = (of: typeof base_unit, held: typeof base_unit, price: typeof base_unit, barcode: typeof base_unit) => ({
    unit_fk: of ?? null,
    base_unit_qty: held ?? '1',
    is_base: of === base_unit,
    is_default: of === usual,
    sale_price: price ?? '0',
    barcodes: barcode === undefined ? [] : [barcode],
  });
  return {
    ...given('item_name', cells['item_name']),
    ...given('item_name_ar', cells['item_name_ar']),
    ...given('item_name_ckb', cells['item_name_ckb']),
    ...given('category_fk', category),
    ...given('sub_category_fk', sub_category),
    ...given('item_type', cells['item_type']),
    ...given('brand_fk', brand),
    ...given('sale_price_editable', cells['sale_price_editable']),
    ...given('description', cells['description']),
    ...given('direct_of_use', cells['direct_of_use']),
    ...given('shortage_alert', cells['shortage_alert']),
    ...expiry(cells),
    item_units: [
      unit(base_unit, undefined, cells['sale_price'], cells['barcode']),
      ...(second
        ? [unit(alternative_unit, cells['base_unit_qty'], cells['alternative_price'], cells['alternative_barcode'])]
        : []),
    ],
  };
}

const given = (field: string, value: Cells[string] | undefined) => (value === undefined ? {} : { [field]: value });

/** An alert of more than 1 day means that batches of the item expire. */
function expiry({ expire_alert: days }: Cells): RecordData {
  return typeof days === 'number' ? { has_expire: days > 1, expire_alert_days: days } : {};
}

const UNITS = [
  { unit_fk: 'base_unit', sale_price: 'sale_price', barcodes: 'barcode', base_unit_qty: 'base_unit_qty' },
  {
    unit_fk: 'alternative_unit',
    sale_price: 'alternative_price',
    barcodes: 'alternative_barcode',
    base_unit_qty: 'base_unit_qty',
  },
] as const;
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
    const unit: Readonly<Record<string, string>> | undefined = UNITS[Number(place)];
    return unit?.[inner] ?? 'base_unit';
  }
  return FIELDS[name] ?? (itemImport.columns.some((column) => column.name === name) ? name : null);
}
