/**
 * Pairs of people for authorisation tests: each pair has its own two people, their roles, a stronger role that nobody
 * has and a till, so that pairs do not affect each other.
 */
import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { enrol } from '../../command-api/identity/at-tills/tills.ts';
import { hashPassword } from '../../command-api/identity/passwords/passwords.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import { personOf, SUPER_USER_ID } from '../../identity/person.ts';
import { rolesAt } from './database.ts';
import { tokensOf } from './holders.ts';

/** The credentials of all these people. */
export const PRESENT = { password: 'the present password', pin: '482613' } as const;

export interface Places {
  readonly outlets: readonly [here: number, there: number];
  readonly inventories: readonly [here: number, there: number];
}

export interface Held {
  readonly permissions: readonly string[];
  readonly outlets: readonly number[];
  readonly inventories: readonly number[];
}

type Status = 'active' | 'inactive' | 'blocked' | 'deleted';

/** A kind of person: rights by the number of the place. */
export interface Profile {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly at: readonly (0 | 1)[];
  /** Inventories; default those of the outlets. */
  readonly stores?: readonly (0 | 1)[];
  readonly status?: Status;
  /** A cashier with a PIN. */
  readonly pin?: true;
  /** The session was opened with the PIN. */
  readonly atTill?: true;
}

export interface Member {
  readonly profile: Profile;
  readonly id: number;
  readonly email: string;
  readonly role: number;
  readonly token: string;
  /** The rights of the record; fewer in a session at a till. */
  readonly held: Held;
}

export interface Pair {
  readonly name: string;
  readonly number: number;
  readonly members: readonly [Member, Member];
  /** A role with all permissions that nobody has. */
  readonly strongRole: number;
  readonly till: { readonly id: number; readonly cookie: string };
}

const AT_ONCE = 8;

/** `members` are profiles; the first is the actor. */
export async function pairsOf(
  databaseUrl: string,
  secret: string,
  places: Places,
  members: readonly (readonly [Profile, Profile])[],
): Promise<Pair[]> {
  const commands = await openCommands({ databaseUrl: rolesAt(databaseUrl).command });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const hashes = { password: await hashPassword(PRESENT.password), pin: await hashPassword(PRESENT.pin) };
  const pairs: Pair[] = [];
  for (let from = 0; from < members.length; from += AT_ONCE) {
    const some = members.slice(from, from + AT_ONCE);
    pairs.push(
      ...(await Promise.all(
        some.map(async (profiles, index): Promise<Pair> => {
          const number = from + index;
          const name = profiles.map((profile) => profile.name).join(' against ');
          const strong = { role_name: `Strong ${number}`, permissions: allPermissions() };
          const till_name = `Till ${number}`;
          const tillId = await enter(commands, 'till', {
            ...{ till_name, outlet_fk: places.outlets[0], status: 'enrolled' },
          });
          const device = await enrol(pool, { tillId, device: 'test', by: SUPER_USER_ID });
          const [one, other] = await Promise.all(
            profiles.map((profile, side) => person(commands, pool, places, profile, `${number}-${side}`, hashes)),
          );
          const both = [one, other] as [Omit<Member, 'token'>, Omit<Member, 'token'>];
          const tills = profiles.map(({ atTill }) => (atTill ? tillId : null));
          const tokens = await tokensOf(
            databaseUrl,
            secret,
            both.map(({ id }) => id),
            tills,
          );
          const absent = both.filter(({ profile: { status = 'active' } }) => status !== 'active').map(({ id }) => id);
          await pool.query('update identity.session set ended_at = now() where user_id = any($1)', [absent]);
          return {
            ...{ name, number, strongRole: await enter(commands, 'role', strong) },
            till: { id: tillId, cookie: `daftar_till=${device.token}` },
            members: both.map((omit, side) => ({ ...omit, token: tokens[side] as string })) as [Member, Member],
          };
        }),
      )),
    );
  }
  await pool.end();
  await commands.close();
  return pairs;
}

const OWNER = personOf(SUPER_USER_ID, { user_name: 'Owner', email: '' }, undefined);

async function enter({ handler, kinds }: Commands, kind: string, data: object, more: object = {}): Promise<number> {
  const declaration = kinds.get(kind)?.declaration;
  if (!declaration) throw new Error(`no kind ${kind}`);
  const commands = [{ type: 'register', data: data as RecordData }];
  const request = { declaration, commands, body: data, actor: OWNER, commandId: uuid(), ...more };
  return (await handler.handle(request)).id;
}

async function person(
  commands: Commands,
  pool: pg.Pool,
  { outlets, inventories }: Places,
  profile: Profile,
  name: string,
  hashes: Readonly<Record<'password' | 'pin', string>>,
): Promise<Omit<Member, 'token'>> {
  const { permissions, at, stores = at, status = 'active', pin, atTill } = profile;
  const given = { outlets: at.map((place) => outlets[place]), inventories: stores.map((place) => inventories[place]) };
  const role = await enter(commands, 'role', { role_name: `Role ${name}`, permissions });
  const email = `person-${name}@example.com`;
  const cashier = pin ? { is_cashier: true, default_inventory_fk: given.inventories[0], default_account_fk: 1 } : {};
  const isDeleted = status === 'deleted';
  const id = await enter(commands, 'user', {
    ...{ user_name: `Person ${name}`, email, role_fk: role, lang: 'en' },
    // An active user needs an outlet; one without was created inactive.
    ...{ ...given, ...cashier, status: isDeleted ? 'active' : at.length === 0 ? 'inactive' : status },
  });
  if (at.length === 0 && status !== 'inactive') {
    const changed = { status: isDeleted ? 'active' : status };
    await enter(commands, 'user', changed, { id, commands: [{ type: 'amend', changed }] });
  }
  if (isDeleted) await enter(commands, 'user', {}, { id, commands: [{ type: 'retire' }] });
  await pool.query('insert into identity.credential (user_id, password_hash) values ($1, $2)', [id, hashes.password]);
  if (pin) {
    await pool.query('insert into identity.pin (user_id, pin_hash, changed_by) values ($1, $2, 1)', [id, hashes.pin]);
  }
  const held = atTill
    ? {
        permissions: permissions.filter((permission) => TILL_PERMISSIONS.has(permission)),
        outlets: outlets.slice(0, 1),
        inventories: inventories.slice(0, 1),
      }
    : { permissions, ...given };
  return { profile, id, email, role, held };
}
