/** The donation: its events, and its rules: a cause, an amount above zero, and the account that pays. */

import type { Facts } from '../../../domain/deciding/facts.ts';
import {
  checkPlace,
  known,
  type SettledCurrency,
  settleCurrency,
  settlePayment,
  timeOf,
} from '../../../domain/documents/document-rules.ts';
import { type AtOnceEvent, atOnceDecider } from '../../../domain/documents/immediate.ts';
import { readMoney } from '../../../domain/values/money.ts';
import { Issues } from '../../../domain/values/refusal.ts';
import type { DonationInput } from './donation.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** Stream: `donation-<id>` */
export const DONATION = 'donation';

export interface Donation extends SettledCurrency {
  readonly outlet_fk: number;
  readonly expense_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly note: string | null;
}

export type DonationEvent = AtOnceEvent<typeof DONATION, Donation>;

export const donation = atOnceDecider<typeof DONATION, DonationInput, Donation>(DONATION, donationFacts);

function donationFacts(input: DonationInput, facts: Facts): Donation {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  if ((readMoney(input.amount) ?? 0n) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const donated: Donation = {
    outlet_fk: input.outlet_fk,
    expense_type_fk: input.expense_type_fk,
    date: input.date,
    time: timeOf(input, facts),
    amount: input.amount,
    ...settleCurrency(input, 'out', facts, issues),
    ...settlePayment({ ...input, payment_type: 'cash' }, null, 'expense_type_fk', facts, issues),
    note: input.note ?? null,
  };
  issues.throwIfAny();
  return donated;
}
