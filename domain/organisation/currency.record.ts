/** A currency: 1 is the dinar and 2 the dollar, one of which is the system's; amounts are shown with its decimals. */
import { type Static, Type } from 'typebox';
import { Body, Name, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const CurrencyBody = Body({
  currency_name: Name(),
  symbol: Text(8, { minLength: 1 }),
  decimals: Type.Integer({ minimum: 0, maximum: 4 }),
});
export type CurrencyData = Static<typeof CurrencyBody>;

export const currency = declareRecord({
  kind: 'currency',
  resource: 'currencies',
  idField: 'currency_id',
  nameField: 'currency_name',
  schema: CurrencyBody,
  unique: ['currency_name', 'symbol'],
  list: { columns: ['currency_name', 'symbol', 'decimals'], search: ['currency_name', 'symbol'] },
});
