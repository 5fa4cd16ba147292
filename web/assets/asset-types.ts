/** Types of fixed assets: vehicles, furniture, computers. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('asset_types', {
  words: { many: 'equity:asset_types', one: 'equity:asset_type', empty: 'equity:asset_types_empty' },
  columns: usual('note'),
  sections: [{ fields: ['asset_type_name', 'asset_type_name_ar', 'asset_type_name_ckb', 'note'] }],
});
