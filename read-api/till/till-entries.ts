/**
 * `GET pos_sales/{id}/till_entries`, `closing_drawers/{id}/till_entries`: the till entries of a document, each with its
 * place in the chain of its device and its broken rules in words; and the errors of the chain there. For a drawer:
 * between its first and last entry.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { type ChainFinding, chainFindings, type StoredEntry } from '../../domain/till/chain-findings.ts';
import { drawerDocument } from '../../domain/till/drawer.document.ts';
import { posSaleDocument } from '../../domain/till/receipts/pos-sale.document.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import type { Language } from '../../domain/values/language.ts';
import { isObject, type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import { languageOf } from '../../identity/language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { findDocument } from '../details/find.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { withNames } from '../lists/names.ts';
import { ruleSentences } from './rule-words.ts';

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());

const Document = Type.Object({ document_kind: Type.String(), document_id: Type.Integer(), number: Text() });
const Finding = Type.Object(
  {
    /** Missing numbers, a duplicate number, an entry that does not match its predecessor. */
    kind: Type.Enum(['gap', 'double', 'changed']),
    till_fk: Whole(),
    till_name: Text(),
    from: Type.Integer(),
    to: Type.Integer(),
    documents: Type.Array(Document),
  },
  { title: 'TillChainFinding' },
);
const Entry = Type.Object(
  {
    uuid: Type.String(),
    /** Type of the event. */
    event: Type.String(),
    till_fk: Whole(),
    till_name: Text(),
    sequence: Type.Integer(),
    made_at: Type.String(),
    /** What stands on the paper, where the entry is booked on another day or time. */
    printed_at: Text(),
    /** Correction of the device's clock in milliseconds. */
    clock_offset: Type.Integer(),
    user_fk: Whole(),
    user_name: Text(),
    approved_by_fk: Whole(),
    approved_by_name: Text(),
    /** State of the chain at this entry. */
    chain: Type.Enum(['whole', 'gap', 'double', 'changed']),
    /** Messages in the person's language. */
    rules: Type.Array(Type.String()),
    /** Null while pending, and when no rule was broken. */
    note: Text(),
    reviewed_by_fk: Whole(),
    reviewed_by_name: Text(),
  },
  { title: 'TillEntry' },
);
const Entries = Type.Object(
  {
    entries: Type.Array(Entry),
    findings: Type.Array(Finding),
    /** The receipt that this one replaces, and the receipts that replace this one. */
    replaces: Type.Array(Document),
    replaced_by: Type.Array(Document),
  },
  { title: 'TillEntries' },
);

export const tillEntriesRoutes = [posSaleDocument, drawerDocument].map(tillEntriesRoute);

function tillEntriesRoute(declaration: DocumentDeclaration) {
  const { one, a } = kindWords(declaration);
  return declareRead({
    url: `/${declaration.resource}/:id/till_entries`,
    permission: `${declaration.resource}/show`,
    reads: ['documents', 'records'],
    params: IdParams,
    answer: Entries,
    operationId: `list${one}TillEntries`,
    tag: declaration.folder,
    summary: `What tills entered of ${a}, and whether anything is missing, double or changed there`,
    handle: ({ reader, person, params, request }) =>
      inSnapshot(reader, async (snapshot) => {
        const id = Number(params['id']);
        const { data } = await findDocument(snapshot, declaration, id, person);
        const own = objectsOf(membersOf(data)['entries']);
        const all = declaration.kind === 'drawer' ? [...own, ...(await entriesAt(snapshot, id))] : own;
        const findings = await findingsOf(snapshot, all);
        return {
          entries: await withNames(
            snapshot,
            own.map((entry) => entryRow(entry, findings, languageOf(request))),
            NAMED,
          ),
          findings: await withNames(snapshot, await withDocuments(snapshot, findings)),
          ...(await replacements(snapshot, declaration, id, membersOf(data)['replaces_fk'])),
        };
      }),
  });
}

async function replacements(snapshot: Snapshot, { kind }: DocumentDeclaration, id: number, replaces: unknown) {
  if (kind !== posSaleDocument.kind) return { replaces: [], replaced_by: [] };
  const { rows } = await sql<{ document_kind: string; document_id: number; number: string | null }>`
    select d.kind as document_kind, d.id as document_id, d.number from read.document d
    where d.kind = 'pos_sale' and (d.id = ${typeof replaces === 'number' ? replaces : 0}
      or (d.data ->> 'replaces_fk' is not null and (d.data ->> 'replaces_fk')::int = ${id} and d.status in ('complete', 'refunded')))
    order by d.id`.execute(snapshot);
  return {
    replaces: rows.filter(({ document_id }) => document_id === replaces),
    replaced_by: rows.filter(({ document_id }) => document_id !== replaces),
  };
}

const NAMED = { reviewed_by_fk: 'user', approved_by_fk: 'user' };

interface FoundOf {
  readonly finding: ChainFinding;
  readonly till_fk: number;
  readonly enrolment: string;
}

