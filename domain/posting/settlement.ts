/**
 * What a settlement posts (docs/accounting.md, section 5). Each party as a transaction without money posts it, and
 *
 *   with an account       the account takes what the books have of the settled documents, in the system currency
 *   with another party    realised exchange takes the difference of both sides' rates
 */

import { accountOf } from '../chart/chart.ts';
import { type Settlement, sidesOf } from '../debts/settlement-events.ts';
import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { negate, sum } from '../values/money.ts';
import { postedWithParty } from './transaction.ts';

/** `document` is the stream of the settlement. */
export function postSettlement(of: Settlement, document: string): Posting {
  const sides = sidesOf(of).map((each) => postedWithParty(each.side, each.of, document));
  const lines = sides.flatMap((each) => each.lines);
  const contra = contraLine(of, lines);
  const items = sides.flatMap((each) => each.openItems);
  return posting(effectiveTime(of.date, of.time, 'out'), [contra, ...lines], [], items, of.system_currency_fk);
}

/** It balances the entry. */
function contraLine(of: Settlement, lines: readonly EntryLine[]): EntryLine {
  const account = of.account === null ? ({ key: 'fx-realised' } as const) : accountOf(of.account);
  if (!account) throw new RangeError(`no account ${of.account}`);
  const base = negate(sum(lines.map((line) => line.base)));
  return { account, outlet: of.outlet_fk, base, currency: of.system_currency_fk, foreign: base, rate: undefined };
}
