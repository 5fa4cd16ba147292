/** What lists and pages say of a document that is owed: when it is due, and what must be paid to settle it. */
import { type RawBuilder, sql } from 'kysely';
import type { DocumentDeclaration } from '../../domain/kernel/document.ts';
import type { Column } from './list.ts';

/** A party's documents are due so many days after their own day as the party may be overdue (read-api/reports/ageing.ts); of a draft and of cash there is none. */
const DUE_DATE = sql`(case when d.payment_type = 'on_account' and d.payment_status is not null then d.date + coalesce((
  select (p.data ->> 'overdue_days')::int from read.record p
  where p.kind = split_part(d.party, '-', 1) and p.id = split_part(d.party, '-', 2)::int), 0) end)`;

/** The amount next to what is unpaid that can be paid: documents from before decisions/0069 may be open with a fraction. */
const REMAINING = sql`round(d.unpaid, coalesce((
  select (c.data ->> 'decimals')::int from read.record c where c.kind = 'currency' and c.id = d.currency_fk), 4))`;

/** To be selected beside the columns of all documents `d`. */
export const owedSelection = ({ owed }: DocumentDeclaration): RawBuilder<unknown>[] =>
  owed ? [sql`${DUE_DATE} as due_date`, sql`${REMAINING} as remaining`] : [];

export const owedColumns = ({ owed }: DocumentDeclaration): Readonly<Record<string, Column>> =>
  owed ? { due_date: { kind: 'date', value: DUE_DATE }, remaining: { kind: 'amount', value: REMAINING } } : {};
