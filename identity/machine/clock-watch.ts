/**
 * Whether the clock of this machine can be right while the program runs (docs/decisions/0151): it goes as fast as the
 * machine itself, and it is that of the database, which gives entries their time. While it cannot be, nothing is stored:
 * the time of the log never goes back, so one entry with a clock that is ahead would stop the time of all later ones.
 */
import { uptime } from 'node:os';
import { durationOf, LEAP_SECONDS_MAX } from './log-clock.ts';

/** 503: the request would store something, and the clock is wrong. */
export class WrongClock extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'WrongClock';
  }
}

export interface WatchedClocks {
  /** Seconds by which the clock of this machine is ahead of that of the database; undefined while it does not answer. */
  readonly apart: () => Promise<number | undefined>;
  /** The database has the clock of this machine; that of another one confirms a leap. */
  readonly isOneMachine: boolean;
  /** The clock of this machine, in milliseconds. */
  readonly now?: () => number;
  /** Milliseconds that passed, whatever the clock says; may leave out the time that the machine slept. */
  readonly ran?: () => number;
  /** The same, with the time that the machine slept. */
  readonly ranOrSlept?: () => number;
}

const LOOK_EVERY_MS = 20_000;
const LEAP_MS_MAX = LEAP_SECONDS_MAX * 1000;

export class ClockWatch {
  readonly #clocks: Required<WatchedClocks>;
  #base: { readonly now: number; readonly ran: number; readonly ranOrSlept: number };
  #apartSeconds = 0;
  #isConfirmed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(clocks: WatchedClocks) {
    const whole = {
      now: () => Date.now(),
      ran: () => performance.now(),
      ranOrSlept: () => uptime() * 1000,
      ...clocks,
    };
    this.#clocks = whole;
    this.#base = this.#read();
  }

  /** A person said at the start that the clocks are right. */
  confirm(): void {
    this.#isConfirmed = true;
  }

  /** Compares with the database now and from time to time. Returns a function that ends it. */
  begin(everyMs = LOOK_EVERY_MS): () => void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), everyMs);
    this.#timer.unref();
    return () => clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    const apart = await this.#clocks.apart().catch(() => undefined);
    // A database that does not answer is told by other checks.
    if (apart !== undefined) this.#apartSeconds = apart;
    // Small corrections of the clock do not add up to a leap.
    if (Math.abs(this.#leapMs()) <= LEAP_MS_MAX) this.#base = this.#read();
  }

  /** What is wrong, as a part of a sentence. */
  get problem(): string | undefined {
    if (this.#isConfirmed) return undefined;
    const leap = this.#clocks.isOneMachine ? this.#leapMs() / 1000 : 0;
    if (Math.abs(leap) > LEAP_SECONDS_MAX) {
      return `the clock of this machine leapt by ${durationOf(Math.abs(leap))} ${leap > 0 ? 'ahead' : 'back'} while Daftar ran`;
    }
    const apart = this.#apartSeconds;
    if (Math.abs(apart) <= LEAP_SECONDS_MAX) return undefined;
    return `the clock of this machine is ${durationOf(Math.abs(apart))} ${apart > 0 ? 'ahead of' : 'behind'} that of the database`;
  }

  /** Throws WrongClock. */
  requireRightClock(): void {
    const { problem } = this;
    if (problem !== undefined) throw new WrongClock(problem);
  }

  /** How much more time the clock counted than passed. A machine that slept did not leap. */
  #leapMs(): number {
    const { now, ran, ranOrSlept } = this.#clocks;
    const counted = now() - this.#base.now;
    const awake = counted - (ran() - this.#base.ran);
    if (Math.abs(awake) <= LEAP_MS_MAX) return awake;
    const whole = counted - (ranOrSlept() - this.#base.ranOrSlept);
    return Math.abs(whole) < Math.abs(awake) ? whole : awake;
  }

  #read() {
    const { now, ran, ranOrSlept } = this.#clocks;
    return { now: now(), ran: ran(), ranOrSlept: ranOrSlept() };
  }
}
