/**
 * A general journal on `goods-received-not-billed` (docs/decisions/0230). Documents post this account and clear it: goods and
 * their bill, a cost and its goods. A journal may clear what is left there; one that leaves more than there was is asked about,
 * because no bill and no goods will ever clear it.
 */
import { accountOf } from '../chart/chart.ts';
import { lineBaseAmount } from '../chart/journal-line.ts';
import type { Facts } from '../deciding/facts.ts';
import type { ReadModelQuery } from '../deciding/read-model-query.ts';
import { membersOf, objectsOf } from '../values/members.ts';
import { magnitude, money, sum } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { GeneralJournal } from './general-journal-events.ts';

export interface UnbilledInOutlet {
  readonly outlet_fk: number;
  /** Debits less credits, in the system currency. */
  readonly base: string;
}

const isAccrual = (account: unknown): boolean =>
  typeof account === 'number' && accountOf(account)?.key === 'goods-received-not-billed';

/** The query for a journal that is posted with lines on the account. */
export function askedOfAccruals(
  input: Readonly<Record<string, unknown>>,
  commands: readonly { readonly type: string }[],
): ReadModelQuery | undefined {
  const lines = objectsOf(input['lines']).filter(({ account }) => isAccrual(account));
  if (lines.length === 0 || !commands.some(({ type }) => type === 'post')) return undefined;
  const outlets = lines.map(({ outlet_fk }) => Number(outlet_fk ?? input['outlet_fk']));
  return { of: 'unbilled', outlets: [...new Set(outlets)] };
}

/** Asks before a journal leaves an outlet with more on the account than there was. What was there is not told. */
export function askAboutAccruals(
  { lines, system_currency_fk }: GeneralJournal,
  { queryResult, confirmed }: Facts,
): void {
  if (confirmed || !Array.isArray(queryResult)) return;
  const issues = new Issues();
  const known = queryResult.map(membersOf);
  const own = lines.filter(({ account }) => isAccrual(account));
  for (const [outlet, moved] of Map.groupBy(own, ({ outlet_fk }) => outlet_fk)) {
    const before = money(String(known.find(({ outlet_fk }) => outlet_fk === outlet)?.['base'] ?? '0'));
    const after = sum([before, ...moved.map((line) => lineBaseAmount(line, system_currency_fk).base)]);
    const isCleared = after === 0n || (before < 0n === after < 0n && magnitude(after) <= magnitude(before));
    const index = lines.findIndex((line) => line.outlet_fk === outlet && isAccrual(line.account));
    if (!isCleared) issues.ask(`lines.${index}.account`, 'nothing_clears_this');
  }
  issues.throwIfAny();
}
