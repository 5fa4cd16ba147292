/**
 * Payments and returns of a sale or purchase, for its page. A payment that the person may not see, or that belongs to
 * another outlet, is listed with its day and amount only: the unpaid amount shows it anyway.
 */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { PaymentOf, ReturnOf } from '../../domain/registry/answers.schema.ts';
import { documents } from '../../domain/registry/documents.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { allOf, documentScope, rowScope } from '../http/scope.ts';

type Payment = Static<typeof PaymentOf>;
type Return = Static<typeof ReturnOf>;

const declared = new Map(documents.map((declaration) => [declaration.kind, declaration]));

/** True for a person who may list or show documents of the kind. */
export function maySee(person: Person, kind: string): boolean {
  const resource = declared.get(kind)?.resource;
  return resource !== undefined && person.can(`${resource}/index##${resource}/show`);
}

export async function settlementsOf(
  snapshot: Snapshot,
  { kind, owed }: DocumentDeclaration,
  id: number,
  person: Person,
): Promise<{ readonly payments?: readonly Payment[]; readonly returns?: readonly Return[] }> {
  if (!owed) return {};
  return {
    payments: await paymentsOf(snapshot, kind, id, owed.returns ?? '', person),
    returns: await returnsOf(snapshot, owed, id, person),
  };
}

/** Changes of the document's open item by its party, except returns; oldest first. */
async function paymentsOf(
  snapshot: Snapshot,
  kind: string,
  id: number,
  returns: string,
  person: Person,
): Promise<Payment[]> {
  const stream = `${kind}-${id}`;
  const { rows } = await sql<Payment & { readonly seen: boolean }>`
    select s.document, s.document_kind, s.document_id, d.number, s.date, s.amount,
      (d.id is not null and ${allOf(rowScope(person, { outlet: sql`d.outlet_fk` }))}) as seen
    from (
      select o.by_document as document, substring(o.by_document from '^(.*)-[0-9]+$') as document_kind,
        substring(o.by_document from '[0-9]+$')::int as document_id, max(o.effective_date) as date, -sum(o.amount) as amount
      from read.open_item_change o
      join read.document own on own.kind = ${kind} and own.id = ${id} and own.party = o.party
        and own.currency_fk = o.currency_fk
      where o.document = ${stream} and o.by_document <> ${stream}
      group by o.by_document having sum(o.amount) <> 0
    ) s
    left join read.document d on d.kind = s.document_kind and d.id = s.document_id
    where s.document_kind <> ${returns}
    order by s.date, s.document_kind, s.document_id`.execute(snapshot);
  return rows.map(({ seen, ...row }) => {
    if (seen && maySee(person, row.document_kind ?? '')) return row;
    return { ...row, document: null, document_kind: null, document_id: null, number: null };
  });
}

/** Unreversed returns with their credits. */
async function returnsOf(
  snapshot: Snapshot,
  owed: NonNullable<DocumentDeclaration['owed']>,
  id: number,
  person: Person,
): Promise<Return[]> {
  const { returns, origin } = owed;
  if (returns === undefined || origin === undefined || !maySee(person, returns)) return [];
  const { rows } = await sql<Return>`
    select d.kind || '-' || d.id as document, d.kind as document_kind, d.id as document_id, d.number, d.date,
      d.status, d.payment_type, d.total as amount
    from read.document d
    where d.kind = ${returns} and (d.data ->> ${origin})::int = ${id} and d.status <> 'discarded'
      and ${documentScope(person, declared.get(returns))}
    order by d.date, d.id`.execute(snapshot);
  return rows;
}
