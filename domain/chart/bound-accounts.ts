/**
 * Posting keys bound to the accounts of the business (docs/accounting.md, section 1). Postings name a system key; the
 * setting `posting_accounts` provides the number and name that people see for it. Lines store the key, so a changed
 * number changes no figure (docs/decisions/0030).
 */
import type { Issues } from '../values/refusal.ts';
import type { BoundAccount } from './bound-account.schema.ts';
import { accountNumber, accountOf, HEADINGS, SYSTEM_KEYS } from './chart.ts';

type Bound = readonly BoundAccount[];

const RECORD_DIGITS = 5;

/** The displayed number: 4101 when sales are bound to it, 410100005 for the sub-account of record 5. */
export function accountCode(account: number, bound: Bound): string {
  const ref = accountOf(account);
  const own = ref && bound.find(({ system_key }) => system_key === ref.key);
  if (!ref || !own) return String(account);
  return ref.of === undefined ? own.account_code : `${own.account_code}${String(ref.of).padStart(RECORD_DIGITS, '0')}`;
}

/** Adds issues for a key that is bound twice, and for two accounts with the same number. */
export function checkBoundAccounts(bound: Bound, issues: Issues): void {
  const keys = new Set(bound.map(({ system_key }) => system_key));
  const taken = new Set([
    ...Object.values(HEADINGS).map(({ code }) => String(code)),
    ...SYSTEM_KEYS.filter((key) => !keys.has(key)).map((key) => String(accountNumber({ key }))),
  ]);
  bound.forEach(({ system_key, account_code }, index) => {
    const field = `posting_accounts.${index}`;
    if (bound.findIndex((other) => other.system_key === system_key) !== index) {
      issues.add(`${field}.system_key`, 'unique');
    }
    if (taken.has(account_code)) issues.add(`${field}.account_code`, 'unique');
    taken.add(account_code);
  });
}
