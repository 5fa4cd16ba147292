/** Settings of accounting and of the display of figures: one record, number 1. */

import { type Static, Type } from 'typebox';
import { BoundAccountBody } from '../chart/bound-account.schema.ts';
import { checkBoundAccounts } from '../chart/bound-accounts.ts';
import { SYSTEM_KEYS } from '../chart/chart.ts';
import type { Claim, UseClaim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import type { ReadModelQuery } from '../deciding/read-model-query.ts';
import { DRAWER_SHORTAGE_ACCOUNTS } from '../organisation/drawer-shortage.ts';
import { PARKED_SALE, UNDER_WAY } from '../organisation/features.ts';
import { PASSWORD_LENGTH, PIN_LENGTH } from '../organisation/sign-in-policy.ts';
import { FREE_GOODS_COSTS } from '../pricing/free-goods.ts';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, Maybe, Name, OneOf, Percent, Reference, Text } from '../schemas/fields.schema.ts';
import { keysOf, type Members, objectsOf } from '../values/members.ts';
import { IQD, USD } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';
import { isZone, ZONE_LENGTH_MAX } from '../values/zone.ts';
import { NUMBERED_KINDS } from './document-numbers.ts';
import { FOUR_EYES_KINDS } from './four-eyes.ts';

const Decimals = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 4 }));

export const SystemSettingBody = Body({
  business_name: Name(),
  /** The system currency: dinar or dollar; fixed by the first posting. */
  currency_fk: Type.Optional(Reference('currencies')),
  /** The IANA name of the shop's time zone; until it is set, that of the server counts (docs/decisions/0105). */
  time_zone: Maybe(Text(ZONE_LENGTH_MAX, { 'x-time-zone': true })),
  /** Rounding step of cash in dinar; 0 disables rounding. */
  cash_rounding_step: Type.Optional(Amount()),
  /** True allows stock below zero, unless the outlet's record states otherwise. */
  allow_negative_stock: Type.Optional(Type.Boolean()),
  /** True allows selling from expired batches. */
  sell_expired: Type.Optional(Type.Boolean()),
  /** True refuses an item with the name of another one. */
  unique_item_names: Type.Optional(Type.Boolean()),
  /** True allows the person who counted to approve the count. */
  counter_may_approve: Type.Optional(Type.Boolean()),
  /**
   * Kinds of documents that nobody brings into force or pays who has drafted or changed them, from an amount in the system
   * currency on.
   */
  four_eyes: Type.Optional(
    Type.Array(Body({ document: OneOf([...FOUR_EYES_KINDS]), from_amount: Maybe(Amount()) }), {
      maxItems: FOUR_EYES_KINDS.length,
    }),
  ),
  /** True refuses to post a general journal without a note. */
  journal_needs_note: Type.Optional(Type.Boolean()),
  /** The scope of the moving average; after the first stock movement only a recalculation changes it. */
  average_scope: Type.Optional(OneOf(['inventory', 'company'])),
  accounting: Type.Optional(OneOf(['together', 'separated'])),
  /** The account of the cost of goods that customers get free. */
  free_goods_cost: Type.Optional(OneOf([...FREE_GOODS_COSTS])),
  /** The account of the shortage of a drawer that is closed: an expense, or a debt of its cashier. */
  drawer_shortage_account: Type.Optional(OneOf([...DRAWER_SHORTAGE_ACCOUNTS])),
  /** Rates of a revaluation: `by_side` uses the in rate for assets and the out rate for payables. */
  revaluation_rates: Type.Optional(OneOf(['by_side', 'in', 'out'])),
  /** A rate that differs from the one in force by a larger percentage must be confirmed; null disables the check. */
  rate_change_percent: Maybe(Percent()),
  quantity_decimals: Decimals(),
  rate_decimals: Decimals(),
  /** How a cashier identifies themselves at a till. */
  cashier_login_option: Type.Optional(OneOf(['name', 'code'])),
  pin_length_min: Type.Optional(Type.Integer({ minimum: PIN_LENGTH.least, maximum: PIN_LENGTH.most })),
  password_length_min: Type.Optional(Type.Integer({ minimum: PASSWORD_LENGTH.least, maximum: PASSWORD_LENGTH.most })),
  /** All users need a second factor, whatever their roles require. */
  requires_second_factor: Type.Optional(Type.Boolean()),
  /** The cash customer, for sales without a customer. */
  default_customer_fk: Maybe(Reference('customers')),
  /** Prefix and length of document numbers; kinds that are not listed use the defaults. */
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
  /**
   * The accounts of the business that postings are bound to; keys that are not listed use their default number and
   * name.
   */
  posting_accounts: Type.Optional(Type.Array(BoundAccountBody, { maxItems: SYSTEM_KEYS.length })),
  // The menu hides modules that are switched off.
  has_online_orders: Type.Optional(Type.Boolean()),
  has_pos: Type.Optional(Type.Boolean()),
  has_promotions: Type.Optional(Type.Boolean()),
  has_production: Type.Optional(Type.Boolean()),
  has_capital: Type.Optional(Type.Boolean()),
  /** True allows full screen mode. */
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
    unique_item_names: false,
    counter_may_approve: false,
    four_eyes: [],
    journal_needs_note: false,
    average_scope: 'inventory',
    accounting: 'together',
    free_goods_cost: 'promotion_cost',
    drawer_shortage_account: 'cash_over_short',
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
  ofDay: { fields: ['cash_rounding_step', 'free_goods_cost', 'revaluation_rates'] },
  list: { columns: ['business_name', 'currency_fk'], search: ['business_name'] },
  measures: askedOfFeatures,
  check: checkSettings,
  claims: fixBooks,
  refuseRetireWhen: () => 'cannot_be_deleted',
});

