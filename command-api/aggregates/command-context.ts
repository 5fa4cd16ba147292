/**
 * Loads the states for a decision: the document or record itself, everything that the command or its present state
 * refers to, and the settings. Usually one round trip; a second one when the present state was not cached and has
 * references that the command does not have.
 */

import type { Actor, KnownRecord } from '../../domain/deciding/facts.ts';
import { LOCKS } from '../../domain/ledger/locked-days.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { membersOf } from '../../domain/values/members.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { AggregateRepository, LoadedAggregate } from './aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  type RecordType,
  readStream,
  streamOf,
} from './aggregate-types.ts';
import { documentsIn, referencesIn } from './references.ts';

export const SETTINGS_STREAM = 'system_setting-1';
/** The locked days, which every document obeys. */
const LOCKS_STREAM = streamOf(LOCKS.kind, LOCKS.id);

/** States by stream. */
type KnownStates = Pick<ReadonlyMap<string, LoadedAggregate>, 'get'>;

export class CommandContext {
  readonly own: LoadedAggregate;
  readonly #states: KnownStates;
  readonly #kinds: AggregateRegistry;
  readonly #streams: readonly string[];

  /** `streams` are those that were loaded for the command, over which `dataOf` iterates. */
  constructor(own: LoadedAggregate, states: KnownStates, kinds: AggregateRegistry, streams: readonly string[] = []) {
    this.own = own;
    this.#states = states;
    this.#kinds = kinds;
    this.#streams = streams;
  }

  /** A state referenced by the command or its document; undefined when it was never stored. */
  folded(stream: string): LoadedAggregate | undefined {
    const folded = this.#states.get(stream);
    return folded && folded.revision !== NO_STREAM ? folded : undefined;
  }

  /** What was loaded for the command, also of what was never stored; undefined for everything else. */
  read(stream: string): LoadedAggregate | undefined {
    return this.#states.get(stream);
  }

  /** NO_STREAM when it was never stored; undefined when it was not loaded. */
  revisionOf(stream: string): number | undefined {
    return this.#states.get(stream)?.revision;
  }

  record(kind: string, id: number): KnownRecord | undefined {
    const state = recordStateOf(this.#states.get(streamOf(kind, id))?.state);
    if (!state || state.status === 'none' || this.#kinds.get(kind)?.is !== 'record') return undefined;
    return { id, active: state.status === 'active', data: state.data };
  }

  /** True when a loaded record, of the kinds that are asked for, was changed at such a moment. */
  hasChanged(isThen: (recordedAt: string) => boolean, concerns: (kind: RecordType) => boolean = () => true): boolean {
    return this.#streams.some((stream) => {
      const { recordedAt } = this.#states.get(stream) ?? {};
      const kind = this.#kinds.get(readStream(stream)?.kind ?? '');
      return kind?.is === 'record' && concerns(kind) && recordedAt !== undefined && isThen(recordedAt);
    });
  }

  /** Every loaded record of a kind, including retired ones. */
  *recordsOf(kind: string): Iterable<KnownRecord> {
    for (const stream of this.#streams) {
      const name = readStream(stream);
      const record = name?.kind === kind ? this.record(kind, name.id) : undefined;
      if (record) yield record;
    }
  }

  /** The data of every loaded record of a kind. */
  *dataOf(kind: string): Iterable<Readonly<Record<string, unknown>>> {
    for (const stream of this.#streams) {
      const state = readStream(stream)?.kind === kind ? this.#states.get(stream)?.state : undefined;
      if (state && 'data' in state) yield membersOf(state.data);
    }
  }

  /** The state of a document; undefined when it does not exist or is outside of the actor's scope. */
  document(kind: string, id: number, actor: Actor): unknown {
    const folded = this.#states.get(streamOf(kind, id));
    const known = this.#kinds.get(kind);
    if (!folded || known?.is !== 'document' || folded.state.status === 'none') return undefined;
    const place = known.declaration.place(folded.state);
    const outlets = place ? [place.outlet, place.receiving?.outlet ?? place.outlet] : [];
    return place && !outlets.some((outlet) => actor.hasOutlet(outlet)) ? undefined : folded.state;
  }
}

/** `stream` is undefined for a new document or record. */
export async function load(
  kinds: AggregateRegistry,
  states: Pick<AggregateRepository, 'kept' | 'read'>,
  kind: AggregateType,
  stream: string | undefined,
  body: unknown,
): Promise<CommandContext> {
  const wanted = new Set([SETTINGS_STREAM, LOCKS_STREAM, ...settingsOf(kind), ...namedBy(kinds, kind, body)]);
  const kept = stream === undefined ? undefined : states.kept(stream);
  if (stream !== undefined) wanted.add(stream);
  if (kept) addAll(wanted, namedBy(kinds, kind, kept.state));
  const known = new Map<string, LoadedAggregate>();
  for (let missing = wanted; missing.size > 0; ) {
    const read = await states.read(missing);
    const next = new Set<string>();
    for (const [name, folded] of read) {
      known.set(name, folded);
      for (const value of follow(kinds, name, folded, stream))
        if (!known.has(value) && !read.has(value)) next.add(value);
    }
    missing = next;
  }
  const own = (stream && known.get(stream)) || { revision: -1, state: kind.decider.initial };
  return new CommandContext(own, known, kinds, [...known.keys()]);
}

/** The streams of the singleton records that its decisions read; their id is 1. */
function settingsOf({ declaration }: AggregateType): string[] {
  return (declaration.settings ?? []).map((kind) => streamOf(kind, 1));
}

/** The streams that a record brings, by its cached state: an invoice refers to dozens of records. */
const broughtBy = new WeakMap<AggregateState, readonly string[]>();

/**
 * References of the state itself and of linked documents; references of records are followed to their ancestors and
 * embedded records.
 */
function follow(
  kinds: AggregateRegistry,
  stream: string,
  folded: LoadedAggregate,
  own: string | undefined,
): readonly string[] {
  const kind = kinds.get(readStream(stream)?.kind ?? '');
  if (!kind) return [];
  if (kind.is === 'record' && stream !== own) {
    const known = broughtBy.get(folded.state);
    if (known) return known;
    // Amounts are decided with the decimals of their currency, to which an account or the settings may refer.
    const brought = [kind.kind, 'currency', ...(kind.declaration.embeds ?? [])];
    const found = recordsNamedBy(kind, folded.state).filter((name) => brought.includes(readStream(name)?.kind ?? ''));
    broughtBy.set(folded.state, found);
    return found;
  }
  return recordsNamedBy(kind, folded.state).filter((record) => stream === own || isRecord(kinds, record));
}

const isRecord = (kinds: AggregateRegistry, stream: string) =>
  kinds.get(readStream(stream)?.kind ?? '')?.is === 'record';

function recordsNamedBy(kind: AggregateType, value: unknown): string[] {
  return referencesIn(value, kind.referenced).map((reference) => streamOf(reference.kind, reference.id));
}

function namedBy(kinds: AggregateRegistry, kind: AggregateType, value: unknown): string[] {
  const documents = documentsIn(value).filter((document) => kinds.get(readStream(document)?.kind ?? ''));
  return [...recordsNamedBy(kind, value), ...documents];
}

function addAll<T>(set: Set<T>, values: Iterable<T>): void {
  for (const value of values) set.add(value);
}
