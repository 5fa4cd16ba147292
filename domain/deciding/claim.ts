/**
 * Claims: the rules that no single stream can decide (architecture.md, section 6). A command carries its
 * claims as data; the store checks and writes them together with the events, exactly, under any concurrency.
 */
import type { EffectiveDate, EffectiveTime } from '../values/effective-date.ts';

/** A value that only one owner may hold: `{ set: "brand.brand_name", key: "nike", owner: "brand-12" }`. */
export interface UniqueClaim {
  readonly kind: 'unique';
  readonly set: string;
  /** Folded by the caller (case, Arabic and Kurdish letter forms, spaces). */
  readonly key: string;
  readonly owner: string;
  /** `take` is refused when another owner holds the value; `release` frees it. */
  readonly action: 'take' | 'release';
  readonly field: string;
}

/**
 * The next number of a series without gaps in the financial year of `day`, written by the store into `data.number` of
 * the event at `event`.
 */
export interface NumberClaim {
  readonly kind: 'number';
  /** Without the year, which the store appends (number-series.ts). */
  readonly series: string;
  readonly day: EffectiveDate;
  readonly prefix: string;
  readonly width: number;
  /** Index of the write and of the event in it that receive the number. */
  readonly write: number;
  readonly event: number;
}

/**
 * A level that changes on a day: stock of (item, inventory), a cash account, a party's debit. The level on a
 * day is the sum of the deltas up to it. `floor` (or `ceiling`) is checked on that day and on every later one,
 * when the delta moves towards it; a delta without either is only recorded.
 */
export interface LevelClaim {
  readonly kind: 'level';
  /** `stock:5:2`, `cash:17`, `debit:customer-4:1` */
  readonly key: string;
  readonly day: EffectiveDate;
  /** When on that day, for levels that are counted (stock); without it at the beginning of the day. */
  readonly at?: EffectiveTime;
  /** Decimal string. */
  readonly delta: string;
  readonly floor?: string;
  readonly ceiling?: string;
  readonly field: string;
  /** Message key of the refusal: `not_enough_stock`, `no_enough_balance`, `allowed_debit_exceeded`, `protected`. */
  readonly message: string;
}

/**
 * A counted level: just after `at` it is `real`. The store calculates the difference, and recalculates it when the
 * level before that moment changes later. A batch has changes of a level or its count, never both. Refused
 * (`counted_already`) when the same moment was counted before.
 */
export interface CountClaim {
  readonly kind: 'count';
  readonly key: string;
  /** Later than every other change of the same second. */
  readonly at: EffectiveTime;
  /** Decimal string; null reverses the count. */
  readonly real: string | null;
  /** As in LevelClaim, applied to the difference. */
  readonly floor?: string;
  readonly field: string;
  readonly message: string;
}

/** The day must be in an open financial year. */
export interface PeriodClaim {
  readonly kind: 'period';
  readonly day: EffectiveDate;
  /**
   * True for documents paid at a till and for opening balances: a day without a financial year is accepted, a day of a
   * closed year is refused.
   */
  readonly paid?: true;
  /** True for opening balances: they leave the days of a year unused, so that these can still be changed. */
  readonly unused?: true;
  readonly field: string;
}

/**
 * Opens, closes or reopens the days `from`..`to`; only commands on financial years use it. `removed` removes days that
 * were never used or closed; a batch that removes some days and opens others moves the year.
 */
export interface PeriodChangeClaim {
  readonly kind: 'period_change';
  readonly from: EffectiveDate;
  readonly to: EffectiveDate;
  readonly status: 'open' | 'closed' | 'removed';
  readonly field: string;
}

/** The record must exist and be active. The use is stored, so that a used record cannot be retired. */
export interface UseClaim {
  readonly kind: 'use';
  /** Stream of the record: `item-5`. */
  readonly record: string;
  readonly field: string;
  /**
   * True for documents paid at a till, and for what a later step of a document takes from elsewhere: the record may have
   * been retired in the meantime.
   */
  readonly paid?: true;
}

/**
 * Registers, retires or restores a record for `use`; retiring is refused (`in_use`) when it was used. `unused` is refused
 * like retiring and changes nothing.
 */
export interface RecordClaim {
  readonly kind: 'record';
  readonly record: string;
  readonly action: 'register' | 'retire' | 'unused';
  readonly field: string;
}

export type Claim =
  | UniqueClaim
  | NumberClaim
  | LevelClaim
  | CountClaim
  | PeriodClaim
  | PeriodChangeClaim
  | UseClaim
  | RecordClaim;

/** A refused claim: `field` and `message` of the claim, and the stored values that it conflicts with. */
export interface ClaimRefusal {
  readonly field: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}
