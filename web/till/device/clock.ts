/**
 * The clock of the device, corrected to the server's. Entries carry the device's time and the offset known then; papers
 * have the corrected time.
 */
import { localAt } from '../../../domain/values/zone.ts';
import { keepShopZone, shopZone } from '../../shared/typing/shop-zone.ts';
import type { TillDatabase } from './database.ts';
import { type KeptClock, OWN } from './database-schema.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable } from './watched.ts';

/** A larger offset shows a warning. */
export const WRONG_CLOCK_MS = 120_000;

export interface ClockState {
  /** Milliseconds to add to the device's clock for the server's; 0 until measured. */
  readonly offset_ms: number;
  readonly measured_at: string | null;
  readonly wrong: boolean;
}

/** For a request from `sentMs` to `answeredMs`: assumes that the server read its clock half-way. */
export const offsetOf = (serverTime: string, sentMs: number, answeredMs: number): number =>
  Math.round(Date.parse(serverTime) - (sentMs + answeredMs) / 2);

export class DeviceClock {
  readonly state = new Watchable<ClockState>({ offset_ms: 0, measured_at: null, wrong: false });
  readonly #database: TillDatabase;
  readonly #channel: TabChannel;
  readonly #nowMs: () => number;
  #latest = '';
  #zone: string | null = null;

  constructor(database: TillDatabase, channel: TabChannel, nowMs: () => number = Date.now) {
    this.#database = database;
    this.#channel = channel;
    this.#nowMs = nowMs;
    channel.when('clock', () => void this.open());
  }

  /** Loads the last measurement. */
  async open(): Promise<void> {
    const kept = await this.#database.use((db) => db.get('clock', OWN));
    if (kept) this.#take(kept);
  }

  /** Milliseconds of the device's clock. */
  deviceMs(): number {
    return this.#nowMs();
  }

  /** The corrected time. */
  now(): Date {
    return new Date(this.#nowMs() + this.state.current().offset_ms);
  }

  /** The corrected time, or the latest one seen if the clock was set back; offline rights expire by it. */
  latest(): Date {
    const now = this.now().toISOString();
    return new Date(now > this.#latest ? now : this.#latest);
  }

  /** The shop's local date and time. */
  moment(): { readonly date: string; readonly time: string } {
    return localAt(shopZone(), this.now().getTime());
  }

  /** `zone` is that of the shop, in which papers are printed, also offline. */
  async measure(serverTime: string, sentMs: number, answeredMs: number, zone: string | null): Promise<void> {
    const offset_ms = offsetOf(serverTime, sentMs, answeredMs);
    this.#zone = zone ?? this.#zone;
    await this.#keep({ offset_ms, measured_at: serverTime, latest: serverTime, ...this.#withZone() });
    this.#channel.changed('clock');
  }

  /** Stores the current time without a server. */
  async tick(): Promise<void> {
    const { offset_ms, measured_at } = this.state.current();
    await this.#keep({ offset_ms, measured_at, latest: this.latest().toISOString(), ...this.#withZone() });
  }

  async #keep(kept: KeptClock): Promise<void> {
    this.#take(kept);
    await this.#database.use((db) => db.put('clock', kept, OWN));
  }

  #withZone(): Pick<KeptClock, 'zone'> {
    return this.#zone === null ? {} : { zone: this.#zone };
  }

  #take({ offset_ms, measured_at, latest, zone }: KeptClock): void {
    this.#latest = latest;
    this.#zone = zone ?? null;
    keepShopZone(zone);
    const before = this.state.current();
    if (before.offset_ms === offset_ms && before.measured_at === measured_at) return;
    this.state.set({ offset_ms, measured_at, wrong: Math.abs(offset_ms) > WRONG_CLOCK_MS });
  }
}
