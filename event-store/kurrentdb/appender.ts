/**
 * A batch on its way to KurrentDB: reserve → append → settle (migrations/0006-claim-intents).
 *
 * KurrentDB 6.2.1 appends to one stream at a time. A batch of several writes is appended in their order, so a
 * reader may see, for a moment or until a crash is recovered, the first writes of a command without the later
 * ones; never a later one without those before it, and never anything of another command between the
 * revisions of one write. Nobody but Daftar may append to Daftar's streams.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EncodedBatch } from '../batch.ts';
import { encodeBatch, revisionsAfter } from '../batch.ts';
import type { Append, Appended, StreamWrite } from '../port.ts';
import { ClaimsRefused, IdempotencyMismatch, NO_STREAM, ReadsMoved, StoreUnavailable, WrongRevision } from '../port.ts';
import { readRefusals } from '../postgres/claims.ts';
import { eventsToAppend } from './events.ts';
import type { Intents } from './intents.ts';
import { isDefinite } from './log.ts';
import type { Log } from './restored-log.ts';

const BUSY_PAUSE_MS = 10;

/** A later write of a batch was refused for good although its stream was held: somebody else writes to it. The intent stays. */
class PartlyStored extends Error {
  constructor(commandId: string, cause: unknown) {
    super(`command ${commandId} is stored in part, and the rest is refused`, { cause });
    this.name = 'PartlyStored';
  }
}

export class Appender {
  readonly #log: Log;
  readonly #intents: Intents;
  readonly #timeoutMs: number;
  /** Commands and streams that this process is appending now, each with the end of its turn. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(log: Log, intents: Intents, timeoutMs: number) {
    this.#log = log;
    this.#intents = intents;
    this.#timeoutMs = timeoutMs;
  }

  async append(encoded: EncodedBatch): Promise<Appended> {
    const release = await this.#takeTurn(encoded);
    try {
      const reservation = await this.#reserve(encoded);
      switch (reservation.outcome) {
        case 'repeated':
          return reservation.answer;
        case 'mismatch':
          throw new IdempotencyMismatch(encoded.batch.commandId);
        case 'moved':
          throw new ReadsMoved(reservation.read);
        case 'refused':
          throw new ClaimsRefused(readRefusals(reservation.refusals));
        default:
          return await this.#complete(encoded, reservation.numbers);
      }
    } finally {
      release();
    }
  }

  /** Sends the batches of intents that a crash or an unknown outcome left. What cannot be resolved now stays for the next time. */
  async recover(olderThanMs: number): Promise<void> {
    for (const batch of await this.#intents.unresolved(olderThanMs)) {
      try {
        await this.append(encodeBatch(batch));
      } catch (error) {
        // Refused for good: released, as if it had never been. Anything else: still an intent.
        if (error instanceof StoreUnavailable) return;
      }
    }
  }

  async #complete(encoded: EncodedBatch, numbers: readonly string[]): Promise<Appended> {
    const { batch } = encoded;
    let left: readonly StreamWrite[] = batch.writes;
    try {
      left = await this.#writesLeft(batch);
      for (const write of left) {
        await this.#log.append(write.stream, write.expectedRevision, eventsToAppend(encoded, write.stream, numbers));
        left = left.filter((other) => other !== write);
      }
    } catch (error) {
      if (!isDefinite(error)) throw error;
      if (left.length < batch.writes.length) throw new PartlyStored(batch.commandId, error);
      await this.#intents.release(batch.commandId);
      throw error;
    }
    return await this.#settle(batch);
  }

  /**
   * The writes that are not stored yet. A batch of several is looked at as a whole before its first write, so
   * that a wrong revision is found while nothing is stored; the intent holds the streams meanwhile.
   */
  async #writesLeft(batch: Append): Promise<readonly StreamWrite[]> {
    if (batch.writes.length === 1) return batch.writes;
    const states = await Promise.all(batch.writes.map((write) => this.#stateOf(write)));
    const wrong = states.find((state) => state instanceof WrongRevision);
    if (!wrong) return batch.writes.filter((_, index) => states[index] === 'ready');
    throw states.includes('stored') ? new PartlyStored(batch.commandId, wrong) : wrong;
  }

  async #stateOf({ stream, expectedRevision, events }: StreamWrite): Promise<'ready' | 'stored' | WrongRevision> {
    const last = (await this.#log.lastOf(stream))?.revision ?? NO_STREAM;
    if (last === expectedRevision) return 'ready';
    const [next] = last > expectedRevision ? await this.#log.readStream(stream, expectedRevision, 1) : [];
    return next?.id === events[0]?.id ? 'stored' : new WrongRevision(stream, expectedRevision, last);
  }

  async #settle(batch: Append): Promise<Appended> {
    const last = batch.writes.at(-1);
    const revisions = revisionsAfter(batch);
    const [event] = last ? await this.#log.readStream(last.stream, (revisions.at(-1) ?? 0) - 1, 1) : [];
    if (!event) throw new StoreUnavailable('the event that was just stored cannot be read back');
    return await this.#intents.settle(batch, { position: event.position, revisions, recordedAt: event.recordedAt });
  }

  /** Another process may hold a stream, or a day that this batch closes; it lets go soon, or its intent is recovered. */
  async #reserve(encoded: EncodedBatch) {
    const untilMs = performance.now() + this.#timeoutMs;
    for (;;) {
      const reservation = await this.#intents.reserve(encoded);
      if (reservation.outcome !== 'busy') return reservation as Exclude<typeof reservation, { outcome: 'busy' }>;
      if (performance.now() > untilMs) throw new StoreUnavailable('a stream of the batch is held by another command');
      await sleep(BUSY_PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /** In this process, batches of one command or one stream go one after the other. Gives the function that ends the turn. */
  async #takeTurn({ batch }: EncodedBatch): Promise<() => void> {
    const names = [batch.commandId, ...batch.writes.map(({ stream }) => stream)];
    for (;;) {
      const before = names.map((name) => this.#turns.get(name)).find((turn) => turn !== undefined);
      if (!before) break;
      await before;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const name of names) this.#turns.set(name, promise);
    return () => {
      for (const name of names) this.#turns.delete(name);
      resolve();
    };
  }
}
