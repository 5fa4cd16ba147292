/**
 * `GET search`: documents by number and reference; items and parties by name, code, barcode and mobile; batches by
 * number, which open their recall; only those that the person may see.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { documents } from '../domain/registry/documents.ts';
import { records } from '../domain/registry/records.ts';
import { reports } from '../domain/registry/reports.ts';
import { defined } from '../domain/values/defined.ts';
import { foldForSearch } from '../domain/values/folding.ts';
import type { Person } from '../identity/person.ts';
import { DOCUMENT_PAGES } from '../web/shared/navigation/document-pages.ts';
import { calledLines } from './batches/called-batches.ts';
import { shownName } from './database/names-by-language.ts';
import type { Reader } from './database/reader-type.ts';
import { Query, SearchText } from './http/query.schema.ts';
import { declareRead } from './http/route.ts';
import { allOf, documentScope, rowScope } from './http/scope.ts';
import { InUnits, withUnits } from './lists/in-units.ts';
import { anyOf } from './lists/list.ts';
import { fetchNames } from './lists/names.ts';
import { codesTyped, foldedCode, hasCode, searchCondition } from './lists/search.ts';

/** The web addresses of records, to be followed by the id. */
const RECORD_PAGES: Readonly<Record<string, string>> = {
  item: '/warehouse/items',
  customer: '/customers/customers',
  supplier: '/suppliers/suppliers',
};
const HITS_MAX = 8;
const BATCHES_MAX = 4;
const RECALL = defined(reports.find(({ name }) => name === 'batch_recall'));
const PIECES = defined(reports.find(({ name }) => name === 'serial_numbers'));

const Hit = Type.Object({
  kind: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  /** Code and mobile of a record, item of a batch, party and outlet of a document. */
  subtitle: Type.Union([Type.String(), Type.Null()]),
  /** Day of a document, last expiry of a batch. */
  date: Type.Union([Type.String(), Type.Null()]),
  /** Total of a document with a party, or price of the usual unit of an item, in its currency. */
  total: Type.Union([Type.String(), Type.Null()]),
  /** Null for the system currency too. */
  currency_fk: Type.Union([Type.Integer(), Type.Null()]),
  /** Of goods: in base units, in the inventories of the person. */
  stock: Type.Union([Type.String(), Type.Null()]),
  /** The stock in the units of the item, the largest first; empty for whatever has no stock. */
  in_units: InUnits(),
  /** Its page, with the parameters of a report. */
  path: Type.String(),
});
type Hit = Static<typeof Hit>;

export const findAnythingRoute = declareRead({
  url: '/search',
  permission: 'signed_in',
  reads: ['documents', 'records', 'books', 'events'],
  query: Query({ q: SearchText() }),
  answer: Type.Array(Hit),
  operationId: 'findAnything',
  tag: 'operations',
  summary: 'Documents, items, parties and batches by whatever is known of them',
  handle: async ({ reader, person, query }) => {
    const typed = query['q'] ?? '';
    if (foldForSearch(typed).length < 2) return [];
    const documents = await foundDocuments(reader, person, typed);
    return [
      ...documents.filter(({ isNamed }) => isNamed),
      ...(await foundRecords(reader, person, typed)),
      ...(await foundBatches(reader, person, typed)),
      ...documents.filter(({ isNamed }) => !isNamed),
    ].map(({ isNamed: _isNamed, ...hit }) => hit);
  },
});

/** A document is named when the typed number is its own: `42` names S-000042. */
type Found = Hit & { readonly isNamed?: boolean };
/** What only documents have. */
const WITHOUT_FIGURES: Pick<Hit, 'date' | 'total' | 'currency_fk' | 'stock' | 'in_units'> = {
  date: null,
  total: null,
  currency_fk: null,
  stock: null,
  in_units: [],
};

/** Matches the numbers of documents that end with the typed number; undefined for other text. */
function ownNumber(typed: string): string | undefined {
  const digits = /^0*(\d{1,9})$/.exec(foldForSearch(typed))?.[1];
  return digits === undefined ? undefined : `(^|[^0-9])0*${digits}$`;
}

/** Of the unit in which an item is sold when nothing else is said. */
const USUAL_PRICE = sql`(
  select u.unit ->> 'sale_price' from jsonb_array_elements(r.data -> 'item_units') with ordinality u (unit, place)
  order by (u.unit ->> 'is_default')::boolean desc nulls last, u.place limit 1)`;

const mayFind = (person: Person, resource: string): boolean => person.can(`${resource}/index##${resource}/show`);

