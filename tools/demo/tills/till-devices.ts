/**
 * The tills of the shops: each is an enrolled device, whose entries are numbered, chained and hashed as in a browser,
 * and handled like `POST till/entries`. Ids are derived from the seed, so that equal seeds produce equal entries.
 */
import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { Commands } from '../../../command-api/commands/open-commands.ts';
import { enrol } from '../../../command-api/identity/at-tills/tills.ts';
import type { EnrolledDevice } from '../../../command-api/till/device-request.ts';
import { type ChainEnds, chainEndsIn } from '../../../command-api/till/entry-moments.ts';
import { receiveBatch } from '../../../command-api/till/receive-batch.ts';
import type { EntryContent } from '../../../domain/till/device-entry.schema.ts';
import type { ChainedEntry } from '../../../domain/till/device-entry.ts';
import { paperPrefix } from '../../../domain/till/device-entry.ts';
import { type Identity, openIdentity } from '../../../identity/identity.ts';
import { SUPER_USER_ID } from '../../../identity/person.ts';
import type { Business, Place } from '../business.ts';
import type { Clerk } from '../clerk.ts';
import { words } from '../goods/words.ts';
import { ChainEndsInMemory } from './chain-ends.ts';
import { DeviceChain, entryUuid } from './device-chain.ts';

/** Namespace of the enrolments of the demonstration. */
const ENROLLED = '6d9a3f1e-58c7-4b0d-8a26-91e4c7d2f3b8';

export interface Entered {
  readonly entry: ChainedEntry;
  /** Id of the document that stores it. */
  readonly id: number;
}

export interface Unusual {
  /** The device's time, when its clock is wrong. */
  readonly made?: Date;
  /** The rules that the entry breaks. */
  readonly breaks?: readonly string[];
}

interface TillOf {
  readonly commands: Commands;
  readonly identity: Identity;
  readonly chains: ChainEnds;
  readonly device: EnrolledDevice;
  readonly cashier: number;
  readonly now: () => Date;
}

export class ShopTill {
  readonly #commands: Commands;
  readonly #identity: Identity;
  readonly #chains: ChainEnds;
  readonly #device: EnrolledDevice;
  readonly #chain: DeviceChain;
  readonly #cashier: number;
  readonly #now: () => Date;
  #made = 0;

  constructor({ commands, identity, chains, device, cashier, now }: TillOf) {
    this.#commands = commands;
    this.#identity = identity;
    this.#chains = chains;
    this.#device = device;
    this.#chain = new DeviceChain(device.enrolment, device.number_prefix);
    this.#cashier = cashier;
    this.#now = now;
  }

  /** The receipt number of the next entry. */
  get number(): string {
    return this.#chain.number;
  }

  /** The cashier enters the PIN in the morning; entries until the evening are then valid. */
  async signIn(at: Date): Promise<void> {
    await this.#commands.pool.query(
      `insert into identity.login_attempt (at, way, email, user_id, till_id, outcome) values ($1, 'pin', $2, $3, $4, 'signed_in')`,
      [at, `#${this.#cashier}`, this.#cashier, this.#device.till_id],
    );
  }

  /** Throws when the entry is refused, or breaks other rules than expected. */
  async enter(content: EntryContent, { made, breaks = [] }: Unusual = {}): Promise<Entered> {
    this.#made += 1;
    const at = made ?? new Date(`${content.date}T${content.time}`);
    const random = createHash('sha256').update(`${this.#device.enrolment} ${this.#made}`).digest('hex');
    const entry = await this.#chain.next(content, { cashier: this.#cashier, uuid: entryUuid(at, random), made: at });
    const routes = { commands: this.#commands, identity: this.#identity };
    const of = { device: this.#device, chains: this.#chains };
    const receiving = { routes, ...of, now: this.#now(), requestId: 'demonstration' };
    const {
      answers: [answer],
    } = await receiveBatch([entry], receiving, 'en');
    const broken = (answer?.review ?? []).map(({ rule }) => rule);
    const isAsMeant = answer?.id !== undefined && broken.toSorted().join() === [...breaks].toSorted().join();
    if (!isAsMeant) throw new Error(`The demonstration's till: ${JSON.stringify(answer)}\n${JSON.stringify(content)}`);
    return { entry, id: answer.id };
  }
}

export interface Tills {
  of(place: Place): ShopTill | undefined;
  /** Stores how far each device has come, as `close` does. */
  stored(): Promise<void>;
  close(): Promise<void>;
}

interface Enrolling {
  readonly commands: Commands;
  readonly clerk: Clerk;
  readonly business: Business;
  readonly seed: number;
  readonly databaseUrl: string;
  readonly now: () => Date;
}

const TILL = words('Till 1', 'صندوق ١', 'کاشێری ١');

/** One till in each shop. */
export async function enrolTills({ commands, clerk, business, seed, databaseUrl, now }: Enrolling): Promise<Tills> {
  const identity = await openIdentity({ databaseUrl, store: commands.store });
  const chains = new ChainEndsInMemory(chainEndsIn(commands.pool));
  const tills = new Map<Place, ShopTill>();
  for (const place of business.places) {
    const till_name = `${TILL[place.language]} – ${place.city[place.language]}`;
    const till_id = await clerk.enter('tills', { till_name, outlet_fk: place.outlet, status: 'enrolled' });
    const enrolment = uuid(`${seed} ${till_name}`, ENROLLED);
    // An interrupted run has enrolled it already.
    const { rowCount } = await commands.pool.query('select from identity.till_device where enrolment = $1', [
      enrolment,
    ]);
    if (rowCount === 0) {
      await enrol(commands.pool, { tillId: till_id, device: till_name, by: SUPER_USER_ID, enrolment });
      // Enrolled at the set-up of the shop, not when the demonstration is loaded, which may be on its last day.
      await commands.pool.query('update identity.till_device set enrolled_at = $2 where enrolment = $1', [
        enrolment,
        now(),
      ]);
    }
    const number_prefix = paperPrefix(till_id, 1);
    const device = { till_id, till_name, outlet_fk: place.outlet, inventory_fk: null, enrolment, number_prefix };
    tills.set(place, new ShopTill({ commands, identity, chains, device, cashier: place.cashier.user_id, now }));
  }
  return {
    of: (place) => tills.get(place),
    stored: () => chains.store(),
    close: () => chains.store().finally(() => identity.close()),
  };
}
