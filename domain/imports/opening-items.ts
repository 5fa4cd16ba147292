/** The import format of open documents of the program before: one row per invoice, bill or advance. */
import type { Cells } from './cells.ts';
import type { DocumentFormat, OfAllRows } from './record-format.ts';

/** Columns whose name differs from the name of their field. */
const FIELDS: Readonly<Record<string, string>> = {
  customer: 'customer_fk',
  supplier: 'supplier_fk',
  person: 'user_fk',
  document_number: 'reference_number',
  document_date: 'date',
  currency: 'currency_fk',
  open_amount: 'amount',
};

export const openingItemImport: DocumentFormat = {
  name: 'opening_items',
  resource: 'opening_items',
  kind: 'opening_item',
  isDocument: true,
  parameters: [{ name: 'outlet', kind: 'lookup', resource: 'outlets', required: true }],
  columns: [
    { name: 'customer', kind: 'reference', resource: 'customers', example: 'Azad Market' },
    { name: 'supplier', kind: 'reference', resource: 'suppliers', example: '' },
    { name: 'person', kind: 'reference', resource: 'users', example: '' },
    { name: 'document_number', kind: 'text', example: 'INV-2041' },
    { name: 'document_date', kind: 'date', required: true, example: '2026-09-14' },
    { name: 'due_date', kind: 'date', example: '2026-10-14' },
    { name: 'open_amount', kind: 'amount', required: true, example: '250000' },
    { name: 'opened_as', kind: 'option', values: ['debt', 'advance'], example: 'debt' },
    { name: 'currency', kind: 'reference', resource: 'currencies', example: '' },
    { name: 'rate', kind: 'amount', example: '' },
    { name: 'note', kind: 'text', example: '' },
  ],
  unique: [],
  together: ['document_number', 'customer', 'supplier', 'person', 'currency', 'opened_as'],
  bodyOf,
  columnOf: (field) =>
    Object.keys(FIELDS).find((column) => FIELDS[column] === field) ??
    (openingItemImport.columns.some(({ name }) => name === field) ? field : null),
};

/** Without a currency an amount is in the system currency, and without a kind it is owed. */
function bodyOf(cells: Cells, { outlet, system_currency }: OfAllRows = {}) {
  const fields = Object.entries(cells).map(([column, value]) => [FIELDS[column] ?? column, value] as const);
  return {
    outlet_fk: outlet ?? null,
    opened_as: 'debt',
    currency_fk: system_currency ?? null,
    ...Object.fromEntries(fields),
  };
}
