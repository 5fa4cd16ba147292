/** The payment reminder as a document: it has a number and no postings. */
import type { LevelClaim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { type AtOnceCommand, possibleAtOnce } from '../documents/immediate.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { reasoned } from '../schemas/transitions.ts';
import { validDate } from '../values/effective-date.ts';
import { PAYMENT_REMINDER_HELD, PaymentReminderBody, type PaymentReminderInput } from './payment-reminder.schema.ts';
import {
  PAYMENT_REMINDER,
  type PaymentReminderEvent,
  type PaymentReminderState,
  paymentReminder,
  remindedPrefix,
} from './payment-reminder.ts';

export const paymentReminderDocument = declareDocument<
  PaymentReminderState,
  AtOnceCommand<PaymentReminderInput>,
  PaymentReminderEvent
>()({
  kind: PAYMENT_REMINDER,
  resource: 'payment_reminders',
  folder: 'parties',
  decider: paymentReminder,
  body: PaymentReminderBody,
  held: PAYMENT_REMINDER_HELD,
  create: (input: PaymentReminderInput) => [{ type: 'complete', input }],
  transitions: { reverse: reasoned('destroy', 'reverse') },
  possible: possibleAtOnce,
  postings: { 'payment_reminder.completed': NOTHING, 'payment_reminder.reversed': NOTHING },
  postingsOf: () => [],
  claims: (before, after) => [...counted(before, '-1'), ...counted(after, '1')],
  numbered: {
    event: 'payment_reminder.completed',
    prefix: 'RL-',
    inForceBeforePosting: true,
    of: series,
  },
  place,
  openItems: (input) =>
    input['customer_fk'] ? { party: `customer-${input['customer_fk']}`, withDueDays: true } : undefined,
  levels: (input) => (typeof input['customer_fk'] === 'number' ? [remindedPrefix(input['customer_fk'])] : []),
  reversalRefusals: REVERSAL_REFUSALS,
});

/** Level claims that count the reminders of each document. */
function counted(state: PaymentReminderState, delta: string): LevelClaim[] {
  if (state.status !== 'complete') return [];
  const { customer_fk, documents } = state.data;
  // A document in several currencies is there once for each of them.
  const days = new Map(documents.map(({ document, date }) => [document, date]));
  return [...days].map(([document, date]) => ({
    kind: 'level',
    key: `${remindedPrefix(customer_fk)}${document}`,
    day: validDate(date),
    delta,
    field: 'documents',
    message: 'protected',
  }));
}
