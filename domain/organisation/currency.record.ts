/**
 * A currency: 1 is the dinar and 2 the dollar, one of which is the system currency; `decimals` applies to its amounts.
 */
import { type Static, Type } from 'typebox';
import { declareRecord, fixed } from '../records/record.ts';
import { Body, Text, translatedName } from '../schemas/fields.schema.ts';

export const CurrencyBody = Body({
  ...translatedName('currency_name'),
  symbol: Text(8, { minLength: 1 }),
  decimals: Type.Integer({ minimum: 0, maximum: 2 }),
});
export type CurrencyData = Static<typeof CurrencyBody>;

export const currency = declareRecord({
  names: { kind: 'currency', resource: 'currencies', folder: 'organisation', id: 'currency_id', name: 'currency_name' },
  schema: CurrencyBody,
  unique: ['currency_name', 'symbol'],
  // Stored amounts are multiples of the smallest unit.
  check: fixed('decimals'),
  list: {
    columns: ['currency_name', 'currency_name_ar', 'currency_name_ckb', 'symbol', 'decimals'],
    search: ['currency_name', 'currency_name_ar', 'currency_name_ckb', 'symbol'],
  },
});
