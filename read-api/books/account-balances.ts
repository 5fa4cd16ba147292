/**
 * Balances of accounts as at a day as known at a position, from daily and monthly sums of changes, never from all
 * lines. The known lines are whole recorded months, whole days of the last month, and single lines of the last day. For
 * the last month and day either the part before the position is added, or the part after it is subtracted from the
 * whole, whichever has fewer events: positions near the start or the end of a period are cheap.
 */
import { type RawBuilder, sql } from 'kysely';
import { readDate } from '../../domain/values/effective-date.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Condition } from '../lists/list-source.ts';
import { type Known, positionsAt } from './known-at.ts';

export interface BalancesQuery {
  /** First day that counts, for movements of a period; undefined means from the beginning. */
  readonly from?: string | undefined;
  /** `YYYY-MM-DD`; undefined means no end. */
  readonly asAt: string | undefined;
  readonly known: Known | undefined;
  /** Conditions on `outlet_fk` and `account`, which all three sources have. */
  readonly where: readonly Condition[];
  /** Excludes closing entries of financial years, so that income and expenses of closed years still count. */
  readonly withoutClosing?: boolean | undefined;
  /** One row for each outlet or effective month, named in `part`; default a single row. */
  readonly by?: Part | undefined;
}

export type Part = 'outlet' | 'month';

export interface AccountBalance {
  readonly account: number;
  readonly currency_fk: number;
  /** Id of the outlet, or effective month (`2026-03`); empty for a single row. */
  readonly part: string;
  /** System currency, debit positive; decimal strings. */
  readonly base: string;
  readonly foreign_amount: string;
  /** `base` and `foreign_amount` are debit less credit. */
  readonly debit: string;
  readonly credit: string;
  readonly foreign_debit: string;
  readonly foreign_credit: string;
}

type Sign = 1 | -1;
type Source = 'month' | 'day' | 'line';
interface Share {
  readonly sign: Sign;
  readonly source: Source;
  readonly conditions: readonly Condition[];
}

/** The effective days that count. */
interface Days {
  readonly from: string | undefined;
  readonly asAt: string | undefined;
}

export async function accountBalances(snapshot: Snapshot, requested: BalancesQuery): Promise<AccountBalance[]> {
  const days = { from: requested.from, asAt: requested.asAt };
  const shares = requested.known ? await knownShares(snapshot, days, requested.known) : inDays(1, days, undefined);
  const { rows } = await sql<AccountBalance>`
    select account, currency_fk, part, sum(debit - credit) as base, sum(foreign_debit - foreign_credit) as foreign_amount,
      sum(debit) as debit, sum(credit) as credit, sum(foreign_debit) as foreign_debit, sum(foreign_credit) as foreign_credit
    from (${sql.join(
      shares.map((share) => statement(share, requested)),
      sql` union all `,
    )}) shares
    group by account, currency_fk, part`.execute(snapshot);
  return rows;
}

const AMOUNTS = ['debit', 'credit', 'foreign_debit', 'foreign_credit'] as const;
/** The same amounts for a single line. */
const OF_LINE: Readonly<Record<(typeof AMOUNTS)[number], RawBuilder<unknown>>> = {
  debit: sql`greatest(base, 0)`,
  credit: sql`greatest(-base, 0)`,
  foreign_debit: sql`greatest(foreign_amount, 0)`,
  foreign_credit: sql`greatest(-foreign_amount, 0)`,
};
const TABLES: Readonly<Record<Source, RawBuilder<unknown>>> = {
  month: sql`read.movement_month`,
  day: sql`read.movement_day`,
  line: sql`read.journal_line`,
};

function statement({ sign, source, conditions }: Share, requested: BalancesQuery): RawBuilder<unknown> {
  const { where, by, withoutClosing } = requested;
  const earned = source === 'line' ? sql<boolean>`kind <> 'closing'` : sql<boolean>`not is_closing`;
  const all = [...conditions, ...where, ...(withoutClosing ? [earned] : [])];
  const filter = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
  const sums = AMOUNTS.map(
    (name) => sql`${sql.lit(sign)} * sum(${source === 'line' ? OF_LINE[name] : sql.ref(name)}) as ${sql.ref(name)}`,
  );
  return sql`select account, currency_fk, ${partOf(by, source)} as part, ${sql.join(sums)}
    from ${TABLES[source]} ${filter} group by 1, 2, 3`;
}

