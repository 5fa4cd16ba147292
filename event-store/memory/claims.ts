/** Claims in memory, for unit tests: the rules of migrations/functions/claim.refusals.sql, small and slow. */
import type {
  Claim,
  ClaimRefusal,
  NumberClaim,
  PeriodChangeClaim,
  PeriodClaim,
  RecordClaim,
  UniqueClaim,
  UseClaim,
} from '../../domain/kernel/claim.ts';
import type { LevelTotal, LevelWith, Period } from '../port.ts';
import { LevelBook, type Verdict } from './levels.ts';

const only = <Kind extends Claim['kind']>(claims: readonly Claim[], kind: Kind) =>
  claims.filter((claim): claim is Extract<Claim, { kind: Kind }> => claim.kind === kind);

const levelsOf = (claims: readonly Claim[]) => [...only(claims, 'level'), ...only(claims, 'count')];

export class ClaimBook {
  readonly #owners = new Map<string, string>();
  readonly #series = new Map<string, number>();
  readonly #levels = new LevelBook();
  readonly #records = new Map<string, { active: boolean; used: boolean }>();
  #periods: PeriodChangeClaim[] = [];

  /** All refusals of the batch, in the order of its claims. */
  refusals(claims: readonly Claim[]): ClaimRefusal[] {
    return claims.flatMap((claim) => {
      const verdict = this.#judge(claim, claims);
      return verdict && 'field' in claim ? [{ field: claim.field, ...verdict }] : [];
    });
  }

  /** Keeps claims that were not refused, and gives the numbers. */
  keep(claims: readonly Claim[]): string[] {
    const unique = only(claims, 'unique');
    for (const claim of unique) if (claim.action === 'release') this.#release(claim);
    for (const claim of unique) if (claim.action === 'take') this.#owners.set(nameOf(claim), claim.owner);
    for (const { record, action } of only(claims, 'record')) {
      this.#records.set(record, { active: action === 'register', used: this.#records.get(record)?.used ?? false });
    }
    for (const { record } of only(claims, 'use')) {
      this.#records.set(record, { active: this.#records.get(record)?.active ?? true, used: true });
    }
    for (const change of only(claims, 'period_change')) {
      this.#periods = [...this.#periods.filter(({ from }) => from !== change.from), change];
    }
    this.#levels.keep(levelsOf(claims));
    return only(claims, 'number').map((claim) => this.#nextNumber(claim));
  }

  totals(prefix: string, limit?: number): LevelTotal[] {
    return this.#levels.totals(prefix, limit);
  }

  levelsWith(claims: readonly Claim[]): LevelWith[] {
    return this.#levels.totalsWith(levelsOf(claims));
  }

  /** Of records of a kind, retired ones included. */
  countOf(prefix: string): number {
    return [...this.#records.keys()].filter((record) => record.startsWith(prefix)).length;
  }

  periods(): Period[] {
    return this.#periods
      .map(({ from, to, status }) => ({ from, to, status }))
      .sort((a, b) => (a.from < b.from ? -1 : 1));
  }

  levelBefore(key: string, at: string): string {
    return this.#levels.before(key, at);
  }

  #judge(claim: Claim, batch: readonly Claim[]): Verdict | undefined {
    switch (claim.kind) {
      case 'unique':
        return this.#judgeUnique(claim, only(batch, 'unique'));
      case 'level':
      case 'count':
        return this.#levels.judge(claim, levelsOf(batch));
      case 'period':
        return this.#judgePeriod(claim, only(batch, 'period_change'));
      case 'period_change':
        return this.#judgePeriodChange(claim);
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

  #judgePeriod({ day, paid }: PeriodClaim, changes: readonly PeriodChangeClaim[]): Verdict | undefined {
    const holds = ({ from, to }: PeriodChangeClaim) => from <= day && day <= to;
    const period = this.#periods.find(holds);
    if (paid && !period) return undefined;
    if (period?.status === 'open' || changes.some((change) => change.status === 'open' && holds(change)))
      return undefined;
    return { message: period ? 'closed_period' : 'outside_open_year', params: { day } };
  }

  /** A period may not cut into another, nor be new before a closed one. */
  #judgePeriodChange({ from, to, status }: PeriodChangeClaim): Verdict | undefined {
    const isSame = (other: PeriodChangeClaim) => other.from === from && other.to === to;
    const isNew = status === 'open' && !this.#periods.some(isSame);
    const met = this.#periods.filter(
      (other) =>
        !isSame(other) &&
        other.to >= from &&
        (other.from <= to || (isNew && other.status === 'closed' && other.from > to)),
    );
    const [first] = met.sort((a, b) => (a.from < b.from ? -1 : 1));
    if (!first) return undefined;
    const message = first.from <= to ? 'period_overlaps' : 'year_before_closed';
    return { message, params: { from: first.from, to: first.to } };
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

  #nextNumber({ series, prefix, width }: NumberClaim): string {
    const next = (this.#series.get(series) ?? 0) + 1;
    this.#series.set(series, next);
    return prefix + String(next).padStart(width, '0');
  }
}

const nameOf = ({ set, key }: UniqueClaim): string => JSON.stringify([set, key]);
