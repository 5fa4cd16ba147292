/**
 * A payment reminder to a customer about overdue documents. It has no postings; it is stored so that the next reminder
 * of the same documents has a higher level. A reminder that was not delivered can be reversed.
 */

import { dueDate } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, known, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { type AtOnceDecider, type AtOnceEvent, type AtOnceState, atOnceDecider } from '../documents/immediate.ts';
import { money } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { CustomerData } from './customer.record.ts';
import type { PaymentReminderInput } from './payment-reminder.schema.ts';

/** Stream: `payment_reminder-<id>` */
export const PAYMENT_REMINDER = 'payment_reminder';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface RemindedDocument {
  readonly document: string;
  readonly currency_fk: number;
  readonly date: string;
  readonly due_date: string;
  /** The open amount of the document, in its currency. */
  readonly amount: string;
  /** Number of reminders of the document, including this one; equal for all its currencies. */
  readonly times: number;
}

export interface PaymentReminder {
  readonly outlet_fk: number;
  readonly customer_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly letter_language: PaymentReminderInput['letter_language'];
  /** The highest `times` of its documents; 1 is the first reminder. */
  readonly reminder_level: number;
  readonly note: string | null;
  readonly documents: readonly RemindedDocument[];
}

export type PaymentReminderEvent = AtOnceEvent<typeof PAYMENT_REMINDER, PaymentReminder>;
export type PaymentReminderState = AtOnceState<PaymentReminder>;

/** Prefix of the level claims that count the reminders of each document of a customer. */
export const remindedPrefix = (customer: number): string => `reminded:customer-${customer}:`;

export const paymentReminder: AtOnceDecider<typeof PAYMENT_REMINDER, PaymentReminderInput, PaymentReminder> =
  atOnceDecider(PAYMENT_REMINDER, reminderFacts);

function reminderFacts(input: PaymentReminderInput, facts: Facts): PaymentReminder {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const documents = input.documents.flatMap(({ document }, index) => {
    const field = `documents.${index}.document`;
    if (input.documents.findIndex((other) => other.document === document) !== index) issues.add(field, 'unique');
    return reminded(document, field, input, facts, issues);
  });
  issues.throwIfAny();
  const { outlet_fk, customer_fk, date, letter_language, note = null } = input;
  const reminder_level = Math.max(...documents.map(({ times }) => times));
  return { outlet_fk, customer_fk, date, time: timeOf(input, facts), letter_language, reminder_level, note, documents };
}

/**
 * The due debts of a document: an opening balance has one in each currency. Only open and due documents of the actor's
 * outlets are accepted.
 */
function reminded(
  document: string,
  field: string,
  { customer_fk, date }: PaymentReminderInput,
  facts: Facts,
  issues: Issues,
): RemindedDocument[] {
  const debts = facts.openItems.filter((item) => item.document === document && money(item.amount) > 0n);
  const [, kind = '', id = '0'] = /^(.*)-(\d+)$/.exec(document) ?? [];
  if (debts.length === 0 || facts.document(kind, Number(id)) === undefined) {
    issues.add(field, 'not_open');
    return [];
  }
  const customer = facts.record<CustomerData>('customer', customer_fk)?.data;
  const times = Number(facts.level(`${remindedPrefix(customer_fk)}${document}`)) + 1;
  const all = debts.map((item): RemindedDocument => {
    const currency_fk = item.currency ?? systemCurrency(facts);
    return {
      document,
      currency_fk,
      date: item.date,
      due_date: dueDate(item, customer),
      amount: item.amount,
      times,
    };
  });
  const due = all.filter(({ due_date }) => due_date < date);
  if (due.length === 0) issues.add(field, 'not_overdue', { value: all[0]?.due_date ?? date });
  return due;
}