function entryRow(entry: Members, found: readonly FoundOf[], language: Language) {
  const { uuid, event, till_fk, sequence, made_at, printed_at, clock_offset } = entry;
  const { cashier_fk, approved_by_fk, broken, enrolment } = entry;
  const review = membersOf(entry['review']);
  const number = Number(sequence);
  const here = found.find(
    (one) => one.enrolment === enrolment && (one.finding.to === number || isGapBefore(one.finding, number)),
  );
  return {
    uuid: String(uuid),
    event: String(event),
    till_fk: wholeIn(till_fk),
    sequence: number,
    made_at: String(made_at),
    printed_at: textIn(printed_at),
    clock_offset: Number(clock_offset),
    user_fk: wholeIn(cashier_fk),
    approved_by_fk: wholeIn(approved_by_fk),
    chain: here?.finding.kind ?? ('whole' as const),
    rules: ruleSentences(broken, language),
    note: textIn(review['note']),
    reviewed_by_fk: wholeIn(review['user_fk']),
  };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const wholeIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const isGapBefore = ({ kind, to }: ChainFinding, number: number): boolean => kind === 'gap' && to === number - 1;

/** Entries of receipts and refunds at a drawer. */
async function entriesAt(snapshot: Snapshot, drawer: number): Promise<readonly Members[]> {
  const { rows } = await sql<{ entries: unknown }>`
    select d.data -> 'entries' as entries from read.document d where d.kind = 'pos_sale' and d.data ? 'entries' and (
      (d.data ->> 'drawer_fk')::int = ${drawer}
      or (d.data #> '{refunds,0}' is not null and d.data -> 'refunds' @> jsonb_build_array(jsonb_build_object('drawer_fk', ${drawer}::int)))
    )`.execute(snapshot);
  return rows.flatMap(({ entries }) => objectsOf(entries)).filter(({ drawer_fk }) => drawer_fk === drawer);
}

async function findingsOf(snapshot: Snapshot, entries: readonly Members[]): Promise<readonly FoundOf[]> {
  const byEnrolment = Map.groupBy(entries, ({ enrolment }) => String(enrolment));
  const found = [...byEnrolment].map(async ([enrolment, own]) => {
    const numbers = own.map(({ sequence }) => Number(sequence));
    const between = { from: Math.min(...numbers), to: Math.max(...numbers) };
    const stored = await storedBetween(snapshot, enrolment, between);
    const till_fk = Number(own[0]?.['till_fk']);
    return chainFindings(stored, between).map((finding) => ({ finding, till_fk, enrolment }));
  });
  return (await Promise.all(found)).flat();
}

/** Includes the last entry before: documents with one entry by their index, and the few with several. */
async function storedBetween(
  snapshot: Snapshot,
  enrolment: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly StoredEntry[]> {
  const { rows } = await sql<{ document: string; entry: unknown }>`
    with found as materialized (
      select d.kind || '-' || d.id as document, e as entry, (e ->> 'sequence')::int as sequence
      from read.document d cross join lateral jsonb_array_elements(d.data -> 'entries') e
      where d.data ? 'entries' and d.data #>> '{entries,0,enrolment}' = ${enrolment}
        and (d.data #>> '{entries,0,sequence}')::int between coalesce((
          select max((b.data #>> '{entries,0,sequence}')::int) from read.document b
          where b.data ? 'entries' and b.data #>> '{entries,0,enrolment}' = ${enrolment}
            and (b.data #>> '{entries,0,sequence}')::int < ${from}), 0) and ${to}
      union
      select d.kind || '-' || d.id, e, (e ->> 'sequence')::int
      from read.document d cross join lateral jsonb_array_elements(d.data -> 'entries') e
      where d.data #> '{entries,1}' is not null
        and d.data -> 'entries' @> jsonb_build_array(jsonb_build_object('enrolment', ${enrolment}::text))
    )
    select document, entry from found where entry ->> 'enrolment' = ${enrolment} and sequence <= ${to}
      and sequence >= coalesce((select max(sequence) from found where entry ->> 'enrolment' = ${enrolment} and sequence < ${from}), 0)`.execute(
    snapshot,
  );
  return rows.flatMap(({ document, entry }) => (isStored(entry) ? [{ ...entry, document }] : []));
}

const isStored = (value: unknown): value is Omit<StoredEntry, 'document'> =>
  isObject(value) && typeof value['sequence'] === 'number' && typeof value['hash'] === 'string';

async function withDocuments(snapshot: Snapshot, found: readonly FoundOf[]) {
  const streams = found.flatMap(({ finding }) => finding.documents);
  const { rows } = await sql<{ stream: string; document_kind: string; document_id: number; number: string | null }>`
    select d.kind || '-' || d.id as stream, d.kind as document_kind, d.id as document_id, d.number from read.document d
    where (d.kind, d.id) in (select substring(s from '^(.*)-[0-9]+$'), substring(s from '[0-9]+$')::int
      from unnest(${streams}::text[]) s)`.execute(snapshot);
  return found.map(({ finding: { kind, from, to, documents }, till_fk }) => ({
    kind,
    till_fk,
    from,
    to,
    documents: rows.flatMap(({ stream, ...document }) => (documents.includes(stream) ? [document] : [])),
  }));
}
