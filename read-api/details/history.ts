/** `GET r/{id}/history`: every event with its person, time, place and reason, and its changes, field by field. */
import { type Static, Type } from 'typebox';
import { withOwnPlaces } from '../../domain/deciding/own-places.ts';
import { LEFT_OUT } from '../../domain/deciding/set-aside.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { isOfCost } from '../../domain/people/cost-fields.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { logPermission } from '../../domain/registry/permissions.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { membersOf } from '../../domain/values/members.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { withoutCash } from '../lists/counted-blind.ts';
import { fetchNames, type Row } from '../lists/names.ts';
import { userId } from '../lists/record-list.ts';
import { changesBetween, flattenDocument, flattenRecord } from './changes.ts';
import { eventsOf, findDocument, findRecord, type StoredEvent } from './find.ts';
import { ChangeSchema, named, streamsIn } from './named-changes.ts';

const HistoryEventSchema = Type.Object({
  position: Type.String(),
  revision: Type.Integer(),
  type: Type.String(),
  recorded_at: Type.String(),
  actor: Type.String(),
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  user_name: Type.Union([Type.String(), Type.Null()]),
  outlet_fk: Type.Union([Type.Integer(), Type.Null()]),
  outlet_name: Type.Union([Type.String(), Type.Null()]),
  device: Type.Union([Type.String(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
  changes: Type.Array(ChangeSchema),
});
export const HistorySchema = Type.Array(HistoryEventSchema);
type History = Static<typeof HistorySchema>;

type State = { readonly status: string };
type Evolve = (state: State, event: { readonly type: string; readonly v: number; readonly data: unknown }) => State;
interface Folding {
  readonly initial: State;
  readonly evolve: Evolve;
  readonly flatten: (state: State) => Row;
}

/** How the events of a record are folded. */
export function foldingOf(declaration: RecordDeclaration): Pick<Folding, 'initial' | 'evolve'> {
  const { evolve, initial } = recordDecider(declaration);
  return { initial, evolve: evolve as Evolve };
}

export function recordHistoryRoute(declaration: RecordDeclaration) {
  const folding = { ...foldingOf(declaration), flatten: flattenRecord };
  return historyRoute(declaration, folding, (snapshot, id, person) => findRecord(snapshot, declaration, id, person));
}

export function documentHistoryRoute(declaration: DocumentDeclaration) {
  const { evolve, initial } = declaration.decider;
  const folding = { initial, evolve: evolve as Evolve, flatten: (state: State) => flattenDocument(declaration, state) };
  return historyRoute(declaration, folding, (snapshot, id, person) => findDocument(snapshot, declaration, id, person));
}

function historyRoute(
  declaration: RecordDeclaration | DocumentDeclaration,
  folding: Folding,
  find: (snapshot: Snapshot, id: number, person: Parameters<typeof findRecord>[3]) => Promise<unknown>,
) {
  const { kind, resource } = declaration;
  const { one, a } = kindWords(declaration);
  return declareRead({
    url: `/${resource}/:id/history`,
    permission: `${resource}/history##${logPermission(kind)}`,
    reads: ['events', 'records', 'documents'],
    params: IdParams,
    answer: HistorySchema,
    operationId: `show${one}History`,
    tag: declaration.folder,
    summary: `Every event of ${a}, newest last, with what it changed`,
    handle: ({ reader, person, params }) =>
      inSnapshot(reader, async (snapshot) => {
        const id = Number(params['id']);
        await find(snapshot, id, person);
        const history = await historyOf(snapshot, await eventsOf(snapshot, kind, id), {
          ...folding,
          flatten: (state) => membersOf(withOwnPlaces(kind, withoutCash(kind, folding.flatten(state), person), person)),
        });
        return seesCost(person) ? history : history.map((event) => withoutCost(kind, event));
      }),
  });
}

const withoutCost = (kind: string, event: History[number]): History[number] => ({
  ...event,
  changes: event.changes.filter(({ field }) => !isOfCost(kind, field)),
});

async function historyOf(snapshot: Snapshot, events: readonly StoredEvent[], folding: Folding): Promise<History> {
  const { initial, evolve, flatten } = folding;
  let state = initial;
  const changed = events.map((event) => {
    const before = state;
    if (event.type !== LEFT_OUT) state = evolve(state, event);
    return changesBetween(before === initial ? {} : flatten(before), flatten(state));
  });
  const nameOf = await fetchNames(snapshot, [...changed.flat().flatMap(streamsIn), ...events.flatMap(peopleAndPlaces)]);
  return events.map((event, index) => ({
    position: event.position,
    revision: event.revision,
    type: event.type,
    recorded_at: event.recorded_at,
    actor: event.actor,
    user_id: userId(event.actor),
    user_name: nameOf('user', event.actor) ?? nameOf(undefined, event.actor),
    outlet_fk: event.outlet_fk,
    outlet_name: event.outlet_fk === null ? null : nameOf('outlet', event.outlet_fk),
    device: event.device,
    reason: event.reason ?? reasonIn(event),
    changes: (changed[index] ?? []).map((change) => named(change, nameOf)),
  }));
}

function peopleAndPlaces({ actor, outlet_fk }: StoredEvent): string[] {
  const user = userId(actor);
  // The actor of an online customer is the customer's stream.
  return [user === null ? actor : `user-${user}`, ...(outlet_fk === null ? [] : [`outlet-${outlet_fk}`])];
}

/** A transition that requires a reason stores it in the event's data. */
function reasonIn({ data }: StoredEvent): string | null {
  const reason = data['reason'];
  return typeof reason === 'string' ? reason : null;
}
