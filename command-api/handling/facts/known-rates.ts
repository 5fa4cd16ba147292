/**
 * Cache of all currency rates, reloaded after a rate was stored: ten years of rates are thousands of records, and each
 * command in foreign currency needs one of them. Each use checks with the store that the cache is current.
 */
import type { RateInForce } from '../../../domain/deciding/facts.ts';
import { currencyRate } from '../../../domain/organisation/currency-rate.record.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { newestRateFirst } from '../../../domain/values/rate-order.ts';
import { Gathered } from '../../../event-store/claims/gathered.ts';
import type { CommandStore, Position } from '../../../event-store/port.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import { streamOf } from '../../aggregates/aggregate-types.ts';
import type { RecordNumbers } from './on-demand-facts.ts';

interface RateSources {
  readonly store: Pick<CommandStore, 'head' | 'readsHold'>;
  readonly states: Pick<AggregateRepository, 'read'>;
  readonly recordNumbers: RecordNumbers;
}

/** A rate, and when it was stored: a used one is never changed. */
export interface RateRecord extends RateInForce {
  readonly recordedMs: number;
}

/** The rates at a position of the log. */
export interface RatesAt {
  readonly position: Position;
  readonly newestFirst: readonly RateRecord[];
}

export class KnownRates {
  readonly #sources: RateSources;
  #known: RatesAt | undefined;
  #reading: Promise<RatesAt> | undefined;
  readonly #checks = new Gathered<undefined, RatesAt>(async (calls) => {
    const current = await this.#current();
    return calls.map(() => current);
  });

  constructor(sources: RateSources) {
    this.#sources = sources;
  }

  /** A check answers all commands that asked before it began. Throws StoreUnavailable. */
  read(): Promise<RatesAt> {
    return this.#checks.ask(undefined);
  }

  async #current(): Promise<RatesAt> {
    // A rate stored after this position is missing in the result; the next call reads it.
    const head = await this.#sources.store.head();
    const known = this.#known;
    if (known?.position === head) return known;
    // Waits for a rate that is in the log already while the claims do not contain its number yet, also before the first
    // reading.
    const stands = await this.#standsSince(known?.position ?? head);
    if (known && stands) {
      this.#known = { position: head, newestFirst: known.newestFirst };
      return this.#known;
    }
    this.#reading ??= this.#readAll(head).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  #standsSince(position: Position): Promise<boolean> {
    const read = { of: 'kind', prefix: `${currencyRate.kind}-`, position: String(position) } as const;
    return this.#sources.store.readsHold([read]);
  }

  async #readAll(position: Position): Promise<RatesAt> {
    const { states, recordNumbers } = this.#sources;
    const numbers = await recordNumbers(currencyRate.kind);
    const read = await states.read(numbers.map((value) => streamOf(currencyRate.kind, value)));
    const rates = numbers.flatMap((id): Rate[] => {
      const known = read.get(streamOf(currencyRate.kind, id));
      const state = recordStateOf(known?.state);
      if (state?.status !== 'active') return [];
      const { date, time, rate, in_rate } = state.data;
      const moment = { date: String(date), time: String(time ?? '00:00:00') };
      const recordedMs = Date.parse(known?.recordedAt ?? '');
      return [{ id, ...moment, rate: String(rate), in_rate: String(in_rate), recordedMs }];
    });
    this.#known = { position, newestFirst: rates.sort(newestRateFirst) };
    return this.#known;
  }
}

type Rate = RateRecord & { readonly time: string };
