/** A type of expense, with a separate ledger account. */

import { declareRecord } from '../records/record.ts';
import { Body, translatedName } from '../schemas/fields.schema.ts';

export const expenseType = declareRecord({
  names: { kind: 'expense_type', folder: 'cash', id: 'type_id', name: 'type_name' },
  schema: Body(translatedName('type_name')),
  list: { columns: ['type_name'], search: ['type_name', 'type_name_ar', 'type_name_ckb'] },
});
