/**
 * The depreciation of fixed assets, by straight line or by declining balance: every month that is due until its day and was not entered before, with
 * a line for each. A month is due from its first day, and is depreciated once: its amount is the depreciation due to its
 * end less the depreciation due to the end of the month before. Documents of earlier versions took the month of their day
 * only, and have no `month` in their lines.
 */

import type { Facts } from '../deciding/facts.ts';
import { checkPlace } from '../documents/document-rules.ts';
import { type AtOnceEvent, atOnceDecider } from '../documents/immediate.ts';
import { type SharedAmount, sharedAmount } from '../documents/shared-amount.ts';
import { divideRounded } from '../values/fixed-point.ts';
import {
  add,
  lesser,
  type Money,
  money,
  percentOf,
  printMoney,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import { boughtOn, type DepreciatedMonth, livesIn, monthAfter, monthsBetween, monthsOf } from './asset-life.ts';
import {
  ASSET_PURCHASE,
  type AssetPurchase,
  type AssetPurchaseState,
  lifeOf,
  salvageOf,
  toDepreciate,
} from './asset-purchase.ts';
import type { DepreciationInput } from './depreciation.schema.ts';

/** Stream: `depreciation-<id>` */
export const DEPRECIATION = 'depreciation';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface DepreciationLine {
  readonly line_id: number;
  readonly asset_purchase_fk: number;
  readonly fixed_asset_fk: number;
  /** Counted from 1, which is the month after the purchase. */
  readonly month_number: number;
  /** The depreciated month: `2026-10`. */
  readonly month?: string;
  readonly amount: string;
}

export type Depreciation = SharedAmount<DepreciationLine>;

export type DepreciationEvent = AtOnceEvent<typeof DEPRECIATION, Depreciation>;

export const depreciation = atOnceDecider(DEPRECIATION, depreciationFacts);

function depreciationFacts(input: DepreciationInput, facts: Facts): Depreciation {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  if (input.lines.length === 0) issues.add('lines', 'at_least_one_line');
  const lives = livesIn(facts.queryResult);
  const months = input.lines.flatMap(({ asset_purchase_fk }, index) => {
    const field = `lines.${index}.asset_purchase_fk`;
    const state = facts.document<AssetPurchaseState>(ASSET_PURCHASE, asset_purchase_fk);
    const isTwice = input.lines.findIndex((line) => line.asset_purchase_fk === asset_purchase_fk) < index;
    if (isTwice) issues.add(field, 'unique');
    if (state?.status !== 'complete') {
      issues.add(field, 'unknown_record');
      return [];
    }
    const purchase = state.data;
    if (purchase.outlet_fk !== input.outlet_fk) issues.add(field, 'not_of_the_outlet');
    const due = dueMonths(purchase, monthsOf(lives, asset_purchase_fk), input.date);
    const gone = lives.gone.find((sale) => sale.asset_purchase_fk === asset_purchase_fk);
    if (gone) issues.add(field, 'asset_is_gone', { value: gone.date });
    else if (due.length === 0) issues.add(field, 'not_depreciated_in_this_month');
    const { fixed_asset_fk } = purchase;
    return due.map((month) => ({ asset_purchase_fk, fixed_asset_fk, ...month }));
  });
  if (months.length > MONTHS_MAX) issues.add('lines', 'too_many_due_months', { value: String(MONTHS_MAX) });
  issues.throwIfAny();
  const lines = months.map((month, index): DepreciationLine => ({ line_id: index + 1, ...month }));
  const amount = printMoney(sum(lines.map((line) => money(line.amount))));
  return sharedAmount(input, amount, lines, facts);
}

/** Months of one document: an event and its claims stay small. */
export const MONTHS_MAX = 2000;

export type DueMonth = Required<Pick<DepreciationLine, 'month_number' | 'month' | 'amount'>>;

/**
 * The months that are due until the day and were not entered; `entered` are those of this asset. None is due of an asset
 * that is worth at the end what it cost.
 */
export function dueMonths(purchase: AssetPurchase, entered: readonly DepreciatedMonth[], date: string): DueMonth[] {
  const from = boughtOn(purchase, entered);
  const isKept = toDepreciate(purchase) === 0n && purchase.revisions === undefined;
  const last = isKept ? 0 : Math.min(monthsBetween(from, date), lifeOf(purchase));
  const known = new Set(entered.map(({ month_number }) => month_number));
  return Array.from({ length: Math.max(last, 0) }, (_, index) => index + 1)
    .filter((month_number) => !known.has(month_number))
    .map((month_number) => ({
      month_number,
      month: monthAfter(from, month_number),
      amount: printMoney(monthly(purchase, month_number)),
    }));
}

/** The depreciation of month `month`, counted from 1. All months add up exactly to cost less salvage value. */
export function monthly(purchase: AssetPurchase, month: number): Money {
  return subtract(dueAfter(purchase, month), dueAfter(purchase, month - 1));
}

/**
 * The depreciation due when the asset that was bought on `from` is sold on `date`: all whole months before, and the days
 * of the month of `date`.
 */
export function dueOn(purchase: AssetPurchase, from: string, date: string): Money {
  const month = monthsBetween(from, date);
  if (month < 1) return ZERO;
  if (month > lifeOf(purchase)) return dueAfter(purchase, lifeOf(purchase));
  const [year = 0, monthOfYear = 0, day = 0] = date.split('-').map(Number);
  const days = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate();
  const part = divideRounded(monthly(purchase, month) * BigInt(day), BigInt(days));
  return add(dueAfter(purchase, month - 1), toMoney(part));
}

/** The depreciation due after so many months, by the terms of each of them. */
export function dueAfter(purchase: AssetPurchase, months: number): Money {
  return dueUnder(termsOf(purchase), months);
}

interface Terms {
  /** Months before these terms. */
  readonly after: number;
  readonly life: number;
  /** What is depreciated over the whole life, and what is left at its end. */
  readonly worth: Money;
  readonly salvage: Money;
  readonly declining_percent?: string | undefined;
}

function termsOf(purchase: AssetPurchase): Terms[] {
  const revised = (purchase.revisions ?? []).map((revision) => {
    const { month_number, salvage_amount, currency_fk: salvage_currency_fk } = revision;
    return termsFrom(month_number - 1, revision, { ...purchase, salvage_amount, salvage_currency_fk });
  });
  return [termsFrom(0, purchase, purchase), ...revised];
}

/** `worth` has the worth at the end of these terms. */
function termsFrom(
  after: number,
  { useful_life_months: life, declining_percent }: Pick<AssetPurchase, 'useful_life_months' | 'declining_percent'>,
  worth: AssetPurchase,
): Terms {
  return { after, life, declining_percent, worth: toDepreciate(worth), salvage: salvageOf(worth) };
}

/** The last terms spread what is left before them over the months that are left. */
function dueUnder(terms: readonly Terms[], months: number): Money {
  const [last, before] = [terms.at(-1), terms.slice(0, -1)];
  if (!last) return ZERO;
  if (before.length > 0 && months <= last.after) return dueUnder(before, months);
  const base = dueUnder(before, last.after);
  return add(base, dueOfTerms(last, subtract(last.worth, base), Math.min(months, last.life) - last.after));
}

const MONTHS_OF_YEAR = 12;

/**
 * What is due after `past` months of the terms, of `left` over all their months. By declining balance each year takes its
 * percent of the book value at its beginning, in equal months; as soon as the straight line takes at least as much of
 * what is left, it takes the rest, so that the last month ends at the worth at the end.
 */
function dueOfTerms({ after, life, salvage, declining_percent }: Terms, left: Money, past: number): Money {
  const months = life - after;
  let taken = ZERO;
  if (declining_percent === undefined) return part(left, past, months);
  for (let from = 0; from < past; from += MONTHS_OF_YEAR) {
    const rest = subtract(left, taken);
    const year = Math.min(MONTHS_OF_YEAR, months - from);
    const straight = part(rest, year, months - from);
    const whole = percentOf(add(rest, salvage), money(declining_percent));
    const declining = lesser(part(whole, year, MONTHS_OF_YEAR), rest);
    if (straight >= declining) return add(taken, part(rest, past - from, months - from));
    taken = add(taken, part(declining, Math.min(past - from, year), year));
  }
  return taken;
}

const part = (amount: Money, months: number, of: number): Money =>
  toMoney(divideRounded(amount * BigInt(months), BigInt(of)));
