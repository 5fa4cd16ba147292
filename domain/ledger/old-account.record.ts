/**
 * A row of the trial balance of the program before: an account there with its balance on the day of the opening, and
 * the account here that takes it. What is opened is compared with these rows until nothing is different.
 */
import { type Static, Type } from 'typebox';
import { accountOf } from '../chart/chart.ts';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, Maybe, Name, Note, RequiredText } from '../schemas/fields.schema.ts';
import { readMoney } from '../values/money.ts';

export const OldAccountBody = Body({
  old_account_code: RequiredText(40),
  old_account_name: Name(),
  /** In the system currency; one of the two. */
  debit: Maybe(Amount()),
  credit: Maybe(Amount()),
  /** The number of the account in the chart; a control account stands for all of its accounts. */
  account: Maybe(Type.Integer({ minimum: 1, maximum: 999_999_999 })),
  note: Maybe(Note()),
});
export type OldAccountData = Static<typeof OldAccountBody>;

export const oldAccount = declareRecord({
  names: { kind: 'old_account', folder: 'ledger', id: 'old_account_id', name: 'old_account_name' },
  schema: OldAccountBody,
  unique: ['old_account_code'],
  list: {
    columns: ['old_account_code', 'old_account_name', 'debit', 'credit', 'account', 'note'],
    search: ['old_account_code', 'old_account_name', 'note'],
  },
  check: ({ debit, credit, account }: OldAccountData, _previous, _facts, issues) => {
    const isAbove = (amount: string | null | undefined) => (readMoney(amount ?? '0') ?? 0n) > 0n;
    if (isAbove(debit) && isAbove(credit)) issues.add('credit', 'debit_or_credit');
    if (account && !accountOf(account)) issues.add('account', 'unknown_account');
  },
});
