/**
 * The sale or disposal of a fixed asset. The asset is depreciated up to that day; proceeds above its book value are a
 * gain, a shortfall is a loss. The document is complete at once and can be reversed.
 */

import { typedDueDay, withDueDay } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import {
  checkPlace,
  inMoney,
  inSystemCurrency,
  known,
  type SettledCurrency,
  settleCurrency,
  settlePayment,
  timeOf,
} from '../documents/document-rules.ts';
import { type AtOnceEvent, atOnceDecider } from '../documents/immediate.ts';
import { type OtherMoney, settledMoney } from '../documents/other-money.ts';
import type { DueDay } from '../values/due-day.ts';
import { add, money, printMoney, readMoney, subtract, sum, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import { boughtOn, type DepreciatedMonth, livesIn, monthsOf } from './asset-life.ts';
import { ASSET_PURCHASE, type AssetPurchase, type AssetPurchaseState, costOf } from './asset-purchase.ts';
import type { AssetSaleInput } from './asset-sale.schema.ts';
import { dueOn } from './depreciation.ts';

/** Stream: `asset_sale-<id>` */
export const ASSET_SALE = 'asset_sale';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a gain, a balance or a posting.

export interface AssetSale extends SettledCurrency, OtherMoney, DueDay {
  readonly outlet_fk: number;
  readonly asset_purchase_fk: number;
  readonly fixed_asset_fk: number;
  readonly leaves_by: 'sale' | 'disposal';
  readonly date: string;
  readonly time: string | null;
  /** The sale price; zero for a disposal. */
  readonly amount: string;
  readonly payment_type: 'cash' | 'on_account' | null;
  readonly customer_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  /** Cost of the asset, in the system currency; `depreciated_amount` is the part that was depreciated before. */
  readonly cost_amount: string;
  readonly depreciated_amount: string;
  /** Depreciation from the last entered month to the day of the sale; negative when more was entered than is due. */
  readonly depreciation_amount: string;
  /** The depreciation documents of `depreciated_amount`; they cannot be reversed before this sale is reversed. */
  readonly depreciations: readonly number[];
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type AssetSaleEvent = AtOnceEvent<typeof ASSET_SALE, AssetSale>;

export const assetSale = atOnceDecider(ASSET_SALE, assetSaleFacts);

function assetSaleFacts(input: AssetSaleInput, facts: Facts): AssetSale {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const purchase = boughtIn(input, facts, issues);
  const proceeds = proceedsOf(input, facts, issues);
  issues.throwIfAny();
  if (!purchase) throw new RangeError('an asset without its purchase');
  const own = monthsOf(livesIn(facts.queryResult), input.asset_purchase_fk);
  const from = boughtOn(purchase, own);
  checkDays(input, from, own, issues);
  const due = typedDueDay(input, input.payment_type === 'on_account', issues);
  issues.throwIfAny();
  const before = sum(own.map(({ amount }) => money(amount)));
  const opened = money(purchase.depreciated_amount ?? '0');
  const sale = {
    outlet_fk: input.outlet_fk,
    asset_purchase_fk: input.asset_purchase_fk,
    fixed_asset_fk: purchase.fixed_asset_fk,
    leaves_by: input.leaves_by,
    date: input.date,
    time: timeOf(input, facts),
    ...proceeds,
    cost_amount: printMoney(costOf(purchase)),
    depreciated_amount: printMoney(add(opened, before)),
    depreciation_amount: printMoney(subtract(dueOn(purchase, from, input.date), before)),
    depreciations: [...new Set(own.map(({ depreciation_fk }) => depreciation_fk))].sort((a, b) => a - b),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
  return withDueDay({ ...sale, ...due }, { kind: 'customer', id: sale.customer_fk }, facts);
}

function boughtIn(input: AssetSaleInput, facts: Facts, issues: Issues): AssetPurchase | undefined {
  const state = facts.document<AssetPurchaseState>(ASSET_PURCHASE, input.asset_purchase_fk);
  if (state?.status !== 'complete') {
    issues.add('asset_purchase_fk', 'unknown_record');
    return undefined;
  }
  if (state.data.outlet_fk !== input.outlet_fk) issues.add('asset_purchase_fk', 'not_of_the_outlet');
  return state.data;
}

/** Adds an issue when the sale is before the purchase or before a month that was depreciated already. */
function checkDays(
  { date }: AssetSaleInput,
  from: string,
  depreciated: readonly DepreciatedMonth[],
  issues: Issues,
): void {
  if (date < from) issues.add('date', 'asset_not_bought_yet', { value: from });
  const last = depreciated
    .map((month) => month.date)
    .sort()
    .at(-1);
  if (last !== undefined && last > date) issues.add('date', 'asset_depreciated_after', { value: last });
}

type Proceeds = SettledCurrency &
  OtherMoney &
  Pick<AssetSale, 'amount' | 'payment_type' | 'customer_fk' | 'account_fk' | 'account_type'>;

function proceedsOf(input: AssetSaleInput, facts: Facts, issues: Issues): Proceeds {
  if (input.leaves_by === 'disposal') {
    for (const field of ['amount', 'payment_type', 'customer_fk', 'account_fk'] as const) {
      if (input[field]) issues.add(field, 'disposed_for_nothing');
    }
    const none = { payment_type: null, customer_fk: null, account_fk: null, account_type: null };
    return { ...inSystemCurrency(facts), amount: '0', ...none };
  }
  const { amount, payment_type, currency_fk } = input;
  if ((readMoney(amount ?? '') ?? ZERO) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  if (!payment_type) issues.add('payment_type', 'required');
  if (!currency_fk) issues.add('currency_fk', 'required');
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  issues.throwIfAny();
  const inCurrency = { ...input, currency_fk: currency_fk ?? 0 };
  const currency = settleCurrency(inCurrency, 'in', facts, issues);
  const paid = { ...inCurrency, payment_type: payment_type ?? 'cash' };
  const payment = settlePayment(inMoney(paid, facts), input.customer_fk, 'customer_fk', facts, issues);
  const money = settledMoney({ ...paid, amount: amount ?? '0', rate: currency.rate }, 'in', facts, issues);
  return {
    ...currency,
    amount: amount ?? '0',
    payment_type: paid.payment_type,
    customer_fk: input.customer_fk ?? null,
    ...payment,
    ...money,
  };
}
