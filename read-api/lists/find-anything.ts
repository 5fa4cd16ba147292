/**
 * `GET search`: documents by number and reference; items and parties by name, code, barcode and mobile; only those that
 * the person may see.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { documents } from '../../domain/documents.ts';
import { foldForSearch } from '../../domain/kernel/folding.ts';
import { records } from '../../domain/records.ts';
import type { Person } from '../../identity/person.ts';
import { DOCUMENT_PAGES } from '../../web/shell/document-pages.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader.ts';
import { Query, SearchText } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { allOf, documentScope, rowScope } from '../http/scope.ts';
import { fetchNames } from './names.ts';
import { searchCondition } from './search.ts';

/** The web addresses of records, to be followed by the id. */
const RECORD_PAGES: Readonly<Record<string, string>> = {
  item: '/warehouse/items',
  customer: '/customers/customers',
  supplier: '/suppliers/suppliers',
};
const HITS_MAX = 8;

const Hit = Type.Object({
  kind: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  subtitle: Type.Union([Type.String(), Type.Null()]),
  path: Type.String(),
});
type Hit = Static<typeof Hit>;

export const findAnythingRoute: ReadRoute = {
  url: '/search',
  permission: 'signed_in',
  reads: ['documents', 'records'],
  query: Query({ q: SearchText() }),
  answer: Type.Array(Hit),
  operationId: 'findAnything',
  tag: 'operations',
  summary: 'Documents, items and parties by whatever is known of them',
  handle: async ({ reader, person, query }) => {
    const typed = query['q'] ?? '';
    if (foldForSearch(typed).length < 2) return [];
    return [...(await foundRecords(reader, person, typed)), ...(await foundDocuments(reader, person, typed))];
  },
};

const mayFind = (person: Person, resource: string): boolean => person.can(`${resource}/index##${resource}/show`);

async function foundRecords(reader: Reader, person: Person, typed: string): Promise<Hit[]> {
  const kinds = records
    .filter(({ kind, resource }) => RECORD_PAGES[kind] && mayFind(person, resource))
    .map(({ kind }) => kind);
  if (kinds.length === 0) return [];
  const { rows } = await sql<Omit<Hit, 'path'>>`
    select r.kind, r.id, ${shownName('r')} as title,
      nullif(concat_ws(' · ', coalesce(r.data ->> 'item_code', r.data ->> 'code'), r.data ->> 'mobile'), '') as subtitle
    from read.record r
    where r.active and r.kind = any(${kinds}::text[]) and ${searchCondition(sql`r.search`, typed)}
      and ${allOf(rowScope(person, { outlet: sql`r.outlet_fk`, inventory: sql`r.inventory_fk` }))}
    order by length(r.search), r.name limit ${HITS_MAX}`.execute(reader);
  return rows.map((row) => ({ ...row, path: `${RECORD_PAGES[row.kind]}/${row.id}` }));
}

async function foundDocuments(reader: Reader, person: Person, typed: string): Promise<Hit[]> {
  // Documents without numbers are not searched.
  const seen = documents.filter(
    ({ kind, resource, numbered }) => numbered && DOCUMENT_PAGES.has(kind) && mayFind(person, resource),
  );
  if (seen.length === 0) return [];
  const { rows } = await sql<{
    kind: string;
    id: number;
    number: string | null;
    date: string | null;
    party: string | null;
  }>`
    select d.kind, d.id, d.number, d.date, d.party from read.document d
    where d.kind = any(${seen.map(({ kind }) => kind)}::text[]) and d.status <> 'discarded'
      and ${searchCondition(sql`d.search`, typed)}
      and ${documentScope(person)}
    order by length(d.search), d.date desc, d.id desc limit ${HITS_MAX}`.execute(reader);
  const nameOf = await fetchNames(
    reader,
    rows.flatMap(({ party }) => (party === null ? [] : [party])),
  );
  return rows.map(({ kind, id, number, date, party }) => ({
    kind,
    id,
    title: number ?? `${kind}-${id}`,
    subtitle: [date, party === null ? null : nameOf(undefined, party)].filter(Boolean).join(' · ') || null,
    path: `${DOCUMENT_PAGES.get(kind)?.path}/${id}`,
  }));
}
