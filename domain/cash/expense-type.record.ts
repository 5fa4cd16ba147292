/** A type of expense, with a separate ledger account. */
import { Body, translatedName } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const expenseType = declareRecord({
  names: { kind: 'expense_type', folder: 'cash', id: 'type_id', name: 'type_name' },
  schema: Body(translatedName('type_name')),
  list: { columns: ['type_name'], search: ['type_name', 'type_name_ar', 'type_name_ckb'] },
});
