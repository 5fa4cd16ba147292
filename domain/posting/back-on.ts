/**
 * The reversal of money on a later day: the mirror image of what its document posted, on that day. Foreign money leaves
 * its account at the average of the day, so that the difference is realised then (docs/decisions/0196).
 */
import { isCashAccount } from '../chart/chart.ts';
import type { ReversedOn } from '../documents/immediate.ts';
import { type Posting, posting, reversed } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { effectiveTime } from '../values/effective-date.ts';

export function backOn<Data extends { readonly system_currency_fk: number }>(
  post: (document: Data, stream: string) => Posting,
): (of: ReversedOn<Data>, stream: string) => Posting {
  return ({ document, date }, stream) => {
    const back = reversed(post(document, stream));
    const lines = back.lines.filter(({ account }) => account.key !== 'inter-outlet');
    const leaves = lines.some(({ account, foreign }) => isCashAccount(account) && foreign < 0n);
    const effective = effectiveTime(date, null, leaves ? 'out' : 'in');
    return posting(effective, lines, foreignCash(lines), back.openItems, document.system_currency_fk);
  };
}
