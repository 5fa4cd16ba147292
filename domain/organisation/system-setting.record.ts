/** How the business keeps its books and shows its figures: one record, number 1. */
import { type Static, Type } from 'typebox';
import type { Claim, UseClaim } from '../kernel/claim.ts';
import type { Facts } from '../kernel/facts.ts';
import { Amount, Body, Maybe, Name, Note, OneOf, Reference, Text } from '../kernel/fields.schema.ts';
import { IQD, USD } from '../kernel/rate.ts';
import { declareRecord, type RecordData } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';

const Decimals = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 4 }));

export const SystemSettingBody = Body({
  business_name: Name(),
  /** The currency of the books: dinar or dollar; fixed by the first posting. */
  currency_fk: Type.Optional(Reference('currencies')),
  /** Cash in dinar is rounded to this; 0 is not rounded. */
  cash_rounding_step: Type.Optional(Amount()),
  allow_negative_stock: Type.Optional(Type.Boolean()),
  /** Whether the one who counted may approve the count too. */
  counter_may_approve: Type.Optional(Type.Boolean()),
  average_scope: Type.Optional(OneOf(['inventory', 'company'])),
  accounting: Type.Optional(OneOf(['together', 'separated'])),
  /** At which rate foreign money, receivables and payables are revalued: what is ours at the in rate, what we owe at the out rate. */
  revaluation_rates: Type.Optional(OneOf(['by_side', 'in', 'out'])),
  quantity_decimals: Decimals(),
  rate_decimals: Decimals(),
  mobile: Maybe(Text(40)),
  address: Maybe(Note()),
  receipt_header: Maybe(Text(400)),
  receipt_footer: Maybe(Text(400)),
});
export type SystemSettingData = Static<typeof SystemSettingBody>;

export const systemSetting = declareRecord({
  kind: 'system_setting',
  resource: 'system_settings',
  idField: 'setting_id',
  nameField: 'business_name',
  schema: SystemSettingBody,
  singleton: true,
  defaults: {
    currency_fk: IQD,
    cash_rounding_step: '250',
    allow_negative_stock: false,
    counter_may_approve: false,
    average_scope: 'inventory',
    accounting: 'together',
    revaluation_rates: 'by_side',
    quantity_decimals: 3,
    rate_decimals: 2,
    mobile: null,
    address: null,
    receipt_header: null,
    receipt_footer: null,
  },
  unique: [],
  references: { currency_fk: 'currency' },
  list: { columns: ['business_name', 'currency_fk'], search: ['business_name'] },
  check: checkCurrency,
  claims: fixCurrency,
  keep: () => 'cannot_be_deleted',
});

function checkCurrency(next: RecordData, _previous: RecordData | undefined, _facts: Facts, issues: Issues): void {
  const chosen = Number(next['currency_fk']);
  if (chosen !== IQD && chosen !== USD) issues.add('currency_fk', 'system_currency_iqd_or_usd');
}

/** Every command that posts uses the system currency, so that it cannot be changed under the books. */
export function useOfSystemCurrency(currency: number): UseClaim {
  return { kind: 'use', record: nameOf(currency), field: 'currency_fk' };
}

/** The chosen currency is registered as something that can be used; leaving it is refused once it was. */
function fixCurrency(next: RecordData, previous: RecordData | undefined): readonly Claim[] {
  const [chosen, before] = [Number(next['currency_fk']), previous && Number(previous['currency_fk'])];
  if (chosen === before) return [];
  const field = 'currency_fk';
  const register: Claim = { kind: 'record', record: nameOf(chosen), action: 'register', field };
  return before === undefined
    ? [register]
    : [{ kind: 'record', record: nameOf(before), action: 'retire', field }, register];
}

const nameOf = (currency: number) => `system_currency-${currency}`;
