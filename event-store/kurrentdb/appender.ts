/**
 * A batch on its way to KurrentDB: reserve → append → settle (migrations/functions/claim.reserve.sql, claim.settle.sql).
 *
 * The reserved batch is the one that is appended. When the outcome of a command is unknown, the caller or another process
 * sends the command again: it then completes the reserved batch instead of a new one, whose streams or revisions may differ.
 * So a command is stored once.
 *
 * KurrentDB 6.2.1 appends to one stream at a time. A batch of several writes is appended in their order, so a
 * reader may see, for a moment or until a crash is recovered, the first writes of a command without the later
 * ones, and of a write whose sending broke off its first events; never a later one without those before it, and never
 * anything of another command between the revisions of one write. Nobody but Daftar may append to Daftar's streams.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EncodedBatch } from '../batch.ts';
import { encodeBatch, revisionsAfter } from '../batch.ts';
import { readRefusals } from '../claims/claims-text.ts';
import type { TriedAppend } from '../claims/tried-append.ts';
import type { DecisionRead } from '../decision-read.ts';
import type { Append, Appended, Position, StreamWrite } from '../port.ts';
import { ClaimsRefused, IdempotencyMismatch, ReadsMoved, StoreUnavailable } from '../port.ts';
import { isDefinite } from './calls.ts';
import { eventsToAppend } from './events.ts';
import type { Intent, Intents } from './intents.ts';
import type { Log } from './restored-log.ts';
import { PartialAppendError, StoredWrites } from './stored-writes.ts';
import { Unsettled } from './unsettled.ts';

const BUSY_PAUSE_MS = 10;
/**
 * So long a command that is reserved is left to who reserved it. The server does not answer an append that is already on
 * its way to its log: its sender would wait for a time-out of seconds.
 */
const OTHER_SENDS_MS = 500;

export class Appender {
  readonly #log: Log;
  readonly #writes: StoredWrites;
  readonly #intents: Intents;
  readonly #timeoutMs: number;
  /** Commands and streams that this process is appending now, each with the end of its turn. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #unsettled = new Unsettled();

  constructor(log: Log, intents: Intents, timeoutMs: number) {
    this.#log = log;
    this.#writes = new StoredWrites(log);
    this.#intents = intents;
    this.#timeoutMs = timeoutMs;
  }

  /** Revisions of streams that this process has written and not settled: nobody else can have written to them since. */
  get unsettledRevisions(): ReadonlyMap<string, number> {
    return this.#unsettled.revisions;
  }

  /** Resolves when everything is settled that was answered so far, or is left to the recovery. */
  settled(): Promise<void> {
    return this.#unsettled.settled();
  }

