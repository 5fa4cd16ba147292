/** Unique values in memory: an implementation of migrations/functions/claim.unique_refusals.sql. */
import type { UniqueClaim } from '../../domain/deciding/claim.ts';
import type { ChangedClaimRows } from './rows.ts';

type Taken = Pick<ChangedClaimRows, 'taken' | 'released'>;

export class NameBook {
  readonly #owners = new Map<string, string>();
  readonly #changed = new Map<string, readonly [set: string, key: string]>();

  load(taken: Taken['taken']): void {
    for (const [set, key, owner] of taken) this.#owners.set(nameOf({ set, key }), owner);
  }

  takeChanged(): Taken {
    const changed = [...this.#changed].map(([name, [set, key]]) => ({ set, key, owner: this.#owners.get(name) }));
    this.#changed.clear();
    return {
      taken: changed.flatMap(({ set, key, owner }) => (owner === undefined ? [] : [[set, key, owner] as const])),
      released: changed.flatMap(({ set, key, owner }) => (owner === undefined ? [[set, key] as const] : [])),
    };
  }

  keep(claims: readonly UniqueClaim[]): void {
    for (const claim of claims) {
      const name = nameOf(claim);
      if (claim.action === 'take' || this.#owners.get(name) !== claim.owner) continue;
      this.#owners.delete(name);
      this.#changed.set(name, [claim.set, claim.key]);
    }
    for (const claim of claims) {
      if (claim.action === 'release') continue;
      this.#owners.set(nameOf(claim), claim.owner);
      this.#changed.set(nameOf(claim), [claim.set, claim.key]);
    }
  }

  ownersOf(set: string, keys: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      keys.flatMap((key) => {
        const owner = this.#owners.get(nameOf({ set, key }));
        return owner === undefined ? [] : [[key, owner] as const];
      }),
    );
  }

  judge(claim: UniqueClaim, batch: readonly UniqueClaim[]) {
    if (claim.action === 'release') return undefined;
    const rivals = batch.filter((other) => nameOf(other) === nameOf(claim));
    const held = this.#owners.get(nameOf(claim));
    const given = rivals.some(({ action, owner }) => action === 'release' && owner === held);
    const earlier = rivals.slice(0, rivals.indexOf(claim)).find(({ action }) => action === 'take')?.owner;
    const owner = (given ? undefined : held) ?? earlier;
    if (owner === undefined || owner === claim.owner) return undefined;
    return { message: 'already_taken', params: { key: claim.key, owner } };
  }
}

const nameOf = ({ set, key }: Pick<UniqueClaim, 'set' | 'key'>): string => JSON.stringify([set, key]);
