/**
 * Accounts, safes, inventories, promotions, documents and people that an entry names belong to the outlet of its device.
 * A till of the outlet has no others, so an entry that names one is forged and refused (docs/decisions/0107). People and
 * promotions that belonged to the outlet at any time are accepted: they may have moved while the entry waited, which the
 * rules note. Accounts and inventories are not: what is posted on them would be in the books of the other outlet.
 */

import { recordStateOf } from '../../domain/records/record.ts';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import { type EntryReferenceAt, referencesOfEntry } from '../../domain/till/entry-references.ts';
import { numbersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { isCashierOf } from '../../identity/person.ts';
import { type AggregateState, type AggregateType, streamOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { documentOf, openedBy } from './entry-commands.ts';

type Sources = Pick<Commands, 'handler' | 'kinds' | 'store' | 'pool'>;

interface Named {
  readonly path: string;
  readonly kind: AggregateType;
  readonly id: number;
  readonly stream: string;
}

/** Throws Refusal `validation` that names the fields. */
export async function checkOutletOfEntry(entry: ChainedEntry, outlet: number, sources: Sources): Promise<void> {
  const found = await Promise.all(referencesOfEntry(entry).map((reference) => namedBy(reference, entry.uuid, sources)));
  const named = found.flatMap((each) => each ?? []);
  const states = await sources.handler.states.read([...new Set(named.map(({ stream }) => stream))]);
  const foreign = named.filter(({ kind, id, stream }) => {
    const state = states.get(stream)?.state;
    return state !== undefined && belongs(kind, id, state, outlet) === false;
  });
  const never = await Promise.all(foreign.map((each) => neverBelonged(each, outlet, sources)));
  const issues = foreign.flatMap(({ path, kind }, index) =>
    never[index] ? [{ field: path, message: kind.kind === USER ? 'not_a_cashier_here' : 'not_of_the_outlet' }] : [],
  );
  if (issues.length > 0) throw new Refusal('validation', issues);
}

const USER = 'user';
/** Kinds whose records move to other outlets and hold neither money nor goods. */
const MOVING: ReadonlySet<string> = new Set([USER, 'promotion']);

/** Undefined for kinds without an outlet, and for what an entry of the till has not stored yet. */
async function namedBy(
  { path, resource, named }: EntryReferenceAt,
  entry: string,
  sources: Sources,
): Promise<Named | undefined> {
  const kind = sources.kinds.all.find((each) => each.resource === resource);
  if (!kind || !hasOutlet(kind)) return undefined;
  const id = 'id' in named ? named.id : named.uuid === entry ? undefined : await madeBy(kind, named.uuid, sources);
  return id === undefined ? undefined : { path, kind, id, stream: streamOf(kind.kind, id) };
}

const madeBy = (kind: AggregateType, uuid: string, sources: Sources): Promise<number | undefined> =>
  kind.kind === DRAWER ? openedBy(sources, uuid) : documentOf({ uuid }, sources);

const hasOutlet = (kind: AggregateType): boolean =>
  kind.is === 'document' ||
  kind.kind === USER ||
  kind.kind === 'outlet' ||
  kind.declaration.references['outlet_fk'] === 'outlet';

/** Undefined before the document or record is entered: other rules refuse it. */
function belongs(kind: AggregateType, id: number, state: AggregateState, outlet: number): boolean | undefined {
  if (kind.is === 'document') {
    const place = kind.declaration.place(state);
    return place && place.outlet === outlet;
  }
  const record = recordStateOf(state);
  if (record.status === 'none') return undefined;
  const { is_cashier, outlets, outlet_fk } = record.data;
  if (kind.kind === USER) return isCashierOf(id, { is_cashier, outlets: numbersOf(outlets) }, outlet);
  const owner = kind.kind === 'outlet' ? id : outlet_fk;
  // A record without an outlet belongs to all of them.
  return typeof owner !== 'number' || owner === outlet;
}

/** Reads the whole history, but only of a record that belongs to another outlet now. */
async function neverBelonged({ kind, id, stream }: Named, outlet: number, { store }: Sources): Promise<boolean> {
  if (!MOVING.has(kind.kind)) return true;
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  let state = kind.decider.initial;
  for (const event of events) {
    state = kind.decider.evolve(state, upcast(event));
    if (belongs(kind, id, state, outlet)) return false;
  }
  return true;
}