  /**
   * `repeated` is false for the one caller whose batch was reserved. The answer is given when the event is in the log, before
   * its claims are settled; every query of claims in this process waits for that (`settled`).
   */
  append(encoded: EncodedBatch): Promise<Appended> {
    return this.#inTurn(encoded.batch, async () => {
      await this.settled();
      const reservation = await this.#reserveOrWait(encoded);
      switch (reservation.outcome) {
        case 'repeated':
          return reservation.answer;
        case 'mismatch':
          throw new IdempotencyMismatch(encoded.batch.commandId);
        case 'moved':
          throw new ReadsMoved(reservation.read);
        case 'refused':
          throw new ClaimsRefused(readRefusals(reservation.refusals));
        case 'stuck':
          throw new PartialAppendError(encoded.batch.commandId);
        case 'pending':
          return { ...(await this.#complete(reservation.intent)), repeated: true };
        default: {
          const { intent } = reservation;
          const position = await this.#store(intent);
          if (position === undefined) return { ...(await this.#settle(intent, position)), repeated: false };
          const revisions = revisionsAfter(intent.batch);
          this.#unsettled.add(intent.batch, revisions, this.#settle(intent, position));
          const { numbers, recordedAt } = intent;
          return { position, revisions, numbers, recordedAt, repeated: false };
        }
      }
    });
  }

  /** Waits, as `append` does, for what is under way and decides first. */
  async tried(batch: Append): Promise<TriedAppend> {
    await this.settled();
    return this.#whenFree(
      batch,
      () => this.#intents.tried(batch),
      ([outcome]) => outcome === 'busy',
    );
  }

  /** True when a command was pending, which is settled or released now. */
  async completePending(streams: readonly string[], reads: readonly DecisionRead[]): Promise<boolean> {
    await this.settled();
    const pending = await this.#intents.pendingFor(streams, reads);
    for (const { commandId, ageMs } of pending) {
      // This process completes what it reserved itself, in its turn.
      if (!this.#turns.has(commandId) && ageMs < OTHER_SENDS_MS) await sleep(OTHER_SENDS_MS - ageMs);
      await unlessRefused(this.resume(commandId, 0));
    }
    return pending.length > 0;
  }

  /**
   * Completes what was reserved for the command and not settled; nothing when there is no such thing. Whoever sends it now
   * is given `waitMs` for it.
   */
  async resume(commandId: string, waitMs = OTHER_SENDS_MS): Promise<void> {
    const found = await this.#intents.find(commandId);
    if (!found) return;
    await this.#inTurn(found.batch, async () => {
      const untilMs = performance.now() + waitMs;
      let intent = await this.#intents.find(commandId);
      for (; intent && !intent.isStuck && performance.now() < untilMs; intent = await this.#intents.find(commandId)) {
        await sleep(BUSY_PAUSE_MS);
      }
      if (intent?.isStuck) throw new PartialAppendError(commandId);
      if (intent) await this.#complete(intent);
    });
  }

  /** Sends the batches of intents that a crash or an unknown outcome left. What cannot be resolved now stays for the next time. */
  async recover(olderThanMs: number): Promise<void> {
    for (const { batch } of await this.#intents.unresolved(olderThanMs)) {
      try {
        await this.resume(batch.commandId, 0);
      } catch (error) {
        // Refused for good: released, as if it had never been. Stuck: left to a person. Anything else: still an intent.
        if (error instanceof StoreUnavailable && !(error instanceof PartialAppendError)) return;
      }
    }
  }

