/** A cash box, a bank account or a remittance account, in one currency, of one outlet or of all outlets. */
import { type Static, Type } from 'typebox';
import type { Claim } from '../deciding/claim.ts';
import { declareRecord, fixed } from '../records/record.ts';
import { Body, Maybe, Note, Reference, Text, translatedName } from '../schemas/fields.schema.ts';

export const CashBody = Body({
  ...translatedName('account_name'),
  code: Maybe(Text(40)),
  /** 1 cash, 2 bank, 3 remittance */
  cash_type: Type.Integer({ minimum: 1, maximum: 3 }),
  currency_fk: Reference('currencies'),
  /** Null means every outlet. */
  outlet_fk: Maybe(Reference('outlets')),
  allow_overdraft: Type.Optional(Type.Boolean()),
  /** The account number at the bank. */
  bank_account_number: Maybe(Text(60)),
  is_active: Type.Optional(Type.Boolean()),
  note: Maybe(Note()),
});
export type CashData = Static<typeof CashBody>;

export const cash = declareRecord({
  names: { kind: 'cash', resource: 'cashes', folder: 'cash', id: 'account_id', name: 'account_name' },
  schema: CashBody,
  defaults: { allow_overdraft: false, is_active: true },
  unique: ['account_name', 'code'],
  references: { currency_fk: 'currency', outlet_fk: 'outlet' },
  scope: { by: 'outlet', field: 'outlet_fk' },
  list: {
    columns: ['account_name', 'code', 'cash_type', 'currency_fk', 'outlet_fk', 'allow_overdraft', 'is_active'],
    search: ['account_name', 'account_name_ar', 'account_name_ckb', 'code', 'bank_account_number'],
    // The number at the bank and the note are private.
    lookedUp: [
      'account_name',
      'account_name_ar',
      'account_name_ckb',
      'code',
      'cash_type',
      'currency_fk',
      'outlet_fk',
      'allow_overdraft',
      'is_active',
    ],
  },
  // Type and currency are fixed: the ledger account is named by the type, and its balance is stored in the currency.
  check: fixed('cash_type', 'currency_fk'),
  claims: keepOutlet,
});

/** The money of a used account is in the books of its outlets, so it is not restricted to another one. */
function keepOutlet({ outlet_fk }: CashData, previous: CashData | undefined, record: string): readonly Claim[] {
  if (!previous || !outlet_fk || outlet_fk === previous.outlet_fk) return [];
  return [{ kind: 'record', record, action: 'unused', field: 'outlet_fk' }];
}
