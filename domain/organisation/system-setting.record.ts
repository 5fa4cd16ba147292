/** How the business keeps its books and shows its figures: one record, number 1. */

import { type Static, Type } from 'typebox';
import type { Claim, UseClaim } from '../kernel/claim.ts';
import type { Facts } from '../kernel/facts.ts';
import { Amount, Body, Maybe, Name, OneOf, Percent, Reference, Text } from '../kernel/fields.schema.ts';
import type { Members } from '../kernel/members.ts';
import { IQD, USD } from '../kernel/rate.ts';
import { declareRecord } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import { BoundAccountBody } from '../ledger/bound-account.schema.ts';
import { checkBoundAccounts } from '../ledger/bound-accounts.ts';
import { SYSTEM_KEYS } from '../ledger/chart.ts';
import { PASSWORD_LENGTH, PIN_LENGTH } from '../people/sign-in-policy.ts';
import { NUMBERED_KINDS } from './document-numbers.ts';

const Decimals = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 4 }));

export const SystemSettingBody = Body({
  business_name: Name(),
  /** The currency of the books: dinar or dollar; fixed by the first posting. */
  currency_fk: Type.Optional(Reference('currencies')),
  /** Cash in dinar is rounded to this; 0 is not rounded. */
  cash_rounding_step: Type.Optional(Amount()),
  allow_negative_stock: Type.Optional(Type.Boolean()),
  /** Goods whose batch has expired may be sold. */
  sell_expired: Type.Optional(Type.Boolean()),
  /** Whether the one who counted may approve the count too. */
  counter_may_approve: Type.Optional(Type.Boolean()),
  /** Over which goods the average is taken; once goods were moved a recalculation changes it. */
  average_scope: Type.Optional(OneOf(['inventory', 'company'])),
  accounting: Type.Optional(OneOf(['together', 'separated'])),
  /** At which rate foreign money, receivables and payables are revalued: what is ours at the in rate, what we owe at the out rate. */
  revaluation_rates: Type.Optional(OneOf(['by_side', 'in', 'out'])),
  /** A rate that differs from the one in force by a larger percentage must be confirmed; null disables the question. */
  rate_change_percent: Maybe(Percent()),
  quantity_decimals: Decimals(),
  rate_decimals: Decimals(),
  /** How a cashier identifies themselves at a till. */
  cashier_login_option: Type.Optional(OneOf(['name', 'code'])),
  pin_length_min: Type.Optional(Type.Integer({ minimum: PIN_LENGTH.least, maximum: PIN_LENGTH.most })),
  password_length_min: Type.Optional(Type.Integer({ minimum: PASSWORD_LENGTH.least, maximum: PASSWORD_LENGTH.most })),
  /** All users need a second factor, whatever their roles require. */
  requires_second_factor: Type.Optional(Type.Boolean()),
  /** The customer of sales that name none: the cash customer. */
  default_customer_fk: Maybe(Reference('customers')),
  /** How the numbers of documents begin and how long they are; kinds that are not named keep their own. */
  document_numbers: Type.Optional(
    Type.Array(
      Body({
        document: OneOf([...NUMBERED_KINDS]),
        prefix: Text(8, { pattern: '^[A-Za-z0-9/-]*$' }),
        width: Type.Integer({ minimum: 1, maximum: 12 }),
      }),
      { maxItems: NUMBERED_KINDS.length },
    ),
  ),
  /** The accounts of the business that postings are bound to; keys that are not named keep their own number and name. */
  posting_accounts: Type.Optional(Type.Array(BoundAccountBody, { maxItems: SYSTEM_KEYS.length })),
  // Modules that are switched off are not in the menu.
  has_online_orders: Type.Optional(Type.Boolean()),
  has_pos: Type.Optional(Type.Boolean()),
  has_promotions: Type.Optional(Type.Boolean()),
  has_production: Type.Optional(Type.Boolean()),
  has_capital: Type.Optional(Type.Boolean()),
  /** Whether a person may give the whole screen to the application. */
  has_fullscreen: Type.Optional(Type.Boolean()),
});
export type SystemSettingData = Static<typeof SystemSettingBody>;

export const systemSetting = declareRecord({
  names: { kind: 'system_setting', folder: 'organisation', id: 'setting_id', name: 'business_name' },
  schema: SystemSettingBody,
  singleton: true,
  defaults: {
    currency_fk: IQD,
    cash_rounding_step: '250',
    allow_negative_stock: false,
    sell_expired: false,
    counter_may_approve: false,
    average_scope: 'inventory',
    accounting: 'together',
    revaluation_rates: 'by_side',
    rate_change_percent: '20',
    quantity_decimals: 3,
    rate_decimals: 2,
    cashier_login_option: 'name',
    pin_length_min: PIN_LENGTH.usual,
    password_length_min: PASSWORD_LENGTH.usual,
    requires_second_factor: false,
    document_numbers: [],
    posting_accounts: [],
    has_online_orders: true,
    has_pos: true,
    has_promotions: true,
    has_production: true,
    has_capital: true,
    has_fullscreen: true,
  },
  unique: [],
  references: { currency_fk: 'currency', default_customer_fk: 'customer' },
  list: { columns: ['business_name', 'currency_fk'], search: ['business_name'] },
  check: checkSettings,
  claims: fixBooks,
  refuseRetireWhen: () => 'cannot_be_deleted',
});

function checkSettings(
  next: SystemSettingData,
  _previous: SystemSettingData | undefined,
  _facts: Facts,
  issues: Issues,
): void {
  const chosen = Number(next['currency_fk']);
  if (chosen !== IQD && chosen !== USD) issues.add('currency_fk', 'system_currency_iqd_or_usd');
  const numbers = next.document_numbers ?? [];
  checkBoundAccounts(next.posting_accounts ?? [], issues);
  numbers.forEach(({ document }, index) => {
    if (numbers.findIndex((other) => other.document === document) !== index) {
      issues.add(`document_numbers.${index}.document`, 'unique');
    }
  });
}

/** Every command that posts uses the system currency, so that it cannot be changed under the books. */
export function useOfSystemCurrency(currency: number): UseClaim {
  return { kind: 'use', record: `system_currency-${currency}`, field: 'currency_fk' };
}

/** Every command that moves goods uses the scope of the average: from then on only a recalculation changes it. */
export function useOfAverageScope(facts: Facts): UseClaim {
  const scope = facts.record('system_setting', 1)?.data['average_scope'] ?? 'inventory';
  return { kind: 'use', record: `average_scope-${scope}`, field: 'average_scope' };
}

/** What a recalculation chooses is there to be used, and is used: the setting is never free again. */
export function fixAverageScope(scope: string): readonly Claim[] {
  const record = `average_scope-${scope}`;
  return [
    { kind: 'record', record, action: 'register', field: 'average_scope' },
    { kind: 'use', record, field: 'average_scope' },
  ];
}

/** What is chosen is registered as something that can be used; leaving it is refused once it was. */
function fixBooks(next: SystemSettingData, previous: SystemSettingData | undefined): readonly Claim[] {
  return [
    ...choice('system_currency', 'currency_fk', next, previous),
    ...choice('average_scope', 'average_scope', next, previous),
  ];
}

function choice(name: string, field: string, next: Members, previous: Members | undefined): readonly Claim[] {
  const [chosen, before] = [next[field], previous?.[field]];
  if (chosen === before || chosen === undefined) return [];
  const register: Claim = { kind: 'record', record: `${name}-${chosen}`, action: 'register', field };
  return before === undefined
    ? [register]
    : [{ kind: 'record', record: `${name}-${before}`, action: 'retire', field }, register];
}
