/**
 * The pipeline of a command after authentication, authorisation and validation: load → decide → claims → append →
 * answer.
 */

import { v5 as uuid } from 'uuid';
import type { EventMeta } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { locksIn } from '../../domain/ledger/locked-days.ts';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import { IQD } from '../../domain/values/rate.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import {
  type Append,
  type Appended,
  ClaimsRefused,
  type CommandStore,
  IdempotencyMismatch,
  NO_STREAM,
  ReadsMoved,
  StoreUnavailable,
  WrongRevision,
} from '../../event-store/port.ts';
import { measure } from '../../identity/machine/measured.ts';
import { zoneIn } from '../../identity/shop-zone.ts';
import { AggregateRepository } from '../aggregates/aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  streamOf,
} from '../aggregates/aggregate-types.ts';
import { type CommandContext, load } from '../aggregates/command-context.ts';
import type { BlockersOf } from '../claims/blockers.ts';
import { named } from '../claims/named.ts';
import { paidClaim } from '../claims/paid-claim.ts';
import { readsOfRefused, refusedClaims } from '../claims/refusals.ts';
import { UsedRecords } from '../claims/used-records.ts';
import type { CommandRequest } from './command-request.ts';
import { clockOf, factsOf } from './decision.ts';
import { DecisionReads } from './decision-reads.ts';
import { FirstDay } from './facts/first-day.ts';
import { passNumbers, type TakenKeys } from './facts/free-numbers.ts';
import { Collections } from './facts/kit-levels.ts';
import { KnownRates } from './facts/known-rates.ts';
import { levelFacts } from './facts/levels.ts';
import { type HeldUploads, loadOnDemandFacts, type QueryRunner, type RecordNumbers } from './facts/on-demand-facts.ts';
import { pastFacts } from './facts/past-facts.ts';
import { rateFacts } from './facts/rate-facts.ts';
import { recordsOfDay } from './facts/records-of-day.ts';
import { refuseOwnApproval } from './four-eyes.ts';
import { isLostRace, isRefusal } from './lost-race.ts';
import { madeDocuments } from './made-documents.ts';
import { idsOf } from './next-ids.ts';
import type { AverageCosts } from './preview-goods.ts';
import { isOfLockedDays, withOffer } from './prior-period.ts';
import { decideAll, previewOfAll, type StreamDecision, withNumbers } from './related-streams.ts';
import { replayStoredAnswer, usedForAnother } from './replay-stored-answer.ts';
import type { CommandAnswer } from './request.ts';
import { inScope, isOfResource, withAllInventories } from './scope.ts';
import { staleRefusal } from './stale.ts';
import { refuseSwitchedOff } from './switched-off.ts';
import { isRefusedUntold } from './tried-append.ts';

export interface HandlerOptions {
  readonly store: CommandStore;
  readonly kinds: AggregateRegistry;
  /** Present average costs of goods, for dry runs only. */
  readonly averages: AverageCosts;
  /** Required by decisions with a read model query; without it they are refused. */
  readonly measure?: QueryRunner;
  readonly uploads?: HeldUploads;
  /** Required by decisions about roles, except those of the super user. */
  readonly recordNumbers?: RecordNumbers;
  /** Without it, an assigned number that a record has already is refused. */
  readonly takenKeys?: TakenKeys;
  /** Without it, refusals do not list the blocking records. */
  readonly blockers?: BlockersOf;
  readonly clock?: () => Date;
}

/**
 * After this many lost races the command is answered as a stale change, or as "try again" when no document's own
 * revision is concerned.
 */
const TRIES_MAX = 20;

interface Attempt {
  readonly request: CommandRequest;
  readonly kind: AggregateType;
  readonly id: number;
  readonly stream: string;
  readonly loaded: CommandContext;
  readonly facts: Facts;
  /** Everything that the decision has read so far. */
  readonly reads: DecisionReads;
}

