/** The import format of fixed assets that were there before the books begin: one row per asset. */
import type { Cells } from './cells.ts';
import type { DocumentFormat, OfAllRows } from './record-format.ts';

/** Columns whose name differs from the name of their field. */
const FIELDS: Readonly<Record<string, string>> = {
  asset: 'fixed_asset_fk',
  bought_on: 'date',
  asset_cost: 'amount',
  depreciated: 'depreciated_amount',
  months_left: 'useful_life_months',
  salvage: 'salvage_amount',
};

export const openingAssetImport: DocumentFormat = {
  name: 'opening_assets',
  resource: 'asset_purchases',
  kind: 'asset_purchase',
  isDocument: true,
  parameters: [{ name: 'outlet', kind: 'lookup', resource: 'outlets', required: true }],
  columns: [
    { name: 'asset', kind: 'reference', resource: 'fixed_assets', creatable: true, required: true, example: 'Van' },
    { name: 'bought_on', kind: 'date', required: true, example: '2023-05-01' },
    { name: 'asset_cost', kind: 'amount', required: true, example: '24000000' },
    { name: 'depreciated', kind: 'amount', example: '9600000' },
    { name: 'months_left', kind: 'whole', required: true, example: '36' },
    { name: 'salvage', kind: 'amount', example: '' },
    { name: 'declining_percent', kind: 'percent', example: '' },
    { name: 'note', kind: 'text', example: '' },
  ],
  unique: [],
  together: ['asset'],
  bodyOf,
  columnOf: (field) =>
    Object.keys(FIELDS).find((column) => FIELDS[column] === field) ??
    (openingAssetImport.columns.some(({ name }) => name === field) ? field : null),
};

function bodyOf(cells: Cells, { outlet, system_currency }: OfAllRows = {}) {
  const fields = Object.entries(cells).map(([column, value]) => [FIELDS[column] ?? column, value] as const);
  return {
    outlet_fk: outlet ?? null,
    currency_fk: system_currency ?? null,
    payment_type: 'opening',
    status: 'complete',
    ...Object.fromEntries(fields),
  };
}
