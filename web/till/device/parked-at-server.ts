/** Requests for sales that the tills of an outlet park for each other, stored on the server. */
import { membersOf } from '../../../domain/values/members.ts';
import { command } from '../../shared/api/command.ts';
import { read } from '../../shared/api/read.ts';
import { listThatFits, type Shape } from '../../shared/api/wire.ts';
import type { ParkedSale } from './database-schema.ts';

/** A sale that any till of the outlet may resume. */
export interface SharedSale {
  readonly uuid: string;
  readonly till_name: string | null;
  readonly parked_at: string;
  readonly cashier_fk: number;
  readonly label: string;
  readonly total: string;
}

const SHARED: Shape<SharedSale> = {
  uuid: 'string',
  till_name: 'string?',
  parked_at: 'string',
  cashier_fk: 'number',
  label: 'string',
  total: 'string',
};
/** Timeout of a request; after it the server counts as not reached. */
const ANSWER_MS_MAX = 10_000;

const asked = () => ({ anonymous: true, signal: AbortSignal.timeout(ANSWER_MS_MAX) });

/** Oldest first. Throws ApiError, or the error of a timeout. */
export async function listShared(): Promise<readonly SharedSale[]> {
  return listThatFits(await read('till/parked', asked()), SHARED);
}

/** May be repeated. */
export async function handOver({ uuid, parked_at, cashier_fk, label, total, cart }: ParkedSale): Promise<void> {
  await command('till/parked', {
    body: { uuid, parked_at, cashier_fk, label, total, cart: membersOf(cart) },
    ...asked(),
  });
}

/** Takes the sale for this device. Throws ApiError 409 when another device was first. */
export async function takeShared(uuid: string): Promise<ParkedSale> {
  const { data } = await command('till/parked/:uuid/take', { params: { uuid }, body: {}, ...asked(), shape: SHARED });
  const { parked_at, cashier_fk, label, total, cart } = data;
  return { uuid, parked_at, cashier_fk, label, total, cart, id: null };
}

/** Ends a sale that was resumed on this device, paid or dropped. */
export async function endShared(uuid: string): Promise<void> {
  await command('till/parked/:uuid/end', { params: { uuid }, body: {}, ...asked() });
}