  /**
   * Appends what is left of a stuck batch to where its streams are now. Its claims were reserved for the whole of it.
   * Undefined when the command is not stuck.
   */
  async resolve(commandId: string, by: string, reason: string): Promise<Appended | undefined> {
    const intent = await this.#intents.takeUp(commandId, by, reason);
    if (!intent) return undefined;
    return this.#inTurn(intent.batch, async () =>
      this.#complete({ ...intent, batch: await this.#writes.atEnds(intent.batch) }),
    );
  }

  async #complete(intent: Intent): Promise<Appended> {
    return this.#settle(intent, await this.#store(intent));
  }

  /** Appends what is left of the batch. Gives the position of its last event; undefined when it was there before. */
  async #store(intent: Intent): Promise<Position | undefined> {
    const { batch } = intent;
    const encoded = encodeBatch(batch);
    let left: readonly StreamWrite[] = batch.writes;
    let position: Position | undefined;
    try {
      left = await this.#writes.left(batch);
      for (const write of left) {
        const { stream, expectedRevision } = write;
        const last = await this.#log.append(stream, expectedRevision, eventsToAppend(encoded, stream, intent));
        if (write === batch.writes.at(-1)) position = last;
        left = left.filter((other) => other !== write);
      }
    } catch (error) {
      if (error instanceof PartialAppendError || (isDefinite(error) && left.length < batch.writes.length)) {
        await this.#intents.markStuck(intent, reasonOf(error));
        throw new PartialAppendError(batch.commandId, error);
      }
      if (isDefinite(error)) await this.#intents.release(intent);
      throw error;
    }
    return position;
  }

  /** `position` of the last event, which was stored with the time of the intent; else both are read. */
  async #settle(intent: Intent, position: Position | undefined): Promise<Appended> {
    const { batch, recordedAt } = intent;
    const last = batch.writes.at(-1);
    const revisions = revisionsAfter(batch);
    if (position !== undefined) return await this.#intents.settle(intent, { position, revisions, recordedAt });
    const [event] = last ? await this.#log.readStream(last.stream, (revisions.at(-1) ?? 0) - 1, 1) : [];
    if (!event) throw new StoreUnavailable('the event that was just stored cannot be read back');
    return await this.#intents.settle(intent, { position: event.position, revisions, recordedAt: event.recordedAt });
  }

  /** What another process has reserved, it is given a moment for. */
  async #reserveOrWait(encoded: EncodedBatch) {
    const untilMs = performance.now() + OTHER_SENDS_MS;
    let reservation = await this.#reserve(encoded);
    while (reservation.outcome === 'pending' && performance.now() < untilMs) {
      await sleep(BUSY_PAUSE_MS);
      reservation = await this.#reserve(encoded);
    }
    return reservation;
  }

  /**
   * Another process may hold a stream, or a day that this batch closes, or the log waits for its next moment; that is
   * over soon, or its intent is recovered.
   */
  async #reserve(encoded: EncodedBatch) {
    const ask = () => this.#intents.reserve(encoded);
    const reservation = await this.#whenFree(encoded.batch, ask, ({ outcome }) => outcome === 'busy');
    if (reservation.outcome === 'busy') throw new StoreUnavailable('a stream of the batch is held by another command');
    return reservation;
  }

  async #whenFree<T>(batch: Append, ask: () => Promise<T>, isBusy: (answer: T) => boolean): Promise<T> {
    const sinceMs = performance.now();
    let completesAtMs = sinceMs + OTHER_SENDS_MS;
    for (;;) {
      const answer = await ask();
      if (!isBusy(answer)) return answer;
      const nowMs = performance.now();
      if (nowMs > sinceMs + this.#timeoutMs)
        throw new StoreUnavailable('a stream of the batch is held by another command');
      if (nowMs > completesAtMs) {
        await this.#completeLeft(batch);
        completesAtMs = performance.now() + OTHER_SENDS_MS;
      }
      await sleep(BUSY_PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /**
   * What another process reserved and did not settle: it ended, or its outcome is not known to it. Not in turn, because
   * the caller may have the turn of the same streams.
   */
  async #completeLeft({ writes, reads = [], claims }: Append): Promise<void> {
    const streams = writes.map(({ stream }) => stream);
    // A count waits for what moves its goods, and what moves them for the count.
    const levels = claims.flatMap((claim): DecisionRead[] =>
      claim.kind === 'level' || claim.kind === 'count' ? [{ of: 'level', key: claim.key, total: '' }] : [],
    );
    for (const { commandId, ageMs } of await this.#intents.pendingFor(streams, [...reads, ...levels])) {
      if (ageMs < OTHER_SENDS_MS || this.#turns.has(commandId)) continue;
      const intent = await this.#intents.find(commandId);
      if (intent && !intent.isStuck) await unlessRefused(this.#complete(intent));
    }
  }

  /** In this process, batches of one command or one stream go one after the other. */
  async #inTurn<T>(batch: Append, work: () => Promise<T>): Promise<T> {
    const names = [batch.commandId, ...batch.writes.map(({ stream }) => stream)];
    for (;;) {
      const before = names.map((name) => this.#turns.get(name)).find((turn) => turn !== undefined);
      if (!before) break;
      await before;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const name of names) this.#turns.set(name, promise);
    try {
      return await work();
    } finally {
      for (const name of names) this.#turns.delete(name);
      resolve();
    }
  }
}

/** A batch that is refused for good is released or stuck by then. */
async function unlessRefused(completed: Promise<unknown>): Promise<void> {
  try {
    await completed;
  } catch (error) {
    if (!isDefinite(error) && !(error instanceof PartialAppendError)) throw error;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof PartialAppendError ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
