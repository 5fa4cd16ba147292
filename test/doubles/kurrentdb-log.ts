/**
 * The log of the KurrentDB double, without the protocol: positions with gaps, two kinds of idempotency, a size limit.
 */

export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface Stored extends Proposed {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  /** 100 ns since 1970. */
  readonly createdTicks: bigint;
}

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;

export type Outcome =
  | { readonly result: 'success'; readonly revision: bigint; readonly position: bigint }
  | { readonly result: 'wrong'; readonly revision: bigint | undefined }
  | { readonly result: 'on-its-way' }
  | { readonly result: 'too-large' };

export const MAX_APPEND_SIZE = 1_048_576;
const SYSTEM_EVENT_EVERY = 5;
const INDEXED_AFTER_MS = 8;

export class KurrentLogDouble {
  readonly all: Stored[] = [];
  readonly #streams = new Map<string, Stored[]>();
  #appends = 0;
  #position = 0n;
  /** Until this time a stored event is not in the index, and an append that repeats it is dropped. */
  #indexed = new Map<string, number>();
  /** The error of the server's clock in milliseconds. */
  clockOffsetMs = 0;

  constructor() {
    this.#store('$statistics', [this.#systemEvent()]);
  }

  stream(name: string): readonly Stored[] {
    return this.#streams.get(name) ?? [];
  }

  append(stream: string, expected: Expected, events: readonly Proposed[]): Outcome {
    const size = events.reduce(
      (sum, { data, metadata, type }) => sum + data.length + metadata.length + 2 * type.length,
      0,
    );
    if (size > MAX_APPEND_SIZE) return { result: 'too-large' };
    const repeated = this.#repeated(stream, expected, events);
    if (repeated && this.isOnItsWay(repeated)) return { result: 'on-its-way' };
    if (repeated) return { result: 'success', revision: repeated.revision, position: repeated.position };
    const length = this.stream(stream).length;
    const last = BigInt(length - 1);
    const fits =
      expected === 'any' ||
      (expected === 'no_stream' ? length === 0 : expected === 'stream_exists' ? length > 0 : last === expected);
    if (!fits) return { result: 'wrong', revision: length === 0 ? undefined : last };
    this.#appends += 1;
    if (this.#appends % SYSTEM_EVENT_EVERY === 0) this.#store('$statistics', [this.#systemEvent()]);
    const stored = this.#store(stream, events);
    return { result: 'success', revision: stored.revision, position: stored.position };
  }

  isOnItsWay({ id }: Stored): boolean {
    return performance.now() < (this.#indexed.get(id) ?? 0);
  }

  /** The data of the node as they are now, or as they were when the log had its first `count` events. */
  copy(count = this.all.length): KurrentLogDouble {
    const copied = new KurrentLogDouble();
    copied.all.splice(0, copied.all.length, ...this.all.slice(0, count));
    copied.#streams.clear();
    for (const stored of copied.all) copied.#streams.set(stored.stream, [...copied.stream(stored.stream), stored]);
    copied.#appends = count;
    copied.#position = count === this.all.length ? this.#position : (this.all[count]?.position ?? this.#position);
    return copied;
  }

  /** Appends the server's own events, as it does every half minute. Returns them. */
  idle(events: number): readonly Stored[] {
    const before = this.all.length;
    for (let n = 0; n < events; n += 1) this.#store('$statistics', [this.#systemEvent()]);
    return this.all.slice(before);
  }

  /**
   * Strong idempotency with a stated revision: the ids at exactly these places are compared, at any time. Weak
   * idempotency with `any`: only recent events are compared. Returns the last event of a repeated append.
   */
  #repeated(stream: string, expected: Expected, events: readonly Proposed[]): Stored | undefined {
    const kept = this.stream(stream);
    if (expected === 'any' || expected === 'stream_exists') {
      const recent = this.all.slice(-100);
      const all = events.every(({ id }) => recent.some((other) => other.id === id && other.stream === stream));
      return all ? kept.at(-1) : undefined;
    }
    const first = expected === 'no_stream' ? 0 : Number(expected) + 1;
    const there = kept.slice(first, first + events.length);
    const same = there.length === events.length && there.every(({ id }, index) => id === events[index]?.id);
    return same ? there.at(-1) : undefined;
  }

  #store(stream: string, events: readonly Proposed[]): Stored {
    const kept = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, kept);
    const createdTicks = BigInt(Date.now() + this.clockOffsetMs) * 10_000n + 4_321n;
    for (const event of events) {
      const stored = { ...event, stream, revision: BigInt(kept.length), position: this.#position, createdTicks };
      kept.push(stored);
      this.#indexed.set(event.id, performance.now() + INDEXED_AFTER_MS);
      this.all.push(stored);
      // A position is an offset in a file, so it grows by the size of the record.
      this.#position += BigInt(117 + event.data.length + Math.floor(Math.random() * 90));
    }
    return kept.at(-1) as Stored;
  }

  #systemEvent(): Proposed {
    const id = crypto.randomUUID();
    const none = new TextEncoder().encode('{}');
    return { id, type: '$statsCollected', contentType: 'application/json', data: none, metadata: none };
  }
}