function partOf(by: Part | undefined, source: Source): RawBuilder<unknown> {
  if (by === 'outlet') return sql`outlet_fk::text`;
  if (by === 'month')
    return sql`to_char(${sql.ref(source === 'month' ? 'effective_month' : 'effective_date')}, 'YYYY-MM')`;
  return sql`''`;
}

/**
 * Whole effective months, and the days of the first and last month; recorded in whole months before `recordedBefore`
 * (its first day).
 */
function inDays(sign: Sign, { from, asAt }: Days, recordedBefore: string | undefined): Share[] {
  const month = recordedBefore === undefined ? [] : [sql<boolean>`recorded_month < ${recordedBefore}::date`];
  const day = recordedBefore === undefined ? [] : [sql<boolean>`recorded_date < ${recordedBefore}::date`];
  const firstWhole = from === undefined || from === firstOfMonth(from) ? from : monthAfter(from);
  const begin = firstWhole === undefined ? [] : [sql<boolean>`effective_month >= ${firstWhole}::date`];
  const end = asAt === undefined ? [] : [sql<boolean>`effective_month < ${firstOfMonth(asAt)}::date`];
  const shares: Share[] = [{ sign, source: 'month', conditions: [...begin, ...end, ...month] }];
  const days = (first: string, conditions: readonly Condition[]): Share => ({
    sign,
    source: 'day',
    conditions: [sql`effective_date >= ${first}::date`, ...conditions, ...day],
  });
  const until = asAt === undefined ? [] : [sql<boolean>`effective_date <= ${asAt}::date`];
  if (from !== undefined && firstWhole !== from)
    shares.push(days(from, [sql`effective_date < ${firstWhole}::date`, ...until]));
  if (asAt !== undefined) {
    const last = firstOfMonth(asAt);
    shares.push(days(firstWhole !== undefined && firstWhole > last ? firstWhole : last, until));
  }
  return shares;
}

async function knownShares(snapshot: Snapshot, requested: Days, { position, recordedDate }: Known): Promise<Share[]> {
  const effective = [
    ...(requested.from === undefined ? [] : [sql<boolean>`effective_date >= ${requested.from}::date`]),
    ...(requested.asAt === undefined ? [] : [sql<boolean>`effective_date <= ${requested.asAt}::date`]),
  ];
  const days = (sign: Sign, condition: Condition): Share => ({
    sign,
    source: 'day',
    conditions: [condition, ...effective],
  });
  const lines = (sign: Sign, condition: Condition): Share => ({
    sign,
    source: 'line',
    conditions: [condition, ...effective],
  });

  const [month, nextMonth, nextDay] = [firstOfMonth(recordedDate), monthAfter(recordedDate), dayAfter(recordedDate)];
  const [monthStart = 0n, dayStart = 0n, dayEnd = 0n, monthEnd = 0n, head = 0n] = await positionsAt(snapshot, [
    ...[month, recordedDate, nextDay, nextMonth].map(lastMomentBefore),
    'infinity',
  ]);
  const monthBefore = position - monthStart <= monthEnd - position;
  const dayBefore = position - dayStart <= dayEnd - position;

  // The last day is still open: the sums may include events after the position.
  const until = dayEnd < head ? sql`position <= ${dayEnd}` : sql`recorded_date < ${nextDay}::date`;
  const afterwards: Condition = sql`position > ${position} and ${until}`;
  const shares = monthBefore
    ? [
        ...inDays(1, requested, month),
        days(1, sql`recorded_date >= ${month}::date and recorded_date < ${dayBefore ? recordedDate : nextDay}::date`),
      ]
    : [
        ...inDays(1, requested, nextMonth),
        days(
          -1,
          sql`recorded_date >= ${dayBefore ? recordedDate : nextDay}::date and recorded_date < ${nextMonth}::date`,
        ),
      ];
  shares.push(dayBefore ? lines(1, sql`position > ${dayStart} and position <= ${position}`) : lines(-1, afterwards));
  return shares;
}

const lastMomentBefore = (day: string): string => `${shift(day, -1)}T23:59:59.999999Z`;
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const dayAfter = (day: string): string => shift(day, 1);
const monthAfter = (day: string): string => firstOfMonth(shift(firstOfMonth(day), 31));

/** The day `days` later. */
export function shift(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  const shifted = date.toISOString().slice(0, 10);
  return readDate(shifted) ?? day;
}
