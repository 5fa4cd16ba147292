/**
 * Money that is sent through somebody else: prepared, on its way when it is approved, and paid out into one of our
 * accounts at the other end. A supplier who is paid through a remittance is paid by a supplier transaction from the
 * remittance account.
 */
import { type ApprovedEvent, approvedDecider } from '../kernel/approved.ts';
import {
  checkPlace,
  known,
  type SettledCurrency,
  settlePayment,
  settleRate,
  timeOf,
} from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { readMoney } from '../kernel/money.ts';
import type { PayOutInput } from '../kernel/paid-out.schema.ts';
import { type PaidOut, paidOut } from '../kernel/paid-out.ts';
import { IQD } from '../kernel/rate.ts';
import { Issues } from '../kernel/refusal.ts';
import type { RemittanceInput } from './remittance.schema.ts';

/** Stream: `remittance-<id>` */
export const REMITTANCE = 'remittance';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value, a balance or a posting.

export interface Remittance extends SettledCurrency {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
  readonly remittance_account_fk: number;
  readonly amount: string;
  readonly fee: string | null;
  readonly expense_type_fk: number | null;
  readonly receiver: string | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export interface RemittancePaid extends PaidOut {
  readonly remittance: Remittance;
}

export type RemittanceEvent = ApprovedEvent<typeof REMITTANCE, Remittance, RemittancePaid>;

export const remittance = approvedDecider<typeof REMITTANCE, RemittanceInput, Remittance, PayOutInput, RemittancePaid>(
  REMITTANCE,
  {
    facts: remittanceFacts,
    payment: (data, input, facts) => {
      const issues = new Issues();
      if (input.account_fk === data.remittance_account_fk) issues.add('account_fk', 'accounts_must_differ');
      issues.throwIfAny();
      return { ...paidOut(data, input, facts), remittance: data };
    },
  },
);

const REMITTANCE_TYPE = 3;

function remittanceFacts(input: RemittanceInput, facts: Facts): Remittance {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const from = known(facts, issues, 'account_fk', 'cash', input.account_fk);
  const currency_fk = Number(from?.data['currency_fk'] ?? IQD);
  const paid = { outlet_fk: input.outlet_fk, currency_fk, payment_type: 'cash' } as const;
  const { account_type } = settlePayment({ ...paid, account_fk: input.account_fk }, null, '', facts, issues);
  const way = { ...paid, account_fk: input.remittance_account_fk };
  const { account_type: wayType } = settlePayment(way, null, '', facts, issues, 'remittance_');
  if (wayType !== null && wayType !== REMITTANCE_TYPE) {
    issues.add('remittance_account_fk', 'remittance_account_expected');
  }
  if (input.account_fk === input.remittance_account_fk) issues.add('remittance_account_fk', 'accounts_must_differ');
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const hasFee = (readMoney(input.fee ?? '0') ?? 0n) > 0n;
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  if (hasFee && !input.expense_type_fk) issues.add('expense_type_fk', 'required');
  const currency = settleRate({ ...input, currency_fk }, 'out', facts, issues);
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    date: input.date,
    time: timeOf(input, facts),
    account_fk: input.account_fk,
    account_type: account_type ?? 1,
    remittance_account_fk: input.remittance_account_fk,
    ...currency,
    amount: input.amount,
    fee: hasFee ? (input.fee ?? null) : null,
    expense_type_fk: input.expense_type_fk ?? null,
    receiver: input.receiver ?? null,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}
