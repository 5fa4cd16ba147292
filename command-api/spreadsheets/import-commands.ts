/**
 * The commands of an import. Command ids are derived from the request and the step, so that a resumed job stores
 * nothing twice and can find in the log what it stored before.
 */
import { v5 as uuid } from 'uuid';
import { ASSET_PURCHASE } from '../../domain/assets/asset-purchase.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { OPENING_ITEM } from '../../domain/ledger/opening-item.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  readStream,
  streamOf,
} from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { kindOf } from './check-records.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { valuesBefore } from './updating/values-before.ts';

const COMMANDS = '9b1f6f0a-58c4-4c39-8f53-6a3f7f6b0e27';

/** The id of a command of an import, by the step that it is. */
export const importCommandId = (importId: string, key: string): string => uuid(`${importId} ${key}`, COMMANDS);

export interface Stored {
  readonly kind: string;
  readonly id: number;
  readonly position: bigint;
  /** Of its last event of the import. */
  readonly revision: number;
}

/** A row that has changed a record: a new one has a single event. */
export const isChange = ({ kind, revision }: Pick<Stored, 'kind' | 'revision'>, kinds: AggregateRegistry): boolean =>
  kinds.get(kind)?.is === 'record' && revision > 0;

export interface Entered {
  readonly kind: AggregateType;
  readonly body: unknown;
  readonly commands: readonly unknown[];
  readonly id?: number;
  readonly isNew?: true;
  readonly expectedRevision?: number;
}

/** The actor of an import. */
export interface ImportActor {
  /** Present rights. Throws Refusal `forbidden` when the user may not import any more. */
  now(): Promise<Actor>;
  /** The actor of reversals, for which no rights are needed. */
  readonly reversing: Actor;
}

export class ImportCommands {
  readonly #commands: Commands;
  readonly #actor: ImportActor;
  readonly #importId: string;
  #lastId: Promise<number> = Promise.resolve(0);
  /** Position of the last stored event. */
  position: bigint | null = null;

  constructor(commands: Commands, actor: ImportActor, importId: string) {
    this.#commands = commands;
    this.#actor = actor;
    this.#importId = importId;
  }

  /** The results stored before under these keys. */
  async storedBefore(keys: readonly string[]): Promise<Map<string, Stored>> {
    const found = new Map<string, Stored>();
    await mapConcurrently(keys, async (key) => {
      const command = await this.#commands.store.findCommand(this.#idOf(key));
      const stream = readStream(command?.streams[0] ?? '');
      const revision = command?.revisions[0] ?? 0;
      if (command && stream) found.set(key, { ...stream, position: command.position, revision });
      if (command) this.#reached(command.position);
    });
    return found;
  }

  /** A new record or document, with ids in the order of the calls. Throws Refusal. */
  async storeInOrder(key: string, entered: Entered): Promise<Stored> {
    const { kind } = entered.kind;
    this.#lastId = this.#lastId.then((last) =>
      last === 0 ? this.#firstFree(kind) : this.#commands.store.nextId(kind),
    );
    return this.store(key, { ...entered, id: await this.#lastId, isNew: true });
  }

  /** The lowest numbers may be those of records that every installation has, such as the super user. */
  async #firstFree(kind: string): Promise<number> {
    const { store, handler } = this.#commands;
    for (;;) {
      const id = await store.nextId(kind);
      const stream = streamOf(kind, id);
      if (((await handler.states.read([stream])).get(stream)?.revision ?? NO_STREAM) === NO_STREAM) return id;
    }
  }

  /** A new record or document, or a command on an existing `id`. Throws Refusal. */
  async store(key: string, entered: Entered): Promise<Stored> {
    return this.#handle(key, entered, await this.#actor.now());
  }

  async #handle(key: string, { kind, body, commands, ...of }: Entered, actor: Actor): Promise<Stored> {
    const answer = await this.#commands.handler.handle({
      declaration: kind.declaration,
      ...of,
      commands,
      body,
      actor,
      meta: { correlationId: this.#importId },
      commandId: this.#idOf(key),
    });
    if (answer.position !== undefined) this.#reached(answer.position);
    return { kind: kind.kind, id: answer.id, position: answer.position ?? 0n, revision: answer.revision };
  }

  /** Reverses a stored record or document, whatever rights were withdrawn since. Throws Refusal. */
  async takeBack(stored: Stored): Promise<void> {
    const { id } = stored;
    const kind = kindOf(this.#commands, stored.kind);
    const key = backKey(stored);
    if (kind.is === 'record' && isChange(stored, this.#commands.kinds)) {
      const changed = await valuesBefore(this.#commands, kind, stored, this.#actor.reversing);
      const of = { kind, id, body: changed, commands: [{ type: 'amend', changed }], expectedRevision: stored.revision };
      await this.#handle(key, of, this.#actor.reversing);
      return;
    }
    const command = takingBack(kind, (await this.#stateOf(stored))?.status ?? 'none');
    if (!command) return;
    await this.#handle(key, { kind, body: {}, commands: [command], id }, this.#actor.reversing);
  }

  async isAnyReversed(all: readonly Stored[]): Promise<boolean> {
    const statuses = new Set<string>();
    await mapConcurrently(all, async (stored) => {
      if (isChange(stored, this.#commands.kinds)) {
        const back = await this.#commands.store.findCommand(this.#idOf(backKey(stored)));
        if (back) statuses.add('reversed');
      } else statuses.add((await this.#stateOf(stored))?.status ?? 'none');
    });
    return [...statuses].some((status) => TAKEN_BACK.has(status));
  }

  /** Number of rows that the stored records and documents contain. */
  async rowsIn(all: readonly Stored[]): Promise<number> {
    const counts = await Promise.all(all.map((stored) => this.#rowsOf(stored)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #rowsOf(stored: Stored): Promise<number> {
    const known = kindOf(this.#commands, stored.kind);
    if (known.is === 'record') return 1;
    const state = await this.#stateOf(stored);
    const { lines, stock } = (state ? known.dataOf(state) : {}) as {
      lines?: readonly unknown[];
      stock?: readonly unknown[];
    };
    // A document without lines is one row.
    return (lines ?? stock ?? [stored]).length;
  }

  async #stateOf({ kind, id }: Stored): Promise<AggregateState | undefined> {
    const stream = streamOf(kind, id);
    return (await this.#commands.handler.states.read([stream])).get(stream)?.state;
  }

  #idOf(key: string): string {
    return importCommandId(this.#importId, key);
  }

  #reached(position: bigint): void {
    if (this.position === null || position > this.position) this.position = position;
  }
}

const backKey = ({ kind, id }: Stored): string => `back ${streamOf(kind, id)}`;

const TAKEN_BACK: ReadonlySet<string> = new Set(['retired', 'inactive', 'discarded', 'reversed']);

/** Statuses in which items have its prices, or will have them on its day. */
const PRICED: ReadonlySet<string> = new Set(['active', 'scheduled']);

/** Undefined when it is reversed already. */
function takingBack(kind: AggregateType, status: string): unknown {
  if (kind.is === 'record') return status === 'active' ? { type: 'retire' } : undefined;
  if (kind.kind === ASSET_PURCHASE)
    return status === 'complete' ? { type: 'return_to_draft', reason: null } : undefined;
  if (kind.kind === 'item_pricing') return PRICED.has(status) ? { type: 'deactivate' } : undefined;
  if (kind.kind === OPENING_ITEM) return status === 'complete' ? { type: 'reverse', reason: null } : undefined;
  return status === 'draft' ? { type: 'discard' } : undefined;
}
