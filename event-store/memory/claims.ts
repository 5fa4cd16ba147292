/** Claims in memory, for unit tests: a simple implementation of migrations/functions/claim.refusals.sql. */
import type {
  Claim,
  ClaimRefusal,
  NumberClaim,
  RecordClaim,
  UniqueClaim,
  UseClaim,
} from '../../domain/kernel/claim.ts';
import { seriesInYear } from '../../domain/kernel/number-series.ts';
import type { LevelChangeOfDay, LevelTotal, LevelWith, Period } from '../port.ts';
import { LevelBook, type Verdict } from './levels.ts';
import { PeriodBook } from './periods.ts';

const only = <Kind extends Claim['kind']>(claims: readonly Claim[], kind: Kind) =>
  claims.filter((claim): claim is Extract<Claim, { kind: Kind }> => claim.kind === kind);

const levelsOf = (claims: readonly Claim[]) => [...only(claims, 'level'), ...only(claims, 'count')];

export class ClaimBook {
  readonly #owners = new Map<string, string>();
  readonly #series = new Map<string, number>();
  readonly #levels = new LevelBook();
  readonly #records = new Map<string, { active: boolean; used: boolean }>();
  readonly #periods = new PeriodBook();

  /** All refusals of the batch, in the order of its claims. */
  refusals(claims: readonly Claim[]): ClaimRefusal[] {
    return claims.flatMap((claim) => {
      const verdict = this.#judge(claim, claims);
      return verdict && 'field' in claim ? [{ field: claim.field, ...verdict }] : [];
    });
  }

  /** Stores accepted claims and returns the assigned numbers. */
  keep(claims: readonly Claim[]): string[] {
    const unique = only(claims, 'unique');
    for (const claim of unique) if (claim.action === 'release') this.#release(claim);
    for (const claim of unique) if (claim.action === 'take') this.#owners.set(nameOf(claim), claim.owner);
    for (const { record, action } of only(claims, 'record')) {
      if (action === 'unused') continue;
      this.#records.set(record, { active: action === 'register', used: this.#records.get(record)?.used ?? false });
    }
    for (const { record } of only(claims, 'use')) {
      this.#records.set(record, { active: this.#records.get(record)?.active ?? true, used: true });
    }
    this.#levels.keep(levelsOf(claims));
    const numbers = only(claims, 'number');
    this.#periods.keep(only(claims, 'period_change'), [...only(claims, 'period'), ...numbers], (from, to) =>
      this.#levels.changedWithin(from, to),
    );
    return numbers.map((claim) => this.#nextNumber(claim));
  }

  totals(prefix: string, limit?: number): LevelTotal[] {
    return this.#levels.totals(prefix, limit);
  }

  levelsWith(claims: readonly Claim[]): LevelWith[] {
    return this.#levels.totalsWith(levelsOf(claims));
  }

  /** Number of records of a kind, including retired ones. */
  countOf(prefix: string): number {
    return [...this.#records.keys()].filter((record) => record.startsWith(prefix)).length;
  }

  periods(): Period[] {
    return this.#periods.all();
  }

  levelBefore(key: string, at: string): string {
    return this.#levels.before(key, at);
  }

  changesAfter(prefix: string, at: string): LevelChangeOfDay[] {
    return this.#levels.changesAfter(prefix, at);
  }

  #judge(claim: Claim, batch: readonly Claim[]): Verdict | undefined {
    switch (claim.kind) {
      case 'unique':
        return this.#judgeUnique(claim, only(batch, 'unique'));
      case 'level':
      case 'count':
        return this.#levels.judge(claim, levelsOf(batch));
      case 'period':
        return this.#periods.judgeDay(claim, only(batch, 'period_change'));
      case 'period_change':
        return this.#periods.judgeChange(claim, only(batch, 'period_change'));
      case 'use':
        return this.#judgeUse(claim, only(batch, 'record'));
      case 'record':
        return this.#judgeRecord(claim, only(batch, 'use'));
      case 'number':
        return undefined;
    }
  }

  #judgeUnique(claim: UniqueClaim, batch: readonly UniqueClaim[]): Verdict | undefined {
    if (claim.action === 'release') return undefined;
    const rivals = batch.filter((other) => nameOf(other) === nameOf(claim));
    const held = this.#owners.get(nameOf(claim));
    const given = rivals.some(({ action, owner }) => action === 'release' && owner === held);
    const earlier = rivals.slice(0, rivals.indexOf(claim)).find(({ action }) => action === 'take')?.owner;
    const owner = (given ? undefined : held) ?? earlier;
    if (owner === undefined || owner === claim.owner) return undefined;
    return { message: 'already_taken', params: { key: claim.key, owner } };
  }

  #judgeUse({ record, paid }: UseClaim, changes: readonly RecordClaim[]): Verdict | undefined {
    const known = this.#records.get(record);
    if (paid && known) return undefined;
    if (known?.active || changes.some((other) => other.record === record && other.action === 'register'))
      return undefined;
    return { message: known ? 'retired' : 'not_found', params: { record } };
  }

  #judgeRecord({ record, action }: RecordClaim, uses: readonly UseClaim[]): Verdict | undefined {
    const known = this.#records.get(record);
    if (action === 'register') return undefined;
    if (known && !known.used && !uses.some((use) => use.record === record)) return undefined;
    return { message: known ? 'in_use' : 'not_found', params: { record } };
  }

  #release(claim: UniqueClaim): void {
    if (this.#owners.get(nameOf(claim)) === claim.owner) this.#owners.delete(nameOf(claim));
  }

  #nextNumber({ series, day, prefix, width }: NumberClaim): string {
    const inYear = seriesInYear(series, day, this.#periods.all());
    const next = (this.#series.get(inYear) ?? 0) + 1;
    this.#series.set(inYear, next);
    return prefix + String(next).padStart(width, '0');
  }
}

const nameOf = ({ set, key }: UniqueClaim): string => JSON.stringify([set, key]);
