/** The lines of a figure, each with its document, its event and its person. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { whereAll } from '../../lists/list.ts';
import { fetchNames } from '../../lists/names.ts';
import { userId } from '../../lists/record-list.ts';
import type { Page } from '../../reports/running.ts';
import { eventsOfLines } from '../events-of-lines.ts';
import { fromTable, readUnit } from './lines.ts';
import type { FigureQuery, OfLines, Source } from './made.ts';
import { printUnit } from './value.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const Id = () => Type.Union([Type.Integer(), Type.Null()]);

export const LinePart = Type.Object({
  /** `explain/line` takes it as a parameter: the journal, the stock ledger, or the changes of open items. */
  source: Type.Enum(['journal', 'stock', 'open']),
  position: Type.String(),
  /** The line's number in its source; for goods, the movement's place in its posting. */
  line_no: Type.Integer(),
  effective_date: Type.String(),
  recorded_at: Type.String(),
  account: Id(),
  account_key: Text(),
  account_name: Text(),
  kind: Type.String(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  cause_position: Type.String(),
  event_type: Type.String(),
  actor_name: Text(),
  device: Text(),
  reason: Text(),
  item_fk: Id(),
  inventory_fk: Id(),
});
type LinePart = Static<typeof LinePart>;

type Stored = Omit<LinePart, 'source' | 'actor_name' | 'account_key' | 'account_name'> & {
  readonly amount: string;
  readonly actor: string;
  /** The lines are ordered by it. */
  readonly effective_at: string;
};

const COLUMNS = {
  journal: sql`j.line_no, j.kind, j.account, j.item_fk, j.inventory_fk, j.cause_position`,
  stock: sql`j.move_line::int as line_no, j.kind, null::int as account, j.item_fk, j.inventory_fk, j.move_position as cause_position`,
  open: sql`j.line_no, 'normal' as kind, null::int as account, null::int as item_fk, null::int as inventory_fk,
    j.position as cause_position`,
} satisfies Record<Source, unknown>;

/** In effective order. */
export async function lineParts(
  { snapshot, chart }: FigureQuery,
  lines: OfLines,
  page: Page,
): Promise<{ readonly amount: string; readonly line: LinePart }[]> {
  const { rows } = await sql<Stored>`
    with l as materialized (
      select j.position, j.effective_date, j.effective_at, j.recorded_at, j.document, j.document_kind, j.document_id,
        ${lines.amount} as amount, ${COLUMNS[lines.source]}
      from ${fromTable(lines)} ${whereAll(lines.where)}
      order by j.effective_at, j.position, line_no limit ${page.perPage} offset ${page.offset}
    ), e as materialized (${eventsOfLines(sql`l`)})
    select l.*, d.number, e.type as event_type, e.actor, e.device, e.reason
    from l join e on e.position = l.position
    left join read.document d on d.kind = l.document_kind and d.id = l.document_id
    order by l.effective_at, l.position, l.line_no`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.map(({ actor }) => `user-${userId(actor) ?? 0}`),
  );
  return rows.map(({ amount, actor, effective_at: _, ...line }) => {
    const account = line.account === null ? undefined : chart.get(line.account);
    const named = { account_key: account?.key ?? null, account_name: account?.name ?? null };
    const actor_name = nameOf('user', actor) ?? actor;
    return {
      amount: printUnit(lines.unit, readUnit(lines.unit, amount)),
      line: { ...line, ...named, source: lines.source, actor_name },
    };
  });
}
