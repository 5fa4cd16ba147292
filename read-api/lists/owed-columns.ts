/** The columns of documents with an open amount: due date and amount to settle, and how long a credit is awaited. */
import { type RawBuilder, sql } from 'kysely';
import { daysBetween } from '../../domain/debts/due-date.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { PURCHASE_RETURN } from '../../domain/purchasing/purchase-return-events.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { shopToday } from '../http/today.ts';
import type { Column } from './list-source.ts';
import type { Row } from './names.ts';

/**
 * The first day on which a part that is unpaid is due, and of a paid document the last one: payments settle the parts that
 * are due first. A draft has the day that was typed, if any. A document of an earlier version has no due day of its own:
 * its day plus the days that the customer may be overdue (read-api/reports/ageing.ts). Null in cash.
 */
export const DUE_DATE = sql`(case when d.payment_type = 'on_account' then case
  when d.dues is not null then coalesce((
    select min(u.day) from (
      select s.day, sum(s.amount) over (order by s.day) as upto
      from jsonb_to_recordset(d.dues) as s (day date, amount numeric)
    ) u where u.upto > d.due - d.unpaid), (d.dues -> -1 ->> 'day')::date)
  when d.payment_status is null then (d.data ->> 'due_date')::date
  else coalesce((d.data ->> 'true_date')::date, d.date) + coalesce((
    select (p.data ->> 'overdue_days')::int from read.record p
    where p.kind = split_part(d.party, '-', 1) and p.id = split_part(d.party, '-', 2)::int), 0) end end)`;

/** The unpaid amount rounded to a payable one: documents older than decisions/0069 may have fractions. */
const REMAINING = sql`round(d.unpaid, coalesce((
  select (c.data ->> 'decimals')::int from read.record c where c.kind = 'currency' and c.id = d.currency_fk), 4))`;

/** Parts of the total: total + costs = paid + returned + allowed + not due + not coming + unpaid. */
const PARTS = {
  costs_amount: sql`d.costs`,
  returned_amount: sql`(d.returned + d.own_returned)`,
  allowed_amount: sql`(d.allowed + d.own_allowed)`,
  not_due_amount: sql`d.not_due`,
  not_coming_amount: sql`d.not_coming`,
};

/** Selected in addition to the common columns of documents `d`. */
export const owedSelection = ({ owed }: DocumentDeclaration): RawBuilder<unknown>[] =>
  owed
    ? [
        sql`${DUE_DATE} as due_date`,
        sql`${REMAINING} as remaining`,
        ...Object.entries(PARTS).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
      ]
    : [];

export const owedColumns = ({ owed }: DocumentDeclaration): Readonly<Record<string, Column>> =>
  owed
    ? {
        due_date: { kind: 'date', value: DUE_DATE },
        remaining: { kind: 'amount', value: REMAINING },
        ...Object.fromEntries(Object.entries(PARTS).map(([name, value]) => [name, { kind: 'amount', value } as const])),
      }
    : {};

/**
 * Adds `days_waiting` to each purchase return: the days of the shop since its goods were sent, as in the report of claims
 * against suppliers; null when no credit is awaited.
 */
export async function withDaysWaiting(
  reader: Reader | Snapshot,
  kind: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (kind !== PURCHASE_RETURN || rows.length === 0) return rows;
  const today = await shopToday(reader);
  const since = ({ status, date }: Row) => (status === 'credit_awaited' ? daysBetween(String(date), today) : null);
  return rows.map((row) => ({ ...row, days_waiting: since(row) }));
}
