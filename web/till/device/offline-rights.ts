/**
 * Rights to sign in offline on this device: for persons with an online sign-in within the configured hours. Each
 * attempt is counted before the PIN is checked, so that closing the window does not avoid the count; the fifth wrong
 * PIN removes the right.
 */
import type { PinKey } from '../../../domain/till/till-ticket.ts';
import type { DeviceClock } from './clock.ts';
import type { TillDatabase } from './database.ts';
import { type OfflineRight, OWN } from './database-schema.ts';
import { ITERATIONS, isProved, newDeviceKey, opened, proofOf } from './pin-proof.ts';

export const WRONG_PINS_MAX = 5;
const HOUR_MS = 3_600_000;

export type OfflineCheck =
  /** `key`: signs what this PIN allows, if the server gave one. */
  | { readonly outcome: 'right'; readonly key: PinKey | undefined }
  /** `left`: remaining attempts. */
  | { readonly outcome: 'wrong'; readonly left: number }
  /** `wiped`: the last attempt was wrong. */
  | { readonly outcome: 'not_known_here' | 'expired' | 'wiped' };

export class OfflineRights {
  readonly #database: TillDatabase;
  readonly #clock: DeviceClock;

  constructor(database: TillDatabase, clock: DeviceClock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Called after the server has accepted the PIN. */
  async grant(userId: number, pin: string, key?: PinKey): Promise<void> {
    const proof = await proofOf(pin, await this.#deviceKey(), ITERATIONS, key?.secret);
    const verified_at = this.#clock.now().toISOString();
    const given = key ? { key_issued_at: key.issued_at } : {};
    await this.#database.use((db) => db.put('rights', { user_id: userId, ...proof, ...given, verified_at, wrong: 0 }));
  }

  async check(userId: number, pin: string, hours: number): Promise<OfflineCheck> {
    const right = await this.#countTry(userId);
    if (right === undefined) return { outcome: 'not_known_here' };
    if (this.#isOver(right, hours)) return { outcome: 'expired' };
    const secret = await opened(pin, await this.#deviceKey(), right);
    if (secret !== undefined) {
      await this.#database.use((db) => db.put('rights', { ...right, wrong: 0 }));
      const { key_issued_at: issued_at } = right;
      return { outcome: 'right', key: issued_at && secret ? { issued_at, secret } : undefined };
    }
    if (right.wrong < WRONG_PINS_MAX) return { outcome: 'wrong', left: WRONG_PINS_MAX - right.wrong };
    await this.remove([userId]);
    return { outcome: 'wiped' };
  }

  /** Called after the server has refused the PIN: one that is correct here was replaced there. */
  async removeIfProved(userId: number, pin: string): Promise<void> {
    const right = await this.#database.use((db) => db.get('rights', userId));
    if (right && (await isProved(pin, await this.#deviceKey(), right))) await this.remove([userId]);
  }

  /** Persons with a valid right. */
  async holders(hours: number): Promise<ReadonlySet<number>> {
    const all = await this.#database.use((db) => db.getAll('rights'));
    return new Set(all.filter((right) => !this.#isOver(right, hours)).map(({ user_id }) => user_id));
  }

  /** Removes the rights of persons who are no longer cashiers. */
  async keepOnly(cashiers: readonly number[]): Promise<void> {
    const holders = await this.#database.use((db) => db.getAllKeys('rights'));
    await this.remove(holders.filter((id) => !cashiers.includes(id)));
  }

  async remove(users: readonly number[]): Promise<void> {
    if (users.length === 0) return;
    await this.#database.use(async (db) => {
      const { store, done } = db.transaction('rights', 'readwrite');
      await Promise.all([...users.map((id) => store.delete(id)), done]);
    });
  }

  /** Counts this attempt first; undefined when no attempts are left. */
  async #countTry(userId: number): Promise<OfflineRight | undefined> {
    return this.#database.use(async (db) => {
      const { store, done } = db.transaction('rights', 'readwrite', { durability: 'strict' });
      const before = await store.get(userId);
      const right = before && { ...before, wrong: before.wrong + 1 };
      if (right) await (right.wrong > WRONG_PINS_MAX ? store.delete(userId) : store.put(right));
      await done;
      return right && right.wrong <= WRONG_PINS_MAX ? right : undefined;
    });
  }

  #isOver({ verified_at }: OfflineRight, hours: number): boolean {
    return this.#clock.latest().getTime() - Date.parse(verified_at) > hours * HOUR_MS;
  }

  async #deviceKey(): Promise<CryptoKey> {
    const made = await newDeviceKey();
    return this.#database.use(async (db) => {
      const { store, done } = db.transaction('keys', 'readwrite');
      const before = await store.get(OWN);
      if (!before) await store.put(made, OWN);
      await done;
      return before ?? made;
    });
  }
}
