/**
 * Balances of accounts as at a day as known at a position, from sums of changes per month and day, never from
 * all lines. What is known is a whole number of recorded months, whole days of the month in which it ends, and
 * lines of the day in which it ends. Of such a month and day either the part before the position is added, or
 * the part after it is taken away from the whole, whichever has fewer events: asking for what was known a
 * moment ago costs next to nothing, and so does asking for the beginning of the day.
 */
import { type RawBuilder, sql } from 'kysely';
import { readDate } from '../../domain/kernel/effective-date.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Condition } from '../lists/list.ts';
import { type Known, positionsAt } from './known-at.ts';

export interface BalancesAsked {
  /** `YYYY-MM-DD`; undefined is without end. */
  readonly asAt: string | undefined;
  readonly known: Known | undefined;
  /** On `outlet_fk` and `account`, which all three sources have. */
  readonly where: readonly Condition[];
}

export interface AccountBalance {
  readonly account: number;
  readonly currency_fk: number;
  /** System currency, debit positive; decimal strings. */
  readonly base: string;
  readonly foreign_amount: string;
}

type Sign = 1 | -1;
interface Part {
  readonly sign: Sign;
  readonly source: 'month' | 'day' | 'line';
  readonly conditions: readonly Condition[];
}

export async function accountBalances(snapshot: Snapshot, asked: BalancesAsked): Promise<AccountBalance[]> {
  const parts = asked.known
    ? await knownParts(snapshot, asked.asAt, asked.known)
    : monthsUntil(1, asked.asAt, undefined);
  const { rows } = await sql<AccountBalance>`
    select account, currency_fk, sum(base) as base, sum(foreign_amount) as foreign_amount
    from (${sql.join(
      parts.map((part) => statement(part, asked.where)),
      sql` union all `,
    )}) parts
    group by account, currency_fk`.execute(snapshot);
  return rows;
}

function statement({ sign, source, conditions }: Part, where: readonly Condition[]): RawBuilder<unknown> {
  const by = sql.lit(sign);
  const all = [...conditions, ...where];
  const filter = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
  if (source === 'line') {
    return sql`select account, currency_fk, ${by} * sum(base) as base, ${by} * sum(foreign_amount) as foreign_amount
      from read.journal_line ${filter} group by account, currency_fk`;
  }
  return sql`select account, currency_fk, ${by} * sum(debit - credit) as base,
    ${by} * sum(foreign_debit - foreign_credit) as foreign_amount
    from ${sql.raw(`read.movement_${source}`)} ${filter} group by account, currency_fk`;
}

/** Whole recorded months before `recordedBefore` (its first day); of the effective month of `asAt` its days. */
function monthsUntil(sign: Sign, asAt: string | undefined, recordedBefore: string | undefined): Part[] {
  const month = recordedBefore === undefined ? [] : [sql<boolean>`recorded_month < ${recordedBefore}::date`];
  if (asAt === undefined) return [{ sign, source: 'month', conditions: month }];
  const day = recordedBefore === undefined ? [] : [sql<boolean>`recorded_date < ${recordedBefore}::date`];
  const first = firstOfMonth(asAt);
  const inMonth = sql<boolean>`effective_date >= ${first}::date and effective_date <= ${asAt}::date`;
  return [
    { sign, source: 'month', conditions: [sql`effective_month < ${first}::date`, ...month] },
    { sign, source: 'day', conditions: [inMonth, ...day] },
  ];
}

async function knownParts(
  snapshot: Snapshot,
  asAt: string | undefined,
  { position, recordedDate }: Known,
): Promise<Part[]> {
  const effective = asAt === undefined ? [] : [sql<boolean>`effective_date <= ${asAt}::date`];
  const days = (sign: Sign, condition: Condition): Part => ({
    sign,
    source: 'day',
    conditions: [condition, ...effective],
  });
  const lines = (sign: Sign, condition: Condition): Part => ({
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

  // The last day is still open: the books may know more of it than the events do in the same moment.
  const until = dayEnd < head ? sql`position <= ${dayEnd}` : sql`recorded_date < ${nextDay}::date`;
  const afterwards: Condition = sql`position > ${position} and ${until}`;
  const parts = monthBefore
    ? [
        ...monthsUntil(1, asAt, month),
        days(1, sql`recorded_date >= ${month}::date and recorded_date < ${dayBefore ? recordedDate : nextDay}::date`),
      ]
    : [
        ...monthsUntil(1, asAt, nextMonth),
        days(
          -1,
          sql`recorded_date >= ${dayBefore ? recordedDate : nextDay}::date and recorded_date < ${nextMonth}::date`,
        ),
      ];
  parts.push(dayBefore ? lines(1, sql`position > ${dayStart} and position <= ${position}`) : lines(-1, afterwards));
  return parts;
}

const lastMomentBefore = (day: string): string => `${shift(day, -1)}T23:59:59.999999Z`;
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const dayAfter = (day: string): string => shift(day, 1);
const monthAfter = (day: string): string => firstOfMonth(shift(firstOfMonth(day), 31));

/** The day so many days later. */
export function shift(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  const shifted = date.toISOString().slice(0, 10);
  return readDate(shifted) ?? day;
}
