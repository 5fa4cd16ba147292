/** A type of expense, with an account of its own in the ledger. */
import { Body, Maybe, Name, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const expenseType = declareRecord({
  kind: 'expense_type',
  resource: 'expense_types',
  folder: 'cash',
  idField: 'type_id',
  nameField: 'type_name',
  schema: Body({ type_name: Name(), type_name_ar: Maybe(Text(140)), type_name_ckb: Maybe(Text(140)) }),
  defaults: { type_name_ar: null, type_name_ckb: null },
  list: { columns: ['type_name'], search: ['type_name', 'type_name_ar', 'type_name_ckb'] },
});
