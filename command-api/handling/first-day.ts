/** The first day of the first financial year, without asking the store for each command. */
import type { EffectiveDate } from '../../domain/kernel/effective-date.ts';
import type { ClaimStore } from '../../event-store/port.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The first day of the first financial year, cached: years before it may be added, so the cached value is right for
 * every command whose days are not before it.
 */
export class FirstDay {
  readonly #store: Pick<ClaimStore, 'periods'>;
  #day: EffectiveDate | undefined;

  constructor(store: Pick<ClaimStore, 'periods'>) {
    this.#store = store;
  }

  /** Of the years that are there when the command says a day before those that are known; undefined where there is none. */
  async for(...reported: readonly unknown[]): Promise<EffectiveDate | undefined> {
    const known = this.#day;
    if (known !== undefined && !reported.some((value) => saysDayBefore(value, known))) return known;
    const days = (await this.#store.periods()).map(({ from }) => from).sort();
    this.#day = days[0];
    return days[0];
  }
}

function saysDayBefore(value: unknown, day: string): boolean {
  if (typeof value === 'string') return value < day && DAY.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((entry) => saysDayBefore(entry, day));
}
