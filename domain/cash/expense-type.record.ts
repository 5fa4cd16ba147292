/** A type of expense, with an account of its own in the ledger. */
import { Body, translatedName } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const expenseType = declareRecord({
  kind: 'expense_type',
  resource: 'expense_types',
  folder: 'cash',
  idField: 'type_id',
  nameField: 'type_name',
  schema: Body(translatedName('type_name')),
  list: { columns: ['type_name'], search: ['type_name', 'type_name_ar', 'type_name_ckb'] },
});
