/** Currencies, with their symbol and decimals. */

import { recordScreens } from '../shared/record/record-screens.ts';
import { inLanguages } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('currencies', {
  words: { many: 'organisation:currencies', one: 'organisation:currency' },
  columns: [...inLanguages('currency_name'), { field: 'symbol', kind: 'code' }, { field: 'decimals', kind: 'number' }],
  sections: [{ fields: ['currency_name', 'currency_name_ar', 'currency_name_ckb', 'symbol', 'decimals'] }],
});