export class CommandHandler {
  readonly #options: HandlerOptions;
  readonly #states: AggregateRepository;
  readonly #used = new UsedRecords();
  readonly #firstDay: FirstDay;
  /** What is inside of kits, also for the catalogue of tills. */
  readonly collections: Collections;
  readonly #rates: KnownRates | undefined;

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#firstDay = new FirstDay(options.store);
    this.#states = new AggregateRepository(options.store, options.kinds);
    const { store, recordNumbers } = options;
    this.collections = new Collections({ store, states: this.#states });
    this.#rates = recordNumbers && new KnownRates({ store, states: this.#states, recordNumbers });
  }

  get states(): AggregateRepository {
    return this.#states;
  }

  /**
   * Executes a command once, however often it is sent. Throws Refusal, BatchTooLarge, or StoreUnavailable when the
   * store did not answer twice: then the command may or may not have been stored, and can be sent again.
   */
  async handle(request: CommandRequest): Promise<CommandAnswer> {
    for (let tries = 1; ; tries += 1) {
      const attempt = await this.#load(request, tries - 1);
      const isLast = tries === TRIES_MAX;
      try {
        const answer = await this.#decideAndAppend(attempt);
        if (answer.position !== undefined || isLast || !(await this.#completedPending(attempt))) return answer;
      } catch (error) {
        if (isLostRace(error, attempt) && !isLast) continue;
        if (isRefusal(error) && !isLast && (await this.#completedPending(attempt, error))) continue;
        if (error instanceof ReadsMoved) throw new StoreUnavailable(error.message, { cause: error });
        // A repeated command may be refused because of its own effects; then its stored answer is returned.
        const decided = error instanceof Refusal || error instanceof WrongRevision;
        const again = decided && !request.dryRun ? await this.#again(request) : undefined;
        if (again) return again;
        throw await this.#refusal(error, attempt);
      }
    }
  }

  /**
   * A refusal or an empty decision is answered without an append, which would have waited for reserved commands that
   * are not stored yet. Completes such commands and returns true when there were any: then the decision is repeated.
   */
  #completedPending({ stream, reads }: Attempt, error?: unknown): Promise<boolean> {
    const refused = error instanceof ClaimsRefused ? readsOfRefused(error.refusals) : { streams: [], reads: [] };
    const rests = [...reads.besides([]), ...refused.reads];
    return this.#options.store.completePending([stream, ...refused.streams], rests);
  }

  async #load(request: CommandRequest, tries: number): Promise<Attempt> {
    const { kinds, store, clock = () => new Date() } = this.#options;
    const kind = kinds.get(request.declaration.kind);
    if (!kind) throw new RangeError(`no kind ${request.declaration.kind}`);
    const nextId = idsOf(store, request, tries);
    const given = request.id === undefined ? undefined : streamOf(kind.kind, request.id);
    const [loaded, id] = await Promise.all([
      load(kinds, this.#states, kind, given, request.body),
      request.id ?? nextId(kind.kind),
    ]);
    const isNew = request.id === undefined || request.isNew === true;
    const { state } = loaded.own;
    const scoped = request.isOfTill ? withAllInventories(request.actor) : request.actor;
    if (
      !isNew &&
      (loaded.own.revision === NO_STREAM ||
        !inScope(kind, id, state, scoped) ||
        !isOfResource(request.declaration, state))
    ) {
      throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
    }
    const moment = clock();
    const settings = loaded.record('system_setting', 1);
    const { today } = clockOf(moment, zoneIn(settings?.data));
    const { actor, body, confirmed = false, isTyped = false } = request;
    const sources = { store, kinds, states: this.#states, collections: this.collections, actor, today };
    const currency = Number(settings?.data['currency_fk'] ?? IQD);
    const reads = new DecisionReads();
    const locks = locksIn(factsOf(loaded, { actor, moment }));
    const [levels, more, rates, firstDay, ofDay] = await Promise.all([
      levelFacts(sources, kind, { stream: streamOf(kind.kind, id), state }, body, currency, loaded),
      loadOnDemandFacts({ ...this.#options, states: this.#states, reads, nextId, locks }, kind, state, request),
      rateFacts({ rates: this.#rates, reads }, kind, { ...request, loaded, system: currency }),
      kind.is === 'document' ? this.#firstDay.for(body, state) : undefined,
      recordsOfDay(sources, kind, { request, loaded, stream: given, today }),
    ]);
    const own = { ...more, ...rates.now, ...(firstDay ? { firstDay } : {}), confirmed, isTyped, ownId: id };
    const past = await pastFacts(sources, kind, { request, loaded, stream: given, moment, own, rates: rates.past });
    const facts = factsOf(loaded, { actor, moment, levels, more: { ...own, ...past }, reads, ofDay });
    return { request, kind, id, stream: streamOf(kind.kind, id), loaded, facts, reads };
  }

  async #decideAndAppend(attempt: Attempt): Promise<CommandAnswer> {
    const { request, kind, id, stream, loaded, facts, reads } = attempt;
    const { expectedRevision } = request;
    if (expectedRevision !== undefined && expectedRevision !== loaded.own.revision && !request.isNew) {
      throw new WrongRevision(stream, expectedRevision, loaded.own.revision);
    }
    refuseSwitchedOff(request, loaded, reads);
    const { kinds } = this.#options;
    const { decision, all, claims: claimed } = decideAll(kinds, attempt, facts);
    if (!request.isOfTill)
      await refuseOwnApproval({ ...this.#options, states: this.#states }, { ...attempt, decision });
    const claims = this.#used.without(request.wasPaid ? claimed.map(paidClaim) : claimed);
    const answer = { kind: kind.kind, id, stream, repeated: false };
    const made = (states: readonly AggregateState[]) =>
      madeDocuments(
        kinds,
        all.flatMap(({ stream, revision }, index) =>
          index > 0 && revision === NO_STREAM ? [{ stream, state: defined(states[index]) }] : [],
        ),
      );
    if (request.dryRun) {
      const isUntold = await isRefusedUntold(this.#options.store, batchOf(request, all, claims, reads), facts);
      const shown = await previewOfAll(this.#options, { all, claims }, facts, request.language);
      const before = { revision: loaded.own.revision, position: undefined, isUntold };
      const states = all.map((written) => written.decision.after);
      return { ...answer, ...before, ...made(states), state: decision.after, preview: shown };
    }
    if (decision.events.length === 0) {
      const again = await this.#again(request);
      return again ?? { ...answer, revision: loaded.own.revision, position: undefined, state: decision.after };
    }
    await this.#options.uploads?.hold(stream, [...(facts.uploaded ?? [])]);
    await passNumbers(this.#options.store, all);
    const appended = await this.#append(batchOf(request, all, claims, reads));
    if (appended.repeated) {
      const again = await this.#again(request);
      if (again) return again;
    }
    this.#used.remember(claims);
    const folded = all.map((written, index) => ({
      revision: appended.revisions[index] ?? written.revision + written.decision.events.length,
      state: withNumbers(written, index, appended, claims),
    }));
    for (const [index, state] of folded.entries()) {
      this.#states.keep(defined(all[index]).stream, { ...state, recordedAt: appended.recordedAt });
    }
    const { position } = appended;
    return {
      ...answer,
      ...defined(folded[0], 'what was written'),
      ...made(folded.map(({ state }) => state)),
      position,
    };
  }

  /** Repeated once when the store does not answer: the same batch is stored only once. */
  async #append(batch: Append): Promise<Appended> {
    try {
      return await measure('append', () => this.#options.store.append(batch));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return await measure('append', () => this.#options.store.append(batch));
    }
  }

  #again({ commandId, digest }: CommandRequest): Promise<CommandAnswer | undefined> {
    const { store, kinds } = this.#options;
    return replayStoredAnswer({ store, kinds, states: this.#states }, commandId, digest);
  }

  /** Adds the blocking records, when they are known. */
  async #refusal(error: unknown, attempt: Attempt): Promise<unknown> {
    const refusal = await this.#plainRefusal(error, attempt);
    if (!(refusal instanceof Refusal)) return refusal;
    const { kind, stream, loaded, request } = attempt;
    const command = { kind, stream, state: loaded.own.state, body: request.body, actor: request.actor };
    const found = await this.#options.blockers?.(refusal.issues, command);
    if (!found) return refusal;
    return new Refusal(refusal.code, refusal.issues, { ...membersOf(refusal.details), ...found });
  }

  async #plainRefusal(error: unknown, attempt: Attempt): Promise<unknown> {
    const { request, kind, stream, loaded, facts } = attempt;
    const { store, kinds } = this.#options;
    if (error instanceof IdempotencyMismatch) return usedForAnother();
    if (error instanceof ClaimsRefused || isOfLockedDays(error)) {
      const refused = error instanceof Refusal ? error : refusedClaims(error.refusals, kinds, facts);
      const claimsUnder = (others: Facts) => decideAll(kinds, attempt, others).claims;
      const command = { kind, state: loaded.own.state, body: request.body, facts, store, claimsUnder };
      return withOffer(await named(refused, this.#states, kinds, request.body), command);
    }
    if (error instanceof WrongRevision) {
      const asked = { kind, stream, actor: request.actor };
      return staleRefusal(store, this.#states, asked, request.expectedRevision ?? error.expected);
    }
    return error instanceof Refusal ? named(error, this.#states, kinds, request.body) : error;
  }
}

function batchOf(
  { commandId, digest, actor, meta }: CommandRequest,
  all: readonly StreamDecision[],
  claims: Append['claims'],
  reads: DecisionReads,
): Append {
  const eventMeta: EventMeta = { actor: String(actor.user_id), commandId, ...meta };
  const writes = all.map(({ stream, revision, decision }, write) => ({
    stream,
    expectedRevision: revision,
    events: decision.events.map((event, index) => ({ ...event, id: uuid(`${write}:${index}`, commandId) })),
  }));
  const conditions = reads.besides(writes.map(({ stream }) => stream));
  return { commandId, writes, claims, reads: conditions, meta: eventMeta, ...(digest === undefined ? {} : { digest }) };
}
