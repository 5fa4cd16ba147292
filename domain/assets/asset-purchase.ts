/** The purchase of a fixed asset: its cost, its payment, and the number of months over which it is depreciated. */

import { typedDueDay, withDueDay } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import type { SettledCurrency, SettledTerms } from '../documents/document-rules.ts';
import { checkAboveZero, checkPlace, known, settleCurrency, settleTerms, timeOf } from '../documents/document-rules.ts';
import { type DraftedEvent, type DraftedState, draftedDecider, possibleOfDrafted } from '../documents/drafted.ts';
import type { OtherMoney } from '../documents/other-money.ts';
import { openingDays } from '../ledger/opening-days.ts';
import type { DueDay } from '../values/due-day.ts';
import { type Money, money, printMoney, subtract, sum } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import type { AssetPurchaseInput } from './asset-purchase.schema.ts';

/** Stream: `asset_purchase-<id>` */
export const ASSET_PURCHASE = 'asset_purchase';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

export interface AssetPurchase extends Omit<SettledTerms, 'payment_type'>, OtherMoney, DueDay {
  readonly payment_type: SettledTerms['payment_type'] | 'opening';
  readonly outlet_fk: number;
  readonly fixed_asset_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly supplier_fk: number | null;
  readonly useful_life_months: number;
  readonly salvage_amount: string;
  /**
   * The currency of `salvage_amount`, where it is not the system currency: that of the purchase. Purchases of earlier
   * versions have none, and theirs is in the system currency.
   */
  readonly salvage_currency_fk?: number;
  /** Percent a year of the book value, of an asset that is depreciated by declining balance. Else by straight line. */
  readonly declining_percent?: string | undefined;
  /** Of an opened asset, which is posted on the day before the first open day. */
  readonly depreciated_amount?: string;
  readonly first_day?: string;
  readonly opened_on?: string;
  readonly reference_number: string | null;
  readonly note: string | null;
  /** In the state only: they are events of their own. */
  readonly revisions?: readonly AssetRevision[];
}

/** Another life and worth at the end, from a month on; what was due before it stays. */
export interface AssetRevision {
  readonly date: string;
  /** The first month with these terms, which is that of the day: counted as those of depreciations. */
  readonly month_number: number;
  /** The whole life, of which the months before are a part. */
  readonly useful_life_months: number;
  /** In the currency of the purchase. */
  readonly salvage_amount: string;
  readonly currency_fk: number;
  readonly declining_percent?: string | undefined;
  readonly reason: string;
}

export type AssetPurchaseEvent = DraftedEvent<typeof ASSET_PURCHASE, AssetPurchase>;
export type AssetPurchaseState = DraftedState<AssetPurchase>;

export const assetPurchase = draftedDecider<typeof ASSET_PURCHASE, AssetPurchaseInput, AssetPurchase>(ASSET_PURCHASE, {
  facts: assetPurchaseFacts,
  possible: possibleOfAsset,
  completed: (data, facts) => {
    const { payment_type } = data;
    if (payment_type === 'opening') return { ...data, ...openedOn(data, facts) };
    return { ...data, ...withDueDay({ ...data, payment_type }, { kind: 'supplier', id: data.supplier_fk }, facts) };
  },
});

/** The transitions that the state allows: the terms of a complete one are revised. */
export function possibleOfAsset(state: AssetPurchaseState): readonly string[] {
  return state.status === 'complete' ? ['revise', ...possibleOfDrafted(state)] : possibleOfDrafted(state);
}

function assetPurchaseFacts(input: AssetPurchaseInput, facts: Facts): AssetPurchase {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'fixed_asset_fk', 'fixed_asset', input.fixed_asset_fk);
  const { supplier_fk = null } = input;
  known(facts, issues, 'supplier_fk', 'supplier', supplier_fk);
  checkAboveZero(input.amount, 'amount', issues);
  const terms = termsOf(input, facts, issues);
  const due = typedDueDay(input, input.payment_type === 'on_account', issues);
  issues.throwIfAny();
  const salvage = input.salvage_amount ?? '0';
  const declining = decliningFacts(input, issues);
  if (money(salvage) > money(input.amount)) issues.add('salvage_amount', 'less_than', { value: input.amount });
  const isForeign = terms.currency_fk !== terms.system_currency_fk;
  const worth = { ...terms, salvage_amount: salvage, ...(isForeign ? { salvage_currency_fk: terms.currency_fk } : {}) };
  const toDepreciate = subtract(costOf({ ...worth, amount: input.amount }), salvageOf(worth));
  const opened = openedFacts(input, toDepreciate, facts, issues);
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    fixed_asset_fk: input.fixed_asset_fk,
    date: input.date,
    time: timeOf(input, facts),
    amount: input.amount,
    ...terms,
    ...due,
    supplier_fk,
    useful_life_months: input.useful_life_months,
    salvage_amount: salvage,
    ...(isForeign ? { salvage_currency_fk: terms.currency_fk } : {}),
    ...declining,
    ...opened,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

