/** The entries of one till's device, in the device's form: numbered, chained and hashed. */
import { randomBytes } from 'node:crypto';
import { digest } from '../../../command-api/till/entry-checks.ts';
import type { EntryContent } from '../../../domain/till/device-entry.schema.ts';
import { type ChainedEntry, entryHash, NO_ENTRY, paperNumber } from '../../../domain/till/device-entry.ts';

export interface EntryOf {
  readonly cashier: number;
  readonly approvedBy?: number;
  /** The ticket of the approval, for this UUID. */
  readonly approval?: string;
  readonly signIn?: string;
  readonly uuid?: string;
  /** The device's time of the entry; default the day and time of its content. */
  readonly made?: Date;
  /** What the device adds to its clock for the server's, in milliseconds. */
  readonly clockOffset?: number;
}

export class DeviceChain {
  readonly #enrolment: string;
  readonly #prefix: string;
  #sequence = 0;
  #previous = NO_ENTRY;

  constructor(enrolment: string, prefix: string) {
    this.#enrolment = enrolment;
    this.#prefix = prefix;
  }

  /** The number of the next entry. */
  get number(): string {
    return paperNumber(this.#prefix, this.#sequence + 1);
  }

  async next(content: EntryContent, of: EntryOf): Promise<ChainedEntry> {
    const { cashier, approvedBy, approval, signIn, uuid, made: said, clockOffset = 0 } = of;
    const made = said ?? new Date(`${content.date}T${content.time}`);
    const entry = {
      uuid: uuid ?? entryUuid(made),
      enrolment: this.#enrolment,
      sequence: this.#sequence + 1,
      previous: this.#previous,
      made_at: made.toISOString(),
      clock_offset: clockOffset,
      cashier_fk: cashier,
      approved_by_fk: approvedBy ?? null,
      ...(approval === undefined ? {} : { approval }),
      ...(signIn === undefined ? {} : { sign_in: signIn }),
      content,
    };
    const hash = await entryHash(entry, digest);
    this.#sequence += 1;
    this.#previous = hash;
    return { ...entry, hash };
  }
}

/** UUIDv7; `random` has at least nineteen hexadecimal digits. */
export function entryUuid(made: Date, random = randomBytes(10).toString('hex')): string {
  const time = made.getTime().toString(16).padStart(12, '0');
  const variant = '89ab'[Number.parseInt(random[3] ?? '0', 16) % 4];
  const parts = [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`, `${variant}${random.slice(4, 7)}`];
  return [...parts, random.slice(7, 19)].join('-');
}
