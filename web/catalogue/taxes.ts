/** Taxes and their percentages. */
import type { TaxData } from '../../domain/catalogue/tax.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<TaxData>('taxes', {
  words: { many: 'catalogue:taxes', one: 'catalogue:tax', empty: 'catalogue:taxes_empty' },
  columns: [
    { field: 'tax_number', kind: 'code' },
    ...usual('date'),
    { field: 'percentage', kind: 'percent' },
    { field: 'recoverable', kind: 'boolean' },
  ],
  sections: [
    { fields: ['tax_name', 'tax_name_ar', 'tax_name_ckb'] },
    { fields: ['tax_number', 'date', 'percentage', 'recoverable', 'note'] },
  ],
});
