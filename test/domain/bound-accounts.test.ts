/** Posting keys bound to the accounts of the business: numbers, names, and what a binding must be. */
import { describe, expect, it } from 'vitest';
import type { BoundAccount } from '../../domain/chart/bound-account.schema.ts';
import { accountCode, checkBoundAccounts } from '../../domain/chart/bound-accounts.ts';
import { boundName } from '../../domain/chart/bound-name.ts';
import { accountNumber } from '../../domain/chart/chart.ts';
import { Issues } from '../../domain/values/refusal.ts';

const SALES: BoundAccount = {
  system_key: 'sales',
  account_code: '4101',
  account_name: 'Sales of goods',
  account_name_ckb: 'فرۆشتنی کاڵا',
};
const STOCK: BoundAccount = { system_key: 'inventory', account_code: '1400', account_name: 'Merchandise' };

function wrong(...bound: readonly BoundAccount[]): string[] {
  const issues = new Issues();
  checkBoundAccounts(bound, issues);
  try {
    issues.throwIfAny();
    return [];
  } catch (error) {
    return (error as { issues: { field: string }[] }).issues.map(({ field }) => field);
  }
}

describe('an account that a key is bound to', () => {
  it('has the number of the business, and so have the accounts of records below it', () => {
    expect(accountCode(accountNumber({ key: 'sales' }), [SALES])).toBe('4101');
    expect(accountCode(accountNumber({ key: 'inventory', of: 5 }), [STOCK])).toBe('140000005');
    expect(accountCode(accountNumber({ key: 'payable' }), [SALES, STOCK])).toBe('2110');
  });

  it('has the names of the business, in English where there is none in the language', () => {
    expect(boundName('sales', [SALES], 'ckb')).toBe('فرۆشتنی کاڵا');
    expect(boundName('sales', [SALES], 'ar')).toBe('Sales of goods');
    expect(boundName('payable', [SALES], 'en')).toBeUndefined();
  });

  it('is bound once, and under a number that no other account has', () => {
    expect(wrong(SALES, STOCK)).toEqual([]);
    expect(wrong(SALES, { ...STOCK, system_key: 'sales' })).toEqual(['posting_accounts.1.system_key']);
    expect(wrong(SALES, { ...STOCK, account_code: '4101' })).toEqual(['posting_accounts.1.account_code']);
    expect(wrong({ ...SALES, account_code: '2110' })).toEqual(['posting_accounts.0.account_code']);
    expect(wrong({ ...SALES, account_code: '4000' })).toEqual(['posting_accounts.0.account_code']);
  });

  it('may take the number of a key that is bound elsewhere itself', () => {
    expect(wrong({ ...SALES, account_code: '1310' }, STOCK)).toEqual([]);
    expect(wrong({ ...SALES, account_code: '4100' })).toEqual([]);
  });
});
