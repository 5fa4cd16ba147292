/** Lines of goods from a spreadsheet: opening stock, lines of a purchase, and new prices. */
import type { Cells } from './cells.ts';
import type { ImportColumn, ImportFormat, ReadLine } from './import-format.ts';

/**
 * A format whose rows are lines of goods; each row names an item and optionally one of its units, else the default
 * unit is used.
 */
export interface GoodsFormat extends ImportFormat {
  readonly makes: 'opening_balance' | 'item_pricing' | 'lines';
  /** True when each row states the batch that it counted, where its item is kept by batches. */
  readonly isCount?: true;
  /** True when a unit of an item may appear only once. */
  readonly once?: true;
}

const item: ImportColumn = {
  name: 'item',
  kind: 'reference',
  resource: 'items',
  required: true,
  example: 'Basmati rice',
};
const unit: ImportColumn = { name: 'unit', kind: 'reference', resource: 'units', example: 'Kilogram' };
const quantity: ImportColumn = { name: 'unit_quantity', kind: 'quantity', required: true, example: '100' };
/** The note of the line. */
const description: ImportColumn = { name: 'item_description', kind: 'text', example: '' };
const bonus: ImportColumn = { name: 'unit_bonus', kind: 'quantity', example: '0' };
const PRICE = { name: 'unit_price', kind: 'amount', example: '1800' } as const;
const price: ImportColumn = { ...PRICE, required: true };
/** Of the whole quantity, exactly: it counts instead of the price of one unit. */
const value: ImportColumn = { name: 'line_value', kind: 'amount', example: '' };

const batch: readonly ImportColumn[] = [
  { name: 'batch_number', kind: 'text', length: 40, example: 'B7' },
  { name: 'expire_date', kind: 'date', isExpiry: true, example: '2027-06-30' },
];

/** The second import format of the specification. */
export const openingStockImport: GoodsFormat = {
  name: 'opening_stock',
  resource: 'opening_balances',
  makes: 'opening_balance',
  columns: [item, unit, description, bonus, quantity, PRICE, value, ...batch],
  parameters: [
    { name: 'inventory', kind: 'lookup', resource: 'inventories', required: true },
    // The contra account of the goods; without one the opening balance remains a draft.
    { name: 'against', kind: 'option', values: ['capital', 'retained-earnings'] },
    // Goods that an opening balance of the inventory contains already; without a choice their rows are refused.
    { name: 'goods_there', kind: 'option', values: ['add'] },
  ],
};

/** Stores nothing: the grid of a purchase is filled with the lines. */
export const purchaseLinesImport: GoodsFormat = {
  name: 'purchase_lines',
  resource: 'purchases',
  makes: 'lines',
  columns: [item, unit, description, bonus, quantity, price, ...batch],
  parameters: [],
};

const counted: readonly ImportColumn[] = [
  item,
  unit,
  { name: 'counted_quantity', kind: 'quantity', required: true, example: '12' },
  ...batch,
  /** The shelf on which it was counted. */
  { name: 'shelf', kind: 'text', length: 40, example: 'A-3' },
];
const COUNTS = { makes: 'lines', isCount: true, columns: counted, parameters: [] } as const;

/** The grid of an inventory count is filled with the lines. */
export const countLinesImport: GoodsFormat = { name: 'count_lines', resource: 'inventory_adjustments', ...COUNTS };

/** The rows become entries of a counting round. */
export const countEntriesImport: GoodsFormat = { name: 'count_entries', resource: 'count_rounds', ...COUNTS };

export const itemPricesImport: GoodsFormat = {
  name: 'item_prices',
  resource: 'item_pricings',
  makes: 'item_pricing',
  // Its documents put the prices into force.
  needs: ['item_pricings/activate'],
  once: true,
  columns: [item, unit, { name: 'new_price', kind: 'amount', required: true, example: '2750' }],
  parameters: [
    { name: 'pricing_list', kind: 'lookup', resource: 'pricing_profiles' },
    { name: 'date', kind: 'date', required: true },
  ],
};

/** `cells` contains the item and its unit as record numbers. */
export function lineOf(row: number, cells: Cells): ReadLine {
  const text = (column: string): string | null => (cells[column] === undefined ? null : String(cells[column]));
  return {
    row,
    item_fk: Number(cells['item']),
    unit_fk: Number(cells['unit']),
    quantity: text('unit_quantity') ?? text('counted_quantity') ?? '0',
    bonus_quantity: text('unit_bonus'),
    price: text('unit_price') ?? text('new_price') ?? '0',
    ...(cells['line_value'] === undefined ? {} : { value: String(cells['line_value']) }),
    batch_number: text('batch_number'),
    expire_date: text('expire_date'),
    note: text('item_description') ?? text('shelf'),
  };
}
