/**
 * The pipeline of a command after it was authenticated, authorised and validated:
 * load → decide → claims → append → answer.
 */
import { v5 as uuid } from 'uuid';
import type { DomainEvent, EventMeta } from '../../domain/kernel/event.ts';
import type { Facts } from '../../domain/kernel/facts.ts';
import { IQD } from '../../domain/kernel/rate.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import {
  type Append,
  type Appended,
  ClaimsRefused,
  type EventStore,
  IdempotencyMismatch,
  NO_STREAM,
  StoreUnavailable,
  WrongRevision,
} from '../../event-store/port.ts';
import { refusedClaims } from '../claims/refusals.ts';
import { UsedRecords } from '../claims/used-records.ts';
import { claimsOf, type Decision, decide, factsOf } from './decision.ts';
import { type Kind, type Kinds, type Status, streamOf } from './kinds.ts';
import { levelFacts } from './levels.ts';
import { type Loaded, load } from './load.ts';
import { type AverageCosts, preview } from './preview.ts';
import { answerAgain, usedForAnother } from './repeated.ts';
import type { CommandAnswer, CommandRequest } from './request.ts';
import { inScope } from './scope.ts';
import { staleRefusal } from './stale.ts';
import { States } from './states.ts';

export interface HandlerOptions {
  readonly store: EventStore;
  readonly kinds: Kinds;
  /** The present average costs of goods, for dry runs only. */
  readonly averages: AverageCosts;
  readonly clock?: () => Date;
}

/** A race that is lost this often is answered as a stale change. */
const TRIES_MAX = 5;

interface Attempt {
  readonly request: CommandRequest;
  readonly kind: Kind;
  readonly id: number;
  readonly stream: string;
  readonly loaded: Loaded;
  readonly facts: Facts;
}

export class CommandHandler {
  readonly #options: HandlerOptions;
  readonly #states: States;
  readonly #used = new UsedRecords();

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#states = new States(options.store, options.kinds);
  }

  get states(): States {
    return this.#states;
  }

  /**
   * Runs a command once, however often it is sent. Throws Refusal, BatchTooLarge, or StoreUnavailable when the
   * store did not answer twice: the command may or may not have been stored, and may be sent again.
   */
  async handle(request: CommandRequest): Promise<CommandAnswer> {
    for (let tries = 1; ; tries += 1) {
      const attempt = await this.#load(request);
      try {
        return await this.#decideAndAppend(attempt);
      } catch (error) {
        if (error instanceof WrongRevision && tries < TRIES_MAX && request.expectedRevision === undefined) continue;
        // A command that was stored before meets its own effects: then its answer stands.
        const decided = error instanceof Refusal || error instanceof WrongRevision;
        const again = decided && !request.dryRun ? await this.#again(request) : undefined;
        if (again) return again;
        throw await this.#refusal(error, attempt);
      }
    }
  }

  async #load(request: CommandRequest): Promise<Attempt> {
    const { kinds, store, clock = () => new Date() } = this.#options;
    const kind = kinds.get(request.declaration.kind);
    if (!kind) throw new RangeError(`no kind ${request.declaration.kind}`);
    const given = request.id === undefined ? undefined : streamOf(kind.kind, request.id);
    const [loaded, id] = await Promise.all([
      load(kinds, this.#states, kind, given, request.body),
      request.id ?? store.nextId(kind.kind),
    ]);
    const isNew = request.id === undefined || request.isNew === true;
    if (!isNew && (loaded.own.revision === NO_STREAM || !inScope(kind, id, loaded.own.state, request.actor))) {
      throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
    }
    const sources = { store, kinds, states: this.#states };
    const settings = loaded.record('system_setting', 1);
    const currency = Number(settings?.data['currency_fk'] ?? IQD);
    const levels = await levelFacts(sources, kind, loaded.own.state, request.body, currency);
    const facts = factsOf(loaded, request.actor, clock(), levels);
    return { request, kind, id, stream: streamOf(kind.kind, id), loaded, facts };
  }

  async #decideAndAppend(attempt: Attempt): Promise<CommandAnswer> {
    const { request, kind, id, stream, loaded, facts } = attempt;
    const { expectedRevision } = request;
    if (expectedRevision !== undefined && expectedRevision !== loaded.own.revision && !request.isNew) {
      throw new WrongRevision(stream, expectedRevision, loaded.own.revision);
    }
    const decision = decide(kind, request.commands, loaded.own.state, facts);
    const { kinds } = this.#options;
    const claims = this.#used.without(claimsOf(kinds, kind, stream, decision, facts, request.body));
    const answer = { kind: kind.kind, id, stream, repeated: false };
    if (request.dryRun) {
      const shown = await preview(this.#options, kind, stream, decision, facts);
      return { ...answer, revision: loaded.own.revision, position: undefined, state: decision.after, preview: shown };
    }
    if (decision.events.length === 0) {
      const again = await this.#again(request);
      return again ?? { ...answer, revision: loaded.own.revision, position: undefined, state: decision.after };
    }
    const batch = batchOf(attempt, decision.events, claims);
    const appended = await this.#append(batch);
    if (appended.repeated) {
      const again = await this.#again(request);
      if (again) return again;
    }
    this.#used.remember(claims);
    const state = withNumbers(kind, decision, appended, claims);
    const revision = appended.revisions[0] ?? loaded.own.revision + decision.events.length;
    this.#states.keep(stream, { revision, state });
    return { ...answer, revision, position: appended.position, state };
  }

  /** Sent twice when the store did not answer: the same batch is stored once. */
  async #append(batch: Append): Promise<Appended> {
    try {
      return await this.#options.store.append(batch);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return await this.#options.store.append(batch);
    }
  }

  #again({ commandId, digest }: CommandRequest): Promise<CommandAnswer | undefined> {
    return answerAgain(this.#options.store, this.#states, commandId, digest);
  }

  async #refusal(error: unknown, { request, stream, facts }: Attempt): Promise<unknown> {
    if (error instanceof IdempotencyMismatch) return usedForAnother();
    if (error instanceof ClaimsRefused) return refusedClaims(error.refusals, this.#options.kinds, facts);
    if (error instanceof WrongRevision) {
      const { store } = this.#options;
      return staleRefusal(store, this.#states, stream, request.expectedRevision ?? error.expected);
    }
    return error;
  }
}

function batchOf(
  { request, loaded, stream }: Attempt,
  events: readonly DomainEvent[],
  claims: Append['claims'],
): Append {
  const { commandId, digest, actor, meta } = request;
  const eventMeta: EventMeta = { actor: String(actor.user_id), commandId, ...meta };
  const write = {
    stream,
    expectedRevision: loaded.own.revision,
    events: events.map((event, index) => ({ ...event, id: uuid(`0:${index}`, commandId) })),
  };
  return { commandId, writes: [write], claims, meta: eventMeta, ...(digest === undefined ? {} : { digest }) };
}

/** The state with the numbers that the store wrote into the events. */
function withNumbers(kind: Kind, decision: Decision, appended: Appended, claims: Append['claims']): Status {
  if (appended.numbers.length === 0) return decision.after;
  const numbers = [...appended.numbers];
  const numbered = new Map<number, string | undefined>();
  for (const claim of claims) if (claim.kind === 'number') numbered.set(claim.event, numbers.shift());
  return decision.events.reduce((state, event, index) => {
    const number = numbered.get(index);
    const stored = number === undefined ? event : { ...event, data: { ...(event.data as object), number } };
    return kind.decider.evolve(state, stored);
  }, decision.before);
}