/** Empty for the straight line. */
export function decliningFacts(
  { declining_percent: percent }: Pick<AssetPurchaseInput, 'declining_percent'>,
  issues: Issues,
): Pick<AssetPurchase, 'declining_percent'> {
  if (percent === undefined || percent === null) return {};
  checkAboveZero(percent, 'declining_percent', issues);
  return { declining_percent: percent };
}

function termsOf(input: AssetPurchaseInput, facts: Facts, issues: Issues) {
  const { payment_type, supplier_fk: party = null } = input;
  if (payment_type !== 'opening') {
    const terms = { direction: 'out', party, partyField: 'supplier_fk' } as const;
    return settleTerms({ ...input, payment_type }, terms, facts, issues);
  }
  const currency = settleCurrency(input, 'out', facts, issues);
  for (const field of ['supplier_fk', 'account_fk'] as const) {
    if (input[field]) issues.add(field, 'opened_without_payment');
  }
  return { ...currency, payment_type, account_fk: null, account_type: null };
}

/** Empty for an asset that is bought. `worth` is what is depreciated over the whole life, in the system currency. */
function openedFacts(input: AssetPurchaseInput, worth: Money, facts: Facts, issues: Issues) {
  const { payment_type, depreciated_amount, date } = input;
  if (payment_type !== 'opening') {
    if (depreciated_amount) issues.add('depreciated_amount', 'opened_asset_only');
    return {};
  }
  const depreciated = depreciated_amount ?? '0';
  if (money(depreciated) > worth) issues.add('depreciated_amount', 'less_than', { value: printMoney(worth) });
  const days = openingDays(facts);
  if (date > days.date) issues.add('date', 'not_after_the_opening', { value: days.date });
  return { depreciated_amount: depreciated, first_day: days.first_day, opened_on: days.date };
}

/** The days of the first year may have been changed since the draft was saved. */
function openedOn({ date }: AssetPurchase, facts: Facts): Pick<AssetPurchase, 'first_day' | 'opened_on'> {
  const issues = new Issues();
  const { first_day, date: opened_on } = openingDays(facts);
  if (date > opened_on) issues.add('date', 'not_after_the_opening', { value: opened_on });
  issues.throwIfAny();
  return { first_day, opened_on };
}

/** The purchase with its worth at the end and its method as they are known now. */
export function termsNow(purchase: AssetPurchase): AssetPurchase {
  const last = purchase.revisions?.at(-1);
  if (!last) return purchase;
  const { salvage_amount, currency_fk: salvage_currency_fk, declining_percent } = last;
  return { ...purchase, salvage_amount, salvage_currency_fk, declining_percent };
}

/** The months of its life, as they are known now. */
export const lifeOf = ({ revisions, useful_life_months }: AssetPurchase): number =>
  revisions?.at(-1)?.useful_life_months ?? useful_life_months;

/** What is depreciated over the months of its life here, in the system currency, by the first terms. */
export const toDepreciate = (purchase: AssetPurchase): Money =>
  subtract(costOf(purchase), sum([salvageOf(purchase), money(purchase.depreciated_amount ?? '0')]));

/** The worth at the end in the system currency, at the rate of the purchase. */
export function salvageOf(purchase: AssetWorth): Money {
  const { salvage_amount, salvage_currency_fk, currency_fk } = purchase;
  const isForeign = salvage_currency_fk !== undefined && salvage_currency_fk === currency_fk;
  return isForeign ? costOf({ ...purchase, amount: salvage_amount }) : money(salvage_amount);
}

export type AssetWorth = Pick<AssetPurchase, 'salvage_amount' | 'salvage_currency_fk' | keyof SettledCurrency>;

/** The cost in the system currency. */
export function costOf(purchase: Pick<AssetPurchase, 'amount' | keyof SettledCurrency>): Money {
  const { amount, currency_fk, system_currency_fk, rate: at } = purchase;
  return convert(money(amount), currency_fk, system_currency_fk, at === null ? undefined : rate(at));
}
