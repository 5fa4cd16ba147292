/** Finds the writes of a batch that are in KurrentDB already: KurrentDB 6.2.1 appends to one stream at a time. */
import type { Append, StreamWrite } from '../port.ts';
import { StoreUnavailable, WrongRevision } from '../port.ts';
import type { Log } from './restored-log.ts';

/**
 * A later write of a batch was refused permanently although the intent held its stream: another program writes to that
 * stream. The intent stays until a person resolves it (docs/operations.md).
 */
export class PartialAppendError extends StoreUnavailable {
  constructor(commandId: string, cause?: unknown) {
    super(`command ${commandId} is stored in part, and the rest is refused: "npm run doctor" names it`, { cause });
    this.name = 'PartialAppendError';
  }
}

export class StoredWrites {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * The writes that are not stored yet. Before its first write, a batch of several is checked as a whole, so that a
   * wrong revision is found while nothing is stored; the intent holds the streams meanwhile.
   */
  async left(batch: Append): Promise<readonly StreamWrite[]> {
    if (batch.writes.length === 1) return batch.writes;
    const states = await Promise.all(batch.writes.map((write) => this.#stateOf(write)));
    const wrong = states.find((state) => state instanceof WrongRevision);
    if (!wrong) return batch.writes.filter((_, index) => states[index] === 'ready');
    throw states.includes('stored') ? new PartialAppendError(batch.commandId, wrong) : wrong;
  }

  /** A write with only its first events stored is not complete: its append adds the rest. */
  async #stateOf({ stream, expectedRevision, events }: StreamWrite): Promise<'ready' | 'stored' | WrongRevision> {
    const last = await this.#log.lastRevision(stream);
    if (last === expectedRevision) return 'ready';
    const there = last > expectedRevision ? await this.#log.readStream(stream, expectedRevision, events.length) : [];
    const areOurs = there.length > 0 && there.every(({ id }, index) => id === events[index]?.id);
    if (!areOurs) return new WrongRevision(stream, expectedRevision, last);
    return there.length === events.length ? 'stored' : 'ready';
  }

  /** The batch with the expected revision of each unstored write set to the end of its stream. */
  async atEnds(batch: Append): Promise<Append> {
    const writes = await Promise.all(
      batch.writes.map(async (write) => {
        const state = await this.#stateOf(write);
        return state instanceof WrongRevision ? { ...write, expectedRevision: state.actual } : write;
      }),
    );
    return { ...batch, writes };
  }
}
