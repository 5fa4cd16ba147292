/** Declares a posting rule for display: the accounts that it debits and credits, and notes. */
import type { SystemKey } from '../chart/chart.ts';

/** Notes beside a line: `audit:rule.<note>` in the language tables of the screens. */
export const RULE_NOTES = [
  'advance_used',
  'advance_left',
  'at_average',
  'at_cost_of_line',
  'at_cost_sent',
  'arrived',
  'as_written',
  'below_zero',
  'bill_cleared',
  'carried_value',
  'change_given',
  'charged_on',
  'closes_result',
  'counted',
  'discounts',
  'float',
  'from_order',
  'goods_cost',
  'late_receipt',
  'mirrored',
  'missing',
  'net_price',
  'oldest_first',
  'paid',
  'paid_beyond',
  'paid_in_advance',
  'per_balance',
  'price',
  'promotion_credit',
  'rate_difference',
  'remainder',
  'reversed_sides',
  'settled',
  'shared_value',
  'tax_recoverable',
  'to_each',
  'with_sides_swapped',
  'who_is_paid',
] as const;
export type RuleNote = (typeof RULE_NOTES)[number];

export interface RuleLine {
  /** `either`: the amount may have both signs. */
  readonly side: 'debit' | 'credit' | 'either';
  /** Exactly one of them, depending on the payment or the subject of the document. */
  readonly accounts: readonly SystemKey[];
  readonly note?: RuleNote;
}

export interface Rule {
  /** File in `domain/posting`. */
  readonly file: string;
  /** Section of docs/accounting.md. */
  readonly section: string;
  readonly lines: readonly RuleLine[];
}

type Accounts = SystemKey | readonly SystemKey[];
const line = (side: RuleLine['side'], accounts: Accounts, note?: RuleNote): RuleLine => {
  const keys = typeof accounts === 'string' ? [accounts] : accounts;
  return note ? { side, accounts: keys, note } : { side, accounts: keys };
};

export const debit = (accounts: Accounts, note?: RuleNote): RuleLine => line('debit', accounts, note);
export const credit = (accounts: Accounts, note?: RuleNote): RuleLine => line('credit', accounts, note);
export const either = (accounts: Accounts, note?: RuleNote): RuleLine => line('either', accounts, note);

export const rule = (file: string, section: string, ...lines: readonly RuleLine[]): Rule => ({ file, section, lines });
