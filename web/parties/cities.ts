/** Cities, for addresses. */

import { recordScreens } from '../shared/record/record-screens.ts';
import { inLanguages } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('cities', {
  words: { many: 'parties:cities', one: 'parties:city', empty: 'parties:cities_empty' },
  columns: inLanguages('city_name'),
  sections: [{ fields: ['city_name', 'city_name_ar', 'city_name_ckb'] }],
});
