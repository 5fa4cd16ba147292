/** A tax: its percentage, and whether tax paid on purchases is recoverable. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Body, DateField, Maybe, Note, Percent, Text, translatedName } from '../schemas/fields.schema.ts';
import { readDate } from '../values/effective-date.ts';

export const TaxBody = Body({
  ...translatedName('tax_name'),
  /** Registration number of the tax at the authority. */
  tax_number: Maybe(Text(40)),
  /** First day on which the tax applies. */
  date: Maybe(DateField()),
  percentage: Percent(),
  /** Recoverable input tax is an asset; otherwise it is part of the cost of the goods. */
  recoverable: Type.Optional(Type.Boolean()),
  note: Maybe(Note()),
});
export type TaxData = Static<typeof TaxBody>;

export const tax = declareRecord({
  names: { kind: 'tax', resource: 'taxes', folder: 'catalogue', id: 'tax_id', name: 'tax_name' },
  schema: TaxBody,
  defaults: { recoverable: true },
  unique: ['tax_name', 'tax_number'],
  ofDay: { fields: ['percentage', 'date', 'recoverable'] },
  list: {
    columns: ['tax_name', 'tax_number', 'date', 'percentage', 'recoverable'],
    search: ['tax_name', 'tax_name_ar', 'tax_name_ckb', 'tax_number'],
  },
  check: ({ date }: TaxData, _previous, _facts, issues) => {
    if (date && !readDate(date)) issues.add('date', 'date');
  },
});
