/** Records and their use in memory: an implementation of claim.use_refusals.sql and claim.record_refusals.sql. */
import type { RecordClaim, UseClaim } from '../../domain/deciding/claim.ts';
import type { ClaimRows } from './rows.ts';
import { SortedKeys } from './sorted-keys.ts';

export class RecordBook {
  readonly #records = new Map<string, { active: boolean; used: boolean }>();
  readonly #names = new SortedKeys();
  readonly #changed = new Set<string>();

  load(records: ClaimRows['records']): void {
    for (const [record, active, used] of records) Object.assign(this.#at(record), { active, used });
  }

  takeChanged(): ClaimRows['records'] {
    const changed = [...this.#changed].map((record) => {
      const { active, used } = this.#at(record);
      return [record, active, used] as const;
    });
    this.#changed.clear();
    return changed;
  }

  keep(changes: readonly RecordClaim[], uses: readonly UseClaim[]): void {
    for (const { record, action } of changes) {
      if (action === 'unused') continue;
      this.#at(record).active = action === 'register';
      this.#changed.add(record);
    }
    for (const { record } of uses) {
      const known = this.#records.get(record);
      if (!known || known.used) continue;
      known.used = true;
      this.#changed.add(record);
    }
  }

  startingWith(prefix: string): string[] {
    return this.#names.startingWith(prefix);
  }

  judgeUse({ record, paid }: UseClaim, changes: readonly RecordClaim[]) {
    const known = this.#records.get(record);
    if (paid && known) return undefined;
    if (known?.active || changes.some((other) => other.record === record && other.action === 'register'))
      return undefined;
    return { message: known ? 'retired' : 'not_found', params: { record } };
  }

  judge({ record, action }: RecordClaim, uses: readonly UseClaim[]) {
    const known = this.#records.get(record);
    if (action === 'register') return undefined;
    if (known && !known.used && !uses.some((use) => use.record === record)) return undefined;
    return { message: known ? 'in_use' : 'not_found', params: { record } };
  }

  #at(record: string) {
    const known = this.#records.get(record);
    if (known) return known;
    const fresh = { active: false, used: false };
    this.#records.set(record, fresh);
    this.#names.add(record);
    return fresh;
  }
}
