/** Rules of a layaway: prices, deposit and reservation are those of an order; the last day and what becomes of the deposit are its own. */

import type { Facts } from '../../../domain/deciding/facts.ts';
import { known } from '../../../domain/documents/document-rules.ts';
import type { Delivery } from '../../../domain/sales/orders/online-order-events.ts';
import { cancelled, confirmed, deliveredFacts, orderFacts } from '../../../domain/sales/orders/online-order-rules.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import { postedNow } from '../../../domain/values/posting-time.ts';
import { Issues } from '../../../domain/values/refusal.ts';
import type { CollectInput, LayawayInput } from './layaway.schema.ts';
import type { Cancelled, Layaway, Opened } from './layaway-events.ts';

/** The data of a draft. Throws Refusal. */
export function layawayFacts({ expire_date, income_type_fk, ...ordered }: LayawayInput, facts: Facts): Layaway {
  const issues = new Issues();
  known(facts, issues, 'income_type_fk', 'income_type', income_type_fk);
  if (!readDate(expire_date)) issues.add('expire_date', 'date');
  else if (expire_date < ordered.date) issues.add('expire_date', 'date_too_early', { value: ordered.date });
  issues.throwIfAny();
  const { account_fk } = ordered.prepayment;
  const { prepayment, ...order } = orderFacts({ ...ordered, payment_type: 'cash', account_fk }, facts);
  if (prepayment === undefined) throw new Error('the order lost its prepayment');
  return { ...order, prepayment, expire_date, ...(income_type_fk ? { income_type_fk } : {}) };
}

/** The deposit is received at the moment at which the layaway is opened, if that is on its day. */
export function openedFacts(draft: Layaway, facts: Facts): Opened {
  const now = postedNow(draft, facts);
  const { order, reserves } = confirmed(now, { accepted_minutes: null }, facts);
  const { date, time } = now;
  return { ...now, ...order, prepayment: { ...now.prepayment, date, time }, reserves };
}

/** The sale of the goods, less the deposit. */
export function collectedFacts(layaway: Layaway, input: CollectInput, facts: Facts): Delivery {
  const { expire_date, income_type_fk: _kept, ...order } = layaway;
  const issues = new Issues();
  if ((input.date ?? facts.today) > expire_date) issues.add('date', 'date_too_far_ahead', { value: expire_date });
  issues.throwIfAny();
  return deliveredFacts(order, input, facts);
}

/** After the last day no reason is needed. */
export function cancelledFacts(layaway: Layaway, reason: string | null, facts: Facts): Cancelled {
  const issues = new Issues();
  if (!reason && facts.today <= layaway.expire_date) issues.add('reason', 'required');
  issues.throwIfAny();
  const { refund } = cancelled(layaway, { reason }, facts);
  if (refund === null) throw new Error('the layaway has no deposit');
  return { reason, refund, income_type_fk: layaway.income_type_fk ?? null };
}
