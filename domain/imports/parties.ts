/** Import formats of customers and suppliers: one row per party. */
import type { RecordData } from '../records/record.ts';
import type { Cells } from './cells.ts';
import type { ImportColumn } from './import-format.ts';
import { type RecordFormat, SAME_NAMES } from './record-format.ts';

/** Columns whose name differs from the name of their field. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'consumer_name',
  city: 'city_fk',
  group: 'customer_group_fk',
  pricing_list: 'pricing_profile_fk',
};

const name: ImportColumn = { name: 'name', kind: 'text', required: true, example: 'Azad Market' };
const reached: readonly ImportColumn[] = [
  { name: 'code', kind: 'text', length: 40, example: '' },
  { name: 'mobile', kind: 'text', length: 40, example: '0750 123 4567' },
  { name: 'office_phone', kind: 'text', length: 40, example: '' },
  { name: 'email', kind: 'text', example: '' },
  { name: 'city', kind: 'reference', resource: 'cities', creatable: true, example: 'Erbil' },
  { name: 'address', kind: 'text', example: '' },
];
const note: ImportColumn = { name: 'note', kind: 'text', example: '' };

export const customerImport: RecordFormat = {
  name: 'customers',
  resource: 'customers',
  kind: 'customer',
  parameters: [SAME_NAMES],
  alike: { columns: ['name'], fields: ['consumer_name'], codeField: 'code' },
  columns: [
    name,
    { name: 'customer_type', kind: 'option', values: ['individual', 'company'], example: 'company' },
    ...reached,
    { name: 'group', kind: 'reference', resource: 'customer_groups', creatable: true, example: '' },
    { name: 'allowed_debit_amount', kind: 'amount', example: '1000000' },
    { name: 'payment_terms_days', kind: 'whole', example: '30' },
    { name: 'overdue_days', kind: 'whole', example: '30' },
    { name: 'pricing_list', kind: 'reference', resource: 'pricing_profiles', example: '' },
    note,
  ],
  unique: [{ field: 'code', columns: ['code'] }],
  bodyOf,
  columnOf,
};

export const supplierImport: RecordFormat = {
  name: 'suppliers',
  resource: 'suppliers',
  kind: 'supplier',
  parameters: [SAME_NAMES],
  columns: [
    name,
    { name: 'supplier_type', kind: 'option', values: ['individual', 'company'], example: 'company' },
    ...reached,
    { name: 'payment_terms_days', kind: 'whole', example: '30' },
    note,
  ],
  unique: [
    { field: 'consumer_name', columns: ['name'] },
    { field: 'code', columns: ['code'] },
  ],
  bodyOf,
  columnOf,
};

function bodyOf(cells: Cells): RecordData {
  return Object.fromEntries(Object.entries(cells).map(([column, value]) => [FIELDS[column] ?? column, value]));
}

function columnOf(field: string): string | null {
  const named = Object.keys(FIELDS).find((column) => FIELDS[column] === field);
  return (
    named ??
    (customerImport.columns.concat(supplierImport.columns).some((column) => column.name === field) ? field : null)
  );
}
