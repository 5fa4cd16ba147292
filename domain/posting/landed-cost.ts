/**
 * What a landed cost posts when it is completed (docs/accounting.md, section 3):
 *
 *   debit  goods received not billed  in the outlet of each purchase, its part
 *   credit cash or payable            who is paid
 *
 * Each purchase posts what its goods take of its part (later-cost.ts).
 */

import { type Posting, posting } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import { openedBy } from '../entries/open-items.ts';
import type { LandedCost } from '../purchasing/costs/landed-cost-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money } from '../values/money.ts';
import { convert } from '../values/rate.ts';
import { waiting } from './later-cost.ts';
import { balanced, carried, dueOfSupplier, owed } from './purchase.ts';

/** `document` is the stream of the landed cost, under which its debt is open. */
export function postLandedCost(cost: LandedCost, document: string): Posting {
  const { system_currency_fk: system, outlet_fk: outlet } = cost;
  const worth = (amount: string) => convert(money(amount), cost.currency_fk, system, carried(cost, system).rate);
  const paid = owed(cost, cost, [{ foreign: money(cost.amount), base: worth(cost.amount) }]);
  const given = inMoneyGiven(cost, system, [paid]);
  const parts = cost.lines.map(({ outlet_fk = outlet, purchase_share: share = '0' }) =>
    waiting(outlet_fk, system, worth(share)),
  );
  return posting(
    effectiveTime(cost.date, cost.time, 'out'),
    balanced(cost, [...given, ...parts]),
    foreignCash(given),
    openedBy([paid], cost.date, document, [dueOfSupplier(cost, cost.due_date)]),
  );
}
