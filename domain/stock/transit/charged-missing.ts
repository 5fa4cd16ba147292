/**
 * Goods that were written off on their way can be charged to a person, such as the driver: at what they cost when they
 * were sent, or at an amount that was agreed. The arrival stores the amount, so the debt stays when costs change later.
 */
import { arrivedOf, sentOf } from '../../batches/arrived.ts';
import type { Facts } from '../../deciding/facts.ts';
import type { ReadModelQuery } from '../../deciding/read-model-query.ts';
import { known, systemCurrency, unitOf } from '../../documents/document-rules.ts';
import { divideRounded } from '../../values/fixed-point.ts';
import { membersOf } from '../../values/members.ts';
import { type Money, money, printMoney, roundTo, sum, toMoney, ZERO } from '../../values/money.ts';
import { type Issues, permissionMissing } from '../../values/refusal.ts';
import type { ReceiveTransitInput } from './transit.schema.ts';
import type { Arrival, Arrived, Transit } from './transit-events.ts';

/** What a line cost when it was sent. */
export interface SentCost {
  readonly line_id: number;
  readonly value: string;
}

type Charge = Pick<ReceiveTransitInput, 'charged_user_fk' | 'charged_amount'>;

export const SEES_COST = 'items/show_cost';
export const CHARGES = 'stocks/charge_missing';

/** The query for a charge at cost. */
export const askedOfCharge = (
  { charged_user_fk, charged_amount }: Charge,
  document: string,
): ReadModelQuery | undefined => (charged_user_fk && !charged_amount ? { of: 'sent_costs', document } : undefined);

export function chargedOf(
  { charged_user_fk, charged_amount }: Charge,
  { data, missing }: { readonly data: Transit; readonly missing: readonly Arrived[] },
  facts: Facts,
  issues: Issues,
): Pick<Arrival, 'charged_user_fk' | 'charged_amount'> {
  if (!charged_user_fk) {
    if (charged_amount) issues.add('charged_user_fk', 'required');
    return {};
  }
  if (!facts.actor.can(CHARGES)) {
    issues.list.push(permissionMissing(CHARGES, 'charged_user_fk'));
    return {};
  }
  // Who may not see costs does not learn them by charging somebody.
  if (!charged_amount && !facts.actor.can(SEES_COST)) {
    issues.list.push(permissionMissing(SEES_COST, 'charged_amount'));
    return {};
  }
  known(facts, issues, 'charged_user_fk', 'user', charged_user_fk);
  if (missing.length === 0) {
    issues.add('charged_user_fk', 'nothing_is_missing');
    return {};
  }
  const amount = charged_amount ? money(charged_amount) : costOf(data, missing, facts);
  if (amount <= 0n) issues.add('charged_amount', 'greater_than', { value: '0' });
  return { charged_user_fk, charged_amount: printMoney(amount) };
}

/** The missing share of what each line cost, in an amount that can be paid. */
export function costOf({ lines }: Transit, missing: readonly Arrived[], facts: Facts): Money {
  const costs = Array.isArray(facts.queryResult) ? facts.queryResult.map(membersOf) : [];
  const shares = lines.map((line) => {
    const value = costs.find(({ line_id }) => line_id === line.line_id)?.['value'];
    const sent = sentOf(line);
    return value === undefined || sent === 0n
      ? ZERO
      : toMoney(divideRounded(money(String(value)) * arrivedOf(line, missing), sent));
  });
  return roundTo(sum(shares), unitOf(systemCurrency(facts), facts));
}
