/** Units in which goods are counted. */

import { recordScreens } from '../shared/record/record-screens.ts';
import { inLanguages } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('units', {
  words: { many: 'catalogue:units', one: 'catalogue:unit', empty: 'catalogue:units_empty' },
  columns: [...inLanguages('unit_name'), { field: 'whole_only', kind: 'boolean' }],
  import: { permission: 'units/import', path: '/units/import' },
  sections: [{ fields: ['unit_name', 'unit_name_ar', 'unit_name_ckb', 'whole_only'] }],
});
