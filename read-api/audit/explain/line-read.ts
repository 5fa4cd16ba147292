/** Reads one line of the journal, of the stock ledger, or of the open items, if the person may see it. */

import { sql } from 'kysely';
import { keysOf } from '../../../domain/values/members.ts';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import { notFound, rowScope, seesCost } from '../../http/scope.ts';
import { whereAll } from '../../lists/list.ts';
import type { Condition } from '../../lists/list-source.ts';
import type { Source } from './made.ts';

export interface LineQuery {
  readonly position?: string;
  readonly line_no?: string;
  /** Default: the journal. */
  readonly source?: string;
  readonly cause_position?: string;
  readonly item_fk?: string;
  readonly inventory_fk?: string;
  /** A figure that contains the line. */
  readonly figure?: string;
}

export interface StoredLine {
  readonly source: Source;
  readonly position: string;
  readonly line_no: number;
  readonly kind: string;
  readonly effective_date: string;
  /** For a prior-period adjustment: the day in a closed year that it concerns. */
  readonly true_date?: string | null;
  readonly account: number | null;
  readonly base: string | null;
  readonly currency_fk: number | null;
  readonly foreign_amount: string | null;
  readonly quantity: string | null;
  readonly rate: string | null;
  readonly party: string | null;
  readonly item_fk: number | null;
  readonly inventory_fk: number | null;
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly cause_position: string;
  /** `line_id` of its movement of goods or foreign cash. */
  readonly line_id: number | null;
}

/** Throws 404 for a line that does not exist or is outside the person's scope. */
export async function readLine(snapshot: Snapshot, person: Person, requested: LineQuery): Promise<StoredLine> {
  const source = keysOf(READ).find((name) => name === (requested.source ?? 'journal'));
  const found = source && (await READ[source](snapshot, person, requested));
  if (!found) throw notFound();
  return found;
}

type Read = (snapshot: Snapshot, person: Person, requested: LineQuery) => Promise<StoredLine | undefined>;

const READ: Readonly<Record<Source, Read>> = {
  journal: async (snapshot, person, { position, line_no: line }) => {
    const own: Condition[] = [sql`j.position = ${position}`, sql`j.line_no = ${Number(line)}`];
    const { rows } = await sql<StoredLine>`
      select 'journal' as source, j.position, j.line_no, j.kind, j.effective_date, j.account, j.base, j.currency_fk,
        j.true_date, j.foreign_amount, null as quantity, j.rate, j.party, j.item_fk, j.inventory_fk, j.document, j.document_kind,
        j.document_id, j.cause_position, j.line_id
      from read.journal_line j ${whereAll([...own, ...rowScope(person, { outlet: sql`j.outlet_fk` })])}`.execute(
      snapshot,
    );
    return rows[0];
  },
  stock: async (
    snapshot,
    person,
    { position, line_no: line, cause_position: movement, item_fk: item, inventory_fk },
  ) => {
    const own: Condition[] = [
      sql`j.position = ${position}`,
      sql`j.move_line = ${Number(line)}`,
      sql`j.move_position = ${movement ?? position}`,
      sql`j.item_fk = ${Number(item ?? 0)}`,
      sql`j.inventory_fk = ${Number(inventory_fk ?? 0)}`,
    ];
    const { rows } = await sql<StoredLine>`
      select 'stock' as source, j.position, j.move_line::int as line_no, j.kind, j.effective_date, null::int as account,
        ${seesCost(person) ? sql`j.value` : sql`null`} as base, null::int as currency_fk, null as foreign_amount, j.quantity,
        null as rate, null as party, j.item_fk, j.inventory_fk, j.document, j.document_kind, j.document_id,
        j.move_position as cause_position, j.move_line::int as line_id
      from read.stock_line j ${whereAll([...own, ...rowScope(person, { inventory: sql`j.inventory_fk` })])}
      order by j.kind = 'share'`.execute(snapshot);
    return rows[0];
  },
  open: async (snapshot, person, { position, line_no: line }) => {
    const own: Condition[] = [
      sql`o.position = ${position}`,
      sql`o.line_no = ${Number(line)}`,
      ...rowScope(person, { outlet: sql`o.outlet_fk` }),
    ];
    const { rows } = await sql<StoredLine>`
      select 'open' as source, o.position, o.line_no, 'normal' as kind, o.effective_date, null::int as account, null as base,
        o.currency_fk, o.amount as foreign_amount, null as quantity, null as rate, o.party, null::int as item_fk,
        null::int as inventory_fk, o.document, d.kind as document_kind, d.id as document_id, o.position as cause_position,
        null::int as line_id
      from read.open_item_change o join read.document d on o.document = d.kind || '-' || d.id ${whereAll(own)}`.execute(
      snapshot,
    );
    return rows[0];
  },
};
