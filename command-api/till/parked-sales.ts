/** Parked sales of an outlet's tills. One device at a time can resume a sale (docs/decisions/0082). */
import type pg from 'pg';
import { KEPT_DAYS, type ParkedSaleBody } from '../../domain/till/parked-sale.schema.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { allOrNothing } from '../../identity/machine/all-or-nothing.ts';
import type { EnrolledDevice } from './device-request.ts';

export interface ParkedRow {
  readonly uuid: string;
  /** The till that parked it. */
  readonly till_fk: number;
  readonly parked_at: Date;
  readonly cashier_fk: number;
  readonly label: string;
  readonly total: string;
}

/** A sale held by a device that is no longer enrolled is free. */
const IS_FREE = `(p.taken_by is null or p.taken_by = $2 or exists (
  select from identity.till_device d where d.enrolment = p.taken_by and d.revoked_at is not null))`;
const COLUMNS = 'p.uuid, p.till_fk, p.parked_at, p.cashier_fk, p.label, trim_scale(p.total)::text as total';

/** Sales that wait in an outlet at one time: a device cannot fill the disk. */
export const PARKED_MAX = 100;
/** Rows of ended sales of an outlet, without their carts; the oldest are removed first. */
const ENDED_MAX = 5_000;

/** Idempotent; a sale that was resumed in the meantime remains so. Throws Refusal when the outlet has too many. */
export async function putAside(pool: pg.Pool, device: EnrolledDevice, sale: ParkedSaleBody): Promise<void> {
  await allOrNothing(pool, async (client) => {
    // Two tills that park at the same moment are counted one after the other.
    await client.query('select pg_advisory_xact_lock(23, $1)', [device.outlet_fk]);
    await removeOld(client, device.outlet_fk);
    await add(client, device, sale);
  });
}

async function removeOld(client: pg.PoolClient, outlet: number): Promise<void> {
  await client.query(
    `delete from preference.parked_sale
     where outlet_fk = $1 and (stored_at < now() - make_interval(days => $2) or uuid in (
       select uuid from preference.parked_sale where outlet_fk = $1 and ended_at is not null
       order by stored_at desc offset $3))`,
    [outlet, KEPT_DAYS, ENDED_MAX],
  );
}

async function add(client: pg.PoolClient, device: EnrolledDevice, sale: ParkedSaleBody): Promise<void> {
  const { uuid, parked_at, cashier_fk, label, total, cart } = sale;
  const { rows } = await client.query<{ is_known: boolean; waiting: number }>(
    `select exists (select from preference.parked_sale where uuid = $2) as is_known,
       (select count(*)::int from preference.parked_sale where outlet_fk = $1 and ended_at is null) as waiting`,
    [device.outlet_fk, uuid],
  );
  const [{ is_known, waiting } = { is_known: false, waiting: 0 }] = rows;
  if (is_known) return;
  if (waiting >= PARKED_MAX) {
    throw new Refusal('validation', [{ field: '', message: 'too_many_parked', params: { value: String(PARKED_MAX) } }]);
  }
  await client.query(
    `insert into preference.parked_sale (uuid, outlet_fk, parked_by, till_fk, parked_at, cashier_fk, label, total, cart)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (uuid) do nothing`,
    [
      uuid,
      device.outlet_fk,
      device.enrolment,
      device.till_id,
      parked_at,
      cashier_fk,
      label,
      total,
      JSON.stringify(cart),
    ],
  );
}

/** Sales that this device may resume, oldest first. */
export async function parkedFor(pool: pg.Pool, { outlet_fk, enrolment }: EnrolledDevice): Promise<ParkedRow[]> {
  const { rows } = await pool.query<ParkedRow>(
    `select ${COLUMNS} from preference.parked_sale p
     where p.outlet_fk = $1 and p.ended_at is null and ${IS_FREE} order by p.parked_at, p.uuid`,
    [outlet_fk, enrolment],
  );
  return rows;
}

/**
 * Returns the sale, which this device now holds; repeated calls of the same device return it again. Throws Refusal
 * `not_found`, and `wrong_state` with the till when another device was first.
 */
export async function takeUp(pool: pg.Pool, { outlet_fk, enrolment, till_id }: EnrolledDevice, uuid: string) {
  const { rows } = await pool.query<ParkedRow & { readonly cart: unknown }>(
    `update preference.parked_sale p set taken_by = $2, taken_till_fk = $4
     where p.outlet_fk = $1 and p.uuid = $3 and p.ended_at is null and ${IS_FREE} returning ${COLUMNS}, p.cart`,
    [outlet_fk, enrolment, uuid, till_id],
  );
  const [taken] = rows;
  if (taken) return taken;
  const known = await pool.query('select from preference.parked_sale where outlet_fk = $1 and uuid = $2', [
    outlet_fk,
    uuid,
  ]);
  if (known.rowCount === 0) throw new Refusal('not_found', []);
  throw new Refusal('wrong_state', [{ field: '', message: 'parked_sale_taken' }]);
}

/** Called when the sale was resumed, paid or dropped. Sales held by another device are unchanged. */
export async function endParked(pool: pg.Pool, { outlet_fk, enrolment }: EnrolledDevice, uuid: string): Promise<void> {
  await pool.query(
    `update preference.parked_sale p set ended_at = now(), cart = null
     where p.outlet_fk = $1 and p.uuid = $3 and p.ended_at is null and ${IS_FREE}`,
    [outlet_fk, enrolment, uuid],
  );
}