async function foundRecords(reader: Reader, person: Person, typed: string): Promise<Found[]> {
  const kinds = records
    .filter(({ kind, resource }) => RECORD_PAGES[kind] && mayFind(person, resource))
    .map(({ kind }) => kind);
  if (kinds.length === 0) return [];
  const { rows } = await sql<Pick<Hit, 'kind' | 'id' | 'title' | 'subtitle' | 'total' | 'currency_fk' | 'stock'>>`
    select r.kind, r.id, ${shownName('r')} as title, ${USUAL_PRICE} as total,
      (r.data ->> 'price_currency_fk')::int as currency_fk,
      case when r.kind = 'item' and r.data ->> 'item_type' is distinct from 'service' then coalesce((
        select trim_scale(sum(l.quantity)) from read.stock_level l where l.item_fk = r.id
          and ${allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))}), 0)::text end as stock,
      nullif(concat_ws(' · ', coalesce(r.data ->> 'item_code', r.data ->> 'code'), r.data ->> 'mobile'), '') as subtitle
    from read.record r
    where r.active and r.kind = any(${kinds}::text[]) and ${searchCondition(sql`r.search`, typed)}
      and ${allOf(rowScope(person, { outlet: sql`r.outlet_fk`, inventory: sql`r.inventory_fk` }))}
    order by ${hasCode(typed)} desc, length(r.search), r.name limit ${HITS_MAX}`.execute(reader);
  const goods = await withUnits(
    reader,
    rows.filter(({ stock }) => stock !== null),
    ({ id, stock }) => ({ item_fk: id, quantity: stock ?? '0' }),
  );
  return rows.map((row) => {
    const { in_units } = goods.find(({ kind, id }) => kind === row.kind && id === row.id) ?? WITHOUT_FIGURES;
    return { ...WITHOUT_FIGURES, ...row, in_units, path: `${RECORD_PAGES[row.kind]}/${row.id}` };
  });
}

/** By the beginning of the number; a batch is at the items whose packages bear it. */
async function foundBatches(reader: Reader, person: Person, typed: string): Promise<Found[]> {
  const [mayRecall, mayTrace] = [RECALL, PIECES].map(({ permission }) => person.can(permission));
  if (!mayRecall && !mayTrace) return [];
  const number = foldedCode(sql`j.batch_number`);
  const isPiece = sql<boolean>`coalesce(i.data ->> 'serial_numbers', 'none') <> 'none'`;
  const { rows } = await sql<{
    item_fk: number;
    batch_number: string;
    item: string;
    expires: string | null;
    is_piece: boolean;
  }>`
    select j.item_fk, j.batch_number, ${shownName('i')} as item, max(j.expire_date)::text as expires, ${isPiece} as is_piece
    from (${calledLines(rowScope(person, { outlet: sql`j.outlet_fk`, inventory: sql`j.inventory_fk` }), undefined)}) j
    join read.record i on i.kind = 'item' and i.id = j.item_fk
    where ${anyOf(codesTyped(typed).map((begin) => sql`starts_with(${number}, ${begin})`))}
      and case when ${isPiece} then ${mayTrace}::boolean else ${mayRecall}::boolean end
    group by j.item_fk, j.batch_number, 3, 5
    order by length(j.batch_number), j.batch_number, j.item_fk limit ${BATCHES_MAX}`.execute(reader);
  return rows.map(({ item_fk, batch_number, item, expires, is_piece }) => ({
    kind: 'batch',
    id: item_fk,
    title: batch_number,
    subtitle: item,
    ...WITHOUT_FIGURES,
    date: expires,
    path: is_piece
      ? `${PIECES.path}?${new URLSearchParams({ item_fk: String(item_fk), serial_number: batch_number })}`
      : `${RECALL.path}?${new URLSearchParams({ item_fk: String(item_fk), batch_number })}`,
  }));
}

async function foundDocuments(reader: Reader, person: Person, typed: string): Promise<Found[]> {
  // Documents without numbers are not searched.
  const seen = documents.filter(
    ({ kind, resource, numbered }) => numbered && DOCUMENT_PAGES.has(kind) && mayFind(person, resource),
  );
  if (seen.length === 0) return [];
  const named = ownNumber(typed);
  const isNamed = named === undefined ? sql<boolean>`false` : sql<boolean>`coalesce(d.number ~ ${named}, false)`;
  const { rows } = await sql<{
    kind: string;
    id: number;
    number: string | null;
    date: string | null;
    party: string | null;
    outlet_fk: number | null;
    currency_fk: number | null;
    total: string;
    is_named: boolean;
  }>`
    select d.kind, d.id, d.number, d.date, d.party, d.outlet_fk, d.currency_fk, d.total, ${isNamed} as is_named
    from read.document d
    where d.kind = any(${seen.map(({ kind }) => kind)}::text[]) and d.status <> 'discarded'
      and ${searchCondition(sql`d.search`, typed)}
      and ${documentScope(person)}
    order by is_named desc, length(d.search), d.date desc, d.id desc limit ${HITS_MAX}`.execute(reader);
  const streams = rows.flatMap(({ party, outlet_fk }) => [party, outlet_fk === null ? null : `outlet-${outlet_fk}`]);
  const nameOf = await fetchNames(
    reader,
    streams.filter((stream) => stream !== null),
  );
  return rows.map(({ kind, id, number, date, party, outlet_fk, currency_fk, total, is_named }) => ({
    kind,
    id,
    isNamed: is_named,
    title: number ?? `${kind}-${id}`,
    subtitle:
      [party === null ? null : nameOf(undefined, party), nameOf('outlet', outlet_fk)].filter(Boolean).join(' · ') ||
      null,
    ...WITHOUT_FIGURES,
    date,
    ...(party === null ? {} : { total, currency_fk }),
    path: `${DOCUMENT_PAGES.get(kind)?.path}/${id}`,
  }));
}
