/** One record or document within the person's outlets and inventories; otherwise 404. */
import { sql } from 'kysely';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { hasNamesByLanguage } from '../../domain/records/record-name.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { EventRow } from '../database/tables.ts';
import { allOf, documentScope, notFound, rowScope } from '../http/scope.ts';
import { narrowed } from '../lists/document-list.ts';
import type { Row } from '../lists/names.ts';
import { owedSelection } from '../lists/owed-columns.ts';

type Db = Reader | Snapshot;

export async function findRecord(db: Db, declaration: RecordDeclaration, id: number, person: Person): Promise<Row> {
  const { kind } = declaration;
  const scope = allOf(rowScope(person, { outlet: sql`r.outlet_fk`, inventory: sql`r.inventory_fk` }));
  const { rows } = await sql<Row>`
    select r.id, r.active, r.revision, r.created_at, r.created_by, r.updated_at, r.updated_by, r.data
      ${hasNamesByLanguage(declaration) ? sql`, ${shownName('r')} as shown_name` : sql``}
    from read.record r where r.kind = ${kind} and r.id = ${id} and ${scope}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function findDocument(db: Db, declaration: DocumentDeclaration, id: number, person: Person): Promise<Row> {
  const scope = documentScope(person, declaration);
  const owed = owedSelection(declaration).map((selected) => sql`${selected}, `);
  const { rows } = await sql<Row>`
    select d.id, d.status, d.number, d.date, d.outlet_fk, d.inventory_fk, d.party, d.currency_fk, d.rate, d.payment_type,
      d.gross, d.discount, d.tax, d.net, d.total, d.total_base, d.unpaid, d.paid, d.payment_status, d.received_status,
      d.reference_number, d.note, d.revision, d.created_at, d.created_by, d.updated_at, d.updated_by,
      ${owed.length > 0 ? sql.join(owed, sql``) : sql``} d.data
    from read.document d where d.kind = ${declaration.kind} and d.id = ${id} and ${narrowed(declaration)} and ${scope}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

export type StoredEvent = Pick<
  EventRow,
  'position' | 'recorded_at' | 'type' | 'v' | 'revision' | 'actor' | 'outlet_fk' | 'device' | 'reason' | 'data'
>;

/** The events of several streams of a kind, of each in order. */
export const eventsOfMany = (db: Db, kind: string, ids: readonly number[]) =>
  ofKind(db, kind).select('entity_id').where('entity_id', 'in', ids).orderBy('entity_id').orderBy('revision').execute();

const ofKind = (db: Db, kind: string) =>
  db
    .selectFrom('read.event')
    .select(['position', 'recorded_at', 'type', 'v', 'revision', 'actor', 'outlet_fk', 'device', 'reason', 'data'])
    .where('kind', '=', kind);

/** The events of a stream in order. */
export function eventsOf(db: Db, kind: string, id: number): Promise<StoredEvent[]> {
  return ofKind(db, kind).where('entity_id', '=', id).orderBy('revision').execute();
}
