/**
 * Money sent through an agent: prepared, in transit after approval, and paid out. The pay-out goes to an account of
 * the business, to a supplier (it settles the supplier's oldest open documents), or to a payable account of the chart.
 */
import { type ApprovedEvent, approvedDecider } from '../kernel/approved.ts';
import type { SettledCurrency } from '../kernel/document-rules.ts';
import { checkPlace, known, settlePayment, settleRate, timeOf, unitOf } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { money, readMoney } from '../kernel/money.ts';
import { checkPaidOn, type PaidOut, paidOut } from '../kernel/paid-out.ts';
import { IQD } from '../kernel/rate.ts';
import { Issues } from '../kernel/refusal.ts';
import { oldestFirst } from '../parties/allocating.ts';
import type { Allocation } from '../parties/transaction-events.ts';
import type { RemittanceInput, RemittancePayOutInput } from './remittance.schema.ts';

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

export interface RemittancePaid extends Omit<PaidOut, 'account_fk' | 'account_type'> {
  /** Null when the money is paid out against a payable. */
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly supplier_fk?: number;
  /** The parts that settle documents of the supplier. */
  readonly allocations?: readonly Allocation[];
  readonly ledger_account_fk?: number;
  /** Present where money in a foreign currency settles a liability (decisions/0134); absent before this field. */
  readonly foreign_value?: 'book_value';
  readonly remittance: Remittance;
}

export type RemittanceEvent = ApprovedEvent<typeof REMITTANCE, Remittance, RemittancePaid>;

export const remittance = approvedDecider<
  typeof REMITTANCE,
  RemittanceInput,
  Remittance,
  RemittancePayOutInput,
  RemittancePaid
>(REMITTANCE, { facts: remittanceFacts, payment: delivered });

const TARGETS = ['account_fk', 'supplier_fk', 'ledger_account_fk'] as const;

function delivered(data: Remittance, input: RemittancePayOutInput, facts: Facts): RemittancePaid {
  const issues = new Issues();
  const given = TARGETS.filter((field) => input[field]);
  if (given.length === 0) issues.add('account_fk', 'required');
  for (const field of given.slice(1)) issues.add(field, 'delivered_to_one');
  if (input.account_fk === data.remittance_account_fk) issues.add('account_fk', 'accounts_must_differ');
  if (input.account_fk) {
    issues.throwIfAny();
    return { ...paidOut(data, { ...input, account_fk: input.account_fk }, facts), remittance: data };
  }
  checkPaidOn(data, input.date, issues);
  known(facts, issues, 'supplier_fk', 'supplier', input.supplier_fk);
  const account = known(facts, issues, 'ledger_account_fk', 'ledger_account', input.ledger_account_fk);
  if (account && account.data['heading'] !== 'liabilities') issues.add('ledger_account_fk', 'payable_account_expected');
  issues.throwIfAny();
  const when = { date: input.date, time: timeOf(input, facts), account_fk: null, account_type: null };
  if (input.ledger_account_fk) {
    const valued = data.currency_fk === data.system_currency_fk ? {} : { foreign_value: 'book_value' as const };
    return { ...when, ledger_account_fk: input.ledger_account_fk, ...valued, remittance: data };
  }
  const open = facts.openItems.filter((item) => item.date <= input.date);
  const allocations = oldestFirst(money(data.amount), open, {
    unit: unitOf(data.currency_fk, facts),
    outlet: data.outlet_fk,
    actor: facts.actor,
    currency: data.currency_fk,
  });
  return { ...when, supplier_fk: input.supplier_fk ?? 0, allocations, remittance: data };
}

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
