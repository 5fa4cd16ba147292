/** Devices enrolled as tills: each has a token, of which the server stores only the hash. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { defined } from '../../../domain/values/defined.ts';
import { allOrNothing } from '../../../identity/machine/all-or-nothing.ts';
import { unlock } from '../attempts.ts';

/** A token of 256 random bits needs no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A device without its token. */
export interface Enrolment {
  /** UUID of its entry sequence. */
  readonly enrolment: string;
  /** Number of the device within the till, from 1. */
  readonly nth: number;
}

interface Enrolling {
  readonly tillId: number;
  readonly device: string | undefined;
  readonly by: number;
  /** UUID; defaults to a new one. */
  readonly enrolment?: string;
  /** The token that the browser has from an earlier enrolment, also from a revoked one. */
  readonly token?: string | undefined;
}

/**
 * Enrols a device for the till, replacing the former one. A browser that proves by its token that it was a device of
 * this till continues its enrolment with a new token: its entries that wait belong to that enrolment.
 */
export async function enrol(pool: pg.Pool, till: Enrolling): Promise<Enrolment & { readonly token: string }> {
  const token = randomBytes(32).toString('base64url');
  return allOrNothing(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(22, $1)', [till.tillId]);
    await client.query('update identity.till_device set revoked_at = now() where till_id = $1 and revoked_at is null', [
      till.tillId,
    ]);
    const enrolled = (await continued(client, till, token)) ?? (await added(client, till, token));
    return { token, ...enrolled };
  });
}

const nameOf = ({ device }: Enrolling): string | null => device?.slice(0, 200) ?? null;

/** Undefined for a browser that was no device of this till. */
async function continued(client: pg.PoolClient, till: Enrolling, token: string): Promise<Enrolment | undefined> {
  if (!till.token) return undefined;
  const { rows } = await client.query<Enrolment>(
    `update identity.till_device set token_hash = $1, device = $2, revoked_at = null, seen_at = now()
     where token_hash = $3 and till_id = $4 returning enrolment, nth`,
    [hashOf(token), nameOf(till), hashOf(till.token), till.tillId],
  );
  return rows[0];
}

async function added(client: pg.PoolClient, till: Enrolling, token: string): Promise<Enrolment> {
  const { rows } = await client.query<Enrolment>(
    `insert into identity.till_device (token_hash, till_id, device, enrolled_by, nth, seen_at, enrolment)
     select $1, $2, $3, $4, 1 + count(*), now(), coalesce($5, gen_random_uuid()) from identity.till_device where till_id = $2
     returning enrolment, nth`,
    [hashOf(token), till.tillId, nameOf(till), till.by, till.enrolment ?? null],
  );
  return defined(rows[0], 'the device that was enrolled');
}

/** The till of the device with this token; the till's own record decides whether it may be used. */
export async function tillOf(pool: pg.Pool, token: string | undefined): Promise<number | undefined> {
  if (token === undefined || token === '') return undefined;
  const { rows } = await pool.query<{ till_id: number }>(
    'select till_id from identity.till_device where token_hash = $1 and revoked_at is null',
    [hashOf(token)],
  );
  return rows[0]?.till_id;
}

/** Minimum interval between updates of the last contact. */
const SEEN_EVERY_SECONDS = 30;

/** The device with this token; updates its last contact. Undefined when it is not enrolled any more. */
export async function deviceOf(
  pool: pg.Pool,
  token: string | undefined,
): Promise<(Enrolment & { readonly till_id: number }) | undefined> {
  if (token === undefined || token === '') return undefined;
  const { rows } = await pool.query<Enrolment & { till_id: number; is_news: boolean }>(
    `select till_id, enrolment, nth, seen_at is null or seen_at < now() - make_interval(secs => $2) as is_news
     from identity.till_device where token_hash = $1 and revoked_at is null`,
    [hashOf(token), SEEN_EVERY_SECONDS],
  );
  const [found] = rows;
  if (!found) return undefined;
  const { is_news, ...device } = found;
  if (is_news)
    await pool.query('update identity.till_device set seen_at = now() where token_hash = $1', [hashOf(token)]);
  return device;
}

export async function revoke(pool: pg.Pool, tillId: number): Promise<void> {
  await pool.query('update identity.till_device set revoked_at = now() where till_id = $1 and revoked_at is null', [
    tillId,
  ]);
}

export async function unlockTill(pool: pg.Pool, tillId: number): Promise<void> {
  await unlock(pool, { way: 'pin', name: '', tillId }, null);
}

/** The status reported by a device. */
export interface DeviceReport {
  /** Number of unsent entries; `refused` is the number that the server refused. */
  readonly waiting: number;
  readonly refused: number;
  /** Entry time of the oldest unsent entry; null when there is none. */
  readonly oldest_at: string | null;
  readonly version: string | null;
  readonly has_update: boolean;
}

/** Stores the reported status with the number of entries missing at that time. */
export async function storeDeviceReport(
  pool: pg.Pool,
  enrolment: string,
  report: DeviceReport,
  missing: number,
): Promise<void> {
  const { waiting, refused, oldest_at, version, has_update } = report;
  await pool.query(
    `update identity.till_device set waiting = $2, refused = $3, oldest_at = $4, version = $5, has_update = $6,
      missing = $7, told_at = now() where enrolment = $1`,
    [enrolment, waiting, refused, oldest_at, version, has_update, missing],
  );
}
