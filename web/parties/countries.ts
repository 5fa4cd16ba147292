/** Countries of the world, with their names in three languages. */

import { recordScreens } from '../shared/record/record-screens.ts';
import { inLanguages } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('countries', {
  words: { many: 'parties:countries', one: 'parties:country' },
  columns: [...inLanguages('country_name'), { field: 'country_code', kind: 'code' }],
  defaultSort: { column: 'country_name', dir: 'asc' },
  sections: [{ fields: ['country_name', 'country_name_ar', 'country_name_ckb', 'country_code'] }],
});
