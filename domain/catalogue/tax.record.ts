/** A tax: its percentage, and whether what is paid on purchases is given back. */
import { type Static, Type } from 'typebox';
import { Body, Name, Percent } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const TaxBody = Body({
  tax_name: Name(),
  percentage: Percent(),
  /** Recoverable input tax is an asset; any other is part of what the goods cost. */
  recoverable: Type.Optional(Type.Boolean()),
});
export type TaxData = Static<typeof TaxBody>;

export const tax = declareRecord({
  kind: 'tax',
  resource: 'taxes',
  idField: 'tax_id',
  nameField: 'tax_name',
  schema: TaxBody,
  defaults: { recoverable: true },
  list: { columns: ['tax_name', 'percentage', 'recoverable'], search: ['tax_name'] },
});
