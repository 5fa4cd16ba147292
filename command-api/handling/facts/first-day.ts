/** Caches the first day of the first financial year. */
import type { EffectiveDate } from '../../../domain/values/effective-date.ts';
import type { ClaimStore } from '../../../event-store/port.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The first day of the first financial year, cached: earlier years may be added later, so the cached value is valid
 * for every command whose days are not before it.
 */
export class FirstDay {
  readonly #store: Pick<ClaimStore, 'periods'>;
  #day: EffectiveDate | undefined;

  constructor(store: Pick<ClaimStore, 'periods'>) {
    this.#store = store;
  }

  /** Reads the years again when a reported day is before the known ones; undefined when there is no year. */
  async for(...days: readonly unknown[]): Promise<EffectiveDate | undefined> {
    const known = this.#day;
    if (known !== undefined && !days.some((value) => hasDayBefore(value, known))) return known;
    const starts = (await this.#store.periods()).map(({ from }) => from).sort();
    this.#day = starts[0];
    return starts[0];
  }
}

function hasDayBefore(value: unknown, day: string): boolean {
  if (typeof value === 'string') return value < day && DAY.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((entry) => hasDayBefore(entry, day));
}
