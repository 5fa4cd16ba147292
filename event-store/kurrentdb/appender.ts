/**
 * A batch on its way to KurrentDB: reserve → append → settle (migrations/functions/claim.reserve.sql, claim.settle.sql).
 *
 * When the outcome of a command is unknown, the caller or another process sends the command again. This completes the
 * reserved batch instead of a new one, whose streams or revisions may differ, so a command is stored once.
 *
 * KurrentDB 6.2.1 appends to one stream at a time. A batch of several writes is appended in their order. For a moment, or
 * until the recovery after a crash, a reader may therefore see the first writes of a command without the later ones, and
 * the first events of a write that broke off. It never sees a later write without the earlier ones, or events of another
 * command between the revisions of one write. Only Daftar may append to Daftar's streams.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EncodedBatch } from '../batch.ts';
import { encodeBatch, revisionsAfter } from '../batch.ts';
import { readRefusals } from '../claims/claims-text.ts';
import { lateOr, type TriedAppend } from '../claims/tried-append.ts';
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
 * For this time a reserved command is left to the process that reserved it. KurrentDB does not answer a repeated
 * append while the first one is being written: the sender would wait for a timeout of seconds.
 */
const OTHER_SENDS_MS = 500;

export class Appender {
  readonly #log: Log;
  readonly #writes: StoredWrites;
  readonly #intents: Intents;
  readonly #timeoutMs: number;
  readonly #trust: () => Promise<void>;
  /** Commands and streams that this process is appending, each with a promise for the end of its turn. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #unsettled = new Unsettled();

  /** `trust` throws LogDisagrees, and is called before a command is reserved and before each write to KurrentDB. */
  constructor(log: Log, intents: Intents, timeoutMs: number, trust: () => Promise<void>) {
    this.#trust = trust;
    this.#log = log;
    this.#writes = new StoredWrites(log);
    this.#intents = intents;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Revisions of streams with writes of this process that are not settled: no other process can have written to them
   * since.
   */
  get unsettledRevisions(): ReadonlyMap<string, number> {
    return this.#unsettled.revisions;
  }

  /** Resolves when everything answered so far is settled or left to the recovery. */
  settled(): Promise<void> {
    return this.#unsettled.settled();
  }

  /**
   * `repeated` is false for the one caller whose batch was reserved. The call returns when the events are in the log,
   * before its claims are settled; every query of claims in this process waits for that (`settled`).
   */
  append(encoded: EncodedBatch): Promise<Appended> {
    return this.#inTurn(encoded.batch, async () => {
      await this.#trust();
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
          throw lateOr(await this.tried(encoded.batch), new ClaimsRefused(readRefusals(reservation.refusals)));
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

  /** Waits, like `append`, for pending commands that affect the result. */
  async tried(batch: Append): Promise<TriedAppend> {
    await this.settled();
    return this.#whenFree(
      batch,
      () => this.#intents.tried(batch),
      ([outcome]) => outcome === 'busy',
    );
  }

  /** True when a command was pending and is now settled or released. */
  async completePending(streams: readonly string[], reads: readonly DecisionRead[]): Promise<boolean> {
    await this.settled();
    const pending = await this.#intents.pendingFor(streams, reads);
    for (const { commandId, ageMs } of pending) {
      // A command that this process reserved is completed in its turn. Never longer, whatever the clocks say.
      const leftMs = Math.min(OTHER_SENDS_MS, OTHER_SENDS_MS - ageMs);
      if (!this.#turns.has(commandId) && leftMs > 0) await sleep(leftMs);
      await unlessRefused(this.resume(commandId, 0));
    }
    return pending.length > 0;
  }

  /**
   * Completes the command when it was reserved and not settled; otherwise does nothing. A process that is sending it
   * now has `waitMs` to finish.
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

  /**
   * Sends the batches of intents left by a crash or an unknown outcome. Intents that cannot be completed now remain
   * for the next run.
   */
  async recover(olderThanMs: number): Promise<void> {
    for (const { batch } of await this.#intents.unresolved(olderThanMs)) {
      try {
        await this.resume(batch.commandId, 0);
      } catch (error) {
        // A permanently refused intent is released without effect, a stuck one is left to a person, any other remains.
        if (error instanceof StoreUnavailable && !(error instanceof PartialAppendError)) return;
      }
    }
  }

  /**
   * Appends the rest of a stuck batch at the present ends of its streams; its claims were reserved for the whole
   * batch. Undefined when the command is not stuck.
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

  /** Appends the rest of the batch. Returns the position of its last event; undefined when that was stored before. */
  async #store(intent: Intent): Promise<Position | undefined> {
    const { batch } = intent;
    const encoded = encodeBatch(batch);
    let left: readonly StreamWrite[] = batch.writes;
    let position: Position | undefined;
    try {
      left = await this.#writes.left(batch);
      for (const write of left) {
        const { stream, expectedRevision } = write;
        const toAppend = eventsToAppend(encoded, stream, intent);
        const last = await this.#log.append(stream, expectedRevision, toAppend, this.#trust);
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

  /**
   * `position` is that of the last event, stored with the time of the intent; without it both are read from the log.
   */
  async #settle(intent: Intent, position: Position | undefined): Promise<Appended> {
    const { batch, recordedAt } = intent;
    const last = batch.writes.at(-1);
    const revisions = revisionsAfter(batch);
    if (position !== undefined) return await this.#intents.settle(intent, { position, revisions, recordedAt });
    const [event] = last ? await this.#log.readStream(last.stream, (revisions.at(-1) ?? 0) - 1, 1) : [];
    if (!event) throw new StoreUnavailable('the event that was just stored cannot be read back');
    return await this.#intents.settle(intent, { position: event.position, revisions, recordedAt: event.recordedAt });
  }

  /** Waits a moment for commands that another process has reserved. */
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
   * The stream, or a day that this batch closes, may be held by another process, or the log waits for its next
   * millisecond; both end soon, or the intent is recovered.
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
   * Completes commands that another process reserved and did not settle, because it ended or does not know the
   * outcome. Not run in turn, because the caller may hold the turn of the same streams.
   */
  async #completeLeft({ writes, reads = [], claims }: Append): Promise<void> {
    const streams = writes.map(({ stream }) => stream);
    // Counts wait for movements of the counted goods, and these movements wait for the count.
    const levels = claims.flatMap((claim): DecisionRead[] =>
      claim.kind === 'level' || claim.kind === 'count' ? [{ of: 'level', key: claim.key, total: '' }] : [],
    );
    for (const { commandId, ageMs } of await this.#intents.pendingFor(streams, [...reads, ...levels])) {
      if (ageMs < OTHER_SENDS_MS || this.#turns.has(commandId)) continue;
      const intent = await this.#intents.find(commandId);
      if (intent && !intent.isStuck) await unlessRefused(this.#complete(intent));
    }
  }

  /** Batches of one command or one stream are processed one after the other within this process. */
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

/** After a permanent refusal the batch is released or stuck already. */
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
