/** `GET r/{id}`: a record or document in its current state, with the names of its references. */

import { LEFT_OUT } from '../../domain/deciding/set-aside.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { documentAnswer, recordAnswer } from '../../domain/registry/answers.schema.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { membersOf } from '../../domain/values/members.ts';
import { withCalledBatches } from '../batches/called-goods.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdParams, Query } from '../http/query.schema.ts';
import type { Asked, ReadRoute } from '../http/route.ts';
import { documentRow } from '../lists/document-list.ts';
import { withStepNames } from '../lists/document-steps.ts';
import { type Row, withNames } from '../lists/names.ts';
import { figuresOf } from '../lists/record-figures.ts';
import { recordRow } from '../lists/record-list.ts';
import { eventsOf, findDocument, findRecord } from './find.ts';
import { withNumbers } from './numbers.ts';
import { dataOn, OF_DAY } from './record-of-day.ts';
import { settlementsOf } from './settlements.ts';

/** The permission to look a record up is enough: documents show its name, and their lines its prices and terms. */
export function showRecordRoute(declaration: RecordDeclaration, url?: string): ReadRoute {
  const { one, a } = kindWords(declaration);
  return {
    url: url ?? `/${declaration.resource}/:id`,
    permission: lookupPermission(declaration.resource),
    reads: [
      'records',
      ...(figuresOf(declaration.kind)?.reads ?? []),
      ...(declaration.ofDay ? (['events'] as const) : []),
    ],
    params: IdParams,
    /** The day of the document that reads it: what it reads is as it was then. */
    ...(declaration.ofDay ? { query: Query(OF_DAY) } : {}),
    answer: recordAnswer(declaration),
    operationId: `show${one}${url === undefined ? '' : 'ByName'}`,
    tag: declaration.folder,
    summary: `Show ${a}, in use or not`,
    handle: ({ reader, person, params, query }) =>
      showRecord(declaration, Number(params['id']), reader, person, query['of_day']),
  };
}

export async function showRecord(
  declaration: RecordDeclaration,
  id: number,
  reader: Asked['reader'],
  person: Asked['person'],
  day?: string,
): Promise<Row | undefined> {
  const present = await findRecord(reader, declaration, id, person);
  const found = { ...present, data: await dataOn(reader, declaration, { id, now: membersOf(present['data']), day }) };
  const named = await withNames(reader, [recordRow(declaration, found, person)], declaration.references);
  const [row] = (await figuresOf(declaration.kind)?.beside(reader, named, person)) ?? named;
  return row;
}

export function showDocumentRoute(declaration: DocumentDeclaration): ReadRoute {
  const { one, a } = kindWords(declaration);
  return {
    url: `/${declaration.resource}/:id`,
    permission: `${declaration.resource}/show`,
    reads: ['documents', 'events', 'records', ...(declaration.owed ? (['books'] as const) : [])],
    params: IdParams,
    answer: documentAnswer(declaration),
    operationId: `show${one}`,
    tag: declaration.folder,
    summary: `Show ${a} with its lines, amounts, revision and the transitions that are possible now`,
    handle: ({ reader, person, params }) =>
      inSnapshot(reader, async (snapshot) => {
        const { found, shown } = await showDocument(snapshot, declaration, Number(params['id']), person);
        const state = await stateAt(snapshot, declaration, Number(params['id']), Number(found['revision']));
        const settled = await settlementsOf(snapshot, declaration, Number(params['id']), person);
        return { ...shown, ...settled, possible: declaration.possible(state) };
      }),
  };
}

/**
 * `found` is its row of the read model, `shown` the same row with names and numbers of its references. Throws Refusal
 * `not_found`.
 */
export async function showDocument(
  snapshot: Snapshot,
  declaration: DocumentDeclaration,
  id: number,
  person: Asked['person'],
): Promise<{ readonly found: Row; readonly shown: Row }> {
  const found = await findDocument(snapshot, declaration, id, person);
  const rows = await withNames(snapshot, [await withNumbers(snapshot, asEntered(declaration, found, person))]);
  const [shown = {}] = await withCalledBatches(snapshot, withStepNames(declaration, rows));
  return { found, shown };
}

/** In lists `discount` is the amount; here it is the entered value, so that a client can send the draft back. */
function asEntered(declaration: DocumentDeclaration, found: Row, person: Asked['person']): Row {
  const { discount } = membersOf(found['data']);
  return { ...documentRow(declaration, found, person), discount_amount: found['discount'], discount: discount ?? null };
}

/** The state of the document's decider, which determines the possible transitions. */
async function stateAt(snapshot: Snapshot, declaration: DocumentDeclaration, id: number, revision: number) {
  const { decider } = declaration;
  const events = await eventsOf(snapshot, declaration.kind, id);
  return events
    .filter((event) => event.revision <= revision && event.type !== LEFT_OUT)
    .reduce((state, { type, v, data }) => decider.evolve(state, { type, v, data }), decider.initial);
}
