/** The fee that a bank takes beside money that goes through one of its accounts (docs/decisions/0219). */
import type { Facts } from '../deciding/facts.ts';
import { readMoney } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';
import { known } from './document-rules.ts';

/** The fee, in the currency of the account, and the type of expense that it is; both absent without a fee. */
export interface BankFee {
  readonly bank_fee?: string;
  readonly expense_type_fk?: number;
}

interface BankFeeInput {
  readonly bank_fee?: string | null;
  readonly expense_type_fk?: number | null;
}

/** Type of a cash account that is a bank's. */
export const BANK = 2;

/**
 * Adds an issue for a fee of another account than a bank's, and for one without its expense or the other way round; `prefix` is
 * of the names of its fields.
 */
export function bankFee(
  { bank_fee, expense_type_fk }: BankFeeInput,
  accountType: number | null,
  facts: Facts,
  issues: Issues,
  prefix: '' | 'paid_' = '',
): BankFee {
  const fee = readMoney(bank_fee ?? '0') ?? 0n;
  known(facts, issues, `${prefix}expense_type_fk`, 'expense_type', expense_type_fk);
  if (fee === 0n && expense_type_fk) issues.add(`${prefix}bank_fee`, 'required');
  if (fee === 0n || !bank_fee) return {};
  if (accountType !== BANK) issues.add(`${prefix}bank_fee`, 'bank_account_expected');
  if (!expense_type_fk) issues.add(`${prefix}expense_type_fk`, 'required');
  return expense_type_fk ? { bank_fee, expense_type_fk } : {};
}
