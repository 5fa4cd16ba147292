/** The purchase of a fixed asset: its cost, its payment, and the number of months over which it is depreciated. */
import type { SettledCurrency, SettledTerms } from '../kernel/document-rules.ts';
import { checkAboveZero, checkPlace, known, settleTerms, timeOf } from '../kernel/document-rules.ts';
import { type DraftedEvent, type DraftedState, draftedDecider } from '../kernel/drafted.ts';
import type { DueDay } from '../kernel/due-day.ts';
import type { Facts } from '../kernel/facts.ts';
import { type Money, money, printMoney } from '../kernel/money.ts';
import { convert, rate } from '../kernel/rate.ts';
import { Issues } from '../kernel/refusal.ts';
import { typedDueDay, withDueDay } from '../parties/due-date.ts';
import type { AssetPurchaseInput } from './asset-purchase.schema.ts';

/** Stream: `asset_purchase-<id>` */
export const ASSET_PURCHASE = 'asset_purchase';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

export interface AssetPurchase extends SettledTerms, DueDay {
  readonly outlet_fk: number;
  readonly fixed_asset_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly supplier_fk: number | null;
  readonly useful_life_months: number;
  readonly salvage_amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type AssetPurchaseEvent = DraftedEvent<typeof ASSET_PURCHASE, AssetPurchase>;
export type AssetPurchaseState = DraftedState<AssetPurchase>;

export const assetPurchase = draftedDecider<typeof ASSET_PURCHASE, AssetPurchaseInput, AssetPurchase>(ASSET_PURCHASE, {
  facts: assetPurchaseFacts,
  completed: (data, facts) => withDueDay(data, { kind: 'supplier', id: data.supplier_fk }, facts),
});

function assetPurchaseFacts(input: AssetPurchaseInput, facts: Facts): AssetPurchase {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'fixed_asset_fk', 'fixed_asset', input.fixed_asset_fk);
  const { supplier_fk = null } = input;
  known(facts, issues, 'supplier_fk', 'supplier', supplier_fk);
  checkAboveZero(input.amount, 'amount', issues);
  const terms = settleTerms(input, { direction: 'out', party: supplier_fk, partyField: 'supplier_fk' }, facts, issues);
  const due = typedDueDay(input, input.payment_type === 'on_account', issues);
  issues.throwIfAny();
  const salvage = input.salvage_amount ?? '0';
  const cost = costOf({ ...terms, amount: input.amount });
  if (money(salvage) > cost) issues.add('salvage_amount', 'less_than', { value: printMoney(cost) });
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
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

/** The cost in the system currency. */
export function costOf(purchase: Pick<AssetPurchase, 'amount' | keyof SettledCurrency>): Money {
  const { amount, currency_fk, system_currency_fk, rate: at } = purchase;
  return convert(money(amount), currency_fk, system_currency_fk, at === null ? undefined : rate(at));
}
