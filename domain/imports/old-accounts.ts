/** The import format of the trial balance of the program before: one row per account. */
import type { Cells } from './cells.ts';
import type { RecordFormat } from './record-format.ts';

/** Columns whose name differs from the name of their field. */
const FIELDS: Readonly<Record<string, string>> = {
  account_number: 'old_account_code',
  account_name: 'old_account_name',
  chart_account: 'account',
};

export const oldAccountImport: RecordFormat = {
  name: 'old_accounts',
  resource: 'old_accounts',
  kind: 'old_account',
  parameters: [],
  columns: [
    { name: 'account_number', kind: 'text', length: 40, required: true, example: '1201' },
    { name: 'account_name', kind: 'text', required: true, example: 'Trade debtors' },
    { name: 'debit', kind: 'amount', example: '36200500' },
    { name: 'credit', kind: 'amount', example: '' },
    { name: 'chart_account', kind: 'whole', example: '1210' },
    { name: 'note', kind: 'text', example: '' },
  ],
  unique: [{ field: 'old_account_code', columns: ['account_number'] }],
  bodyOf: (cells: Cells) =>
    Object.fromEntries(Object.entries(cells).map(([column, value]) => [FIELDS[column] ?? column, value])),
  columnOf: (field) =>
    Object.keys(FIELDS).find((column) => FIELDS[column] === field) ??
    (oldAccountImport.columns.some(({ name }) => name === field) ? field : null),
};