function checkSettings(
  next: SystemSettingData,
  previous: SystemSettingData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  checkFeatures(next, previous, facts, issues);
  const chosen = Number(next['currency_fk']);
  if (chosen !== IQD && chosen !== USD) issues.add('currency_fk', 'system_currency_iqd_or_usd');
  const { time_zone } = next;
  if (time_zone !== undefined && time_zone !== null && !isZone(time_zone)) issues.add('time_zone', 'not_a_time_zone');
  checkBoundAccounts(next.posting_accounts ?? [], issues);
  checkOnce('document_numbers', next.document_numbers, issues);
  checkOnce('four_eyes', next.four_eyes, issues);
}

/** A list names each kind of document once. */
function checkOnce(field: string, rows: readonly { readonly document: string }[] = [], issues: Issues): void {
  rows.forEach(({ document }, index) => {
    if (rows.findIndex((other) => other.document === document) !== index) {
      issues.add(`${field}.${index}.document`, 'unique');
    }
  });
}

/** The documents under way of the modules that are switched off. */
function askedOfFeatures(given: Members): ReadModelQuery | undefined {
  const states = keysOf(UNDER_WAY).flatMap((feature) =>
    given[feature] === false ? Object.entries(UNDER_WAY[feature] ?? {}) : [],
  );
  return states.length === 0 ? undefined : { of: 'documents_under_way', states: Object.fromEntries(states) };
}

/** Nobody could carry on what is under way in a module that is switched off. */
function checkFeatures(
  next: SystemSettingData,
  previous: SystemSettingData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const underWay = objectsOf(facts.queryResult);
  for (const feature of keysOf(UNDER_WAY)) {
    if (next[feature] !== false || previous?.[feature] === false) continue;
    const kinds = Object.keys(UNDER_WAY[feature] ?? {});
    const own = underWay.filter(({ kind }) => kinds.includes(String(kind)));
    const documents = own.filter(({ kind }) => kind !== PARKED_SALE).map(({ document }) => String(document));
    const [document] = documents;
    if (document) issues.add(feature, 'documents_under_way', { count: String(documents.length), document });
    const parked = own.filter(({ kind }) => kind === PARKED_SALE);
    const [oldest] = parked;
    const count = String(parked.length);
    if (oldest)
      issues.add(feature, 'parked_sales_wait', {
        count,
        name: String(oldest['document']),
        till: String(oldest['till']),
      });
  }
}

/** Every posting command uses the system currency, so that it cannot be changed afterwards. */
export function useOfSystemCurrency(currency: number): UseClaim {
  return { kind: 'use', record: `system_currency-${currency}`, field: '' };
}

/** Every command that moves goods uses the scope of the average: afterwards only a recalculation changes it. */
export function useOfAverageScope(facts: Facts): UseClaim {
  const scope = facts.record('system_setting', 1)?.data['average_scope'] ?? 'inventory';
  return { kind: 'use', record: `average_scope-${scope}`, field: 'average_scope' };
}

/** A recalculation registers and uses the new scope: the setting remains fixed. */
export function fixAverageScope(scope: string): readonly Claim[] {
  const record = `average_scope-${scope}`;
  return [
    { kind: 'record', record, action: 'register', field: 'average_scope' },
    { kind: 'use', record, field: 'average_scope' },
  ];
}

/** Registers the chosen values as usable; changing them is refused after their first use. */
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
